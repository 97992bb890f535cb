/**
 * State of one request, shared by its loaders, its action and the rendering: a WeakMap keyed by the load context, which
 * the server creates for each request.
 */
import { parseCookies } from "#app/services/session/sealed-cookie.server.ts";
import type { Session } from "#app/services/session/signed-in.ts";

export interface RequestState {
  readonly cookies: ReadonlyMap<string, string>;
  /** `Set-Cookie` lines to add to the response, whatever its kind. */
  pendingCookies: string[];
  session?: Promise<Session>;
  /** Settles once the request has been counted against the rate limit. */
  counted?: Promise<void>;
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Answers to queries of this request, so that equal queries are sent once. */
  readonly answers: Map<string, Promise<unknown>>;
  /** The API did not answer during this request; further requests to it fail immediately. */
  isApiUnavailable?: boolean;
  /** The last command of this request had been carried out before: when (UTC). */
  carriedOutBefore?: string;
  /** Input that an action could not save, shown again by the page that is rendered. */
  typed?: [name: string, value: string][];
  /** Why an action has saved nothing, said by the error page if the page of the form cannot be loaded either. */
  notSaved?: string;
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

/** Adds the pending cookies and `Retry-After` to the response headers. */
export function completeHeaders(headers: Headers, state: RequestState): void {
  if (state.retryAfterSeconds !== undefined) headers.set("retry-after", String(state.retryAfterSeconds));
  for (const line of state.pendingCookies.splice(0)) headers.append("set-cookie", line);
}
