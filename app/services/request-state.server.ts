/**
 * What one request knows, shared by all its loaders, its action and the rendering: a WeakMap on the load context,
 * which the server makes afresh for each request.
 */
import { parseCookies } from "./sealed-cookie.server";
import type { Session } from "./signed-in";

export interface RequestState {
  readonly cookies: ReadonlyMap<string, string>;
  /** `Set-Cookie` lines that must leave with the answer, whatever kind of answer it is. */
  pendingCookies: string[];
  session?: Promise<Session>;
  /** Settles once the request has been counted against its sender's limit. */
  counted?: Promise<void>;
  /** Leaves with the answer as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The same query is asked once in a request. */
  readonly answers: Map<string, Promise<unknown>>;
  /** The API did not answer in this request: nobody waits for it a second time. */
  isApiAway?: boolean;
  /** What was typed, when an action could not keep it: shown again by whatever page comes. */
  typed?: [name: string, value: string][];
}

const states = new WeakMap<object, RequestState>();

export function stateOf(context: object, request: Request): RequestState {
  let state = states.get(context);
  if (!state) {
    state = { cookies: parseCookies(request.headers.get("cookie")), pendingCookies: [], answers: new Map() };
    states.set(context, state);
  }
  return state;
}

/** Puts what waits for the answer on it: cookies, once, and the time to wait after a 429. */
export function completeHeaders(headers: Headers, state: RequestState): void {
  if (state.retryAfterSeconds !== undefined) headers.set("retry-after", String(state.retryAfterSeconds));
  for (const line of state.pendingCookies.splice(0)) headers.append("set-cookie", line);
}
