/** The request context of loaders and actions, with access to the API. */

import { withParams } from "#app/lib/paths.ts";
import { markExpired, renewRefused, sessionOf } from "#app/services/session/session.server.ts";
import { forgetCached } from "#app/services/session/session-cache.server.ts";
import type { Session } from "#app/services/session/signed-in.ts";
import type { Download, Operation, OutputOf, SentInput } from "#contract/operation.ts";
import { ApiRefusal, callOperation, openDownload } from "./api.server.ts";
import { type RequestState, stateOf } from "./request-state.server.ts";

type Callable = Exclude<Operation, Download>;

/** The request context of a route. */
export interface RequestContext {
  request: Request;
  url: URL;
  /** Returns a parameter of the route's path; empty if the route has none of this name. */
  param(name: string): string;
  state: RequestState;
  /** IP address of the client; undefined if the build is not served by our own server. */
  address: string | undefined;
  /** Calls the API as the signed-in user. Equal queries within one request are sent once. */
  api<T extends Callable>(operation: T, input: SentInput<T>, files?: File[]): Promise<OutputOf<T>>;
  /** Starts a download from the API as the signed-in user. */
  download<T extends Download>(operation: T, input: SentInput<T>): Promise<Response>;
}

export function createRequestContext({
  request,
  params,
  context,
}: {
  request: Request;
  params: Record<string, string | undefined>;
  context: object;
}): RequestContext {
  const state = stateOf(context, request);
  const { address, closed = request.signal } = context as { address?: string; closed?: AbortSignal };
  return {
    request,
    param: (name) => params[name] ?? "",
    state,
    address,
    url: new URL(request.url),
    api: (...args) => callAsUser({ state, address }, ...args),
    download: (...args) => downloadAsUser(state, closed, ...args),
  };
}

async function callAsUser<T extends Callable>(
  { state, address }: Pick<RequestContext, "state" | "address">,
  operation: T,
  input: SentInput<T>,
  files?: File[],
): Promise<OutputOf<T>> {
  const ask = () =>
    asUser(state, operation, (credentials) =>
      callOperation(operation, input, {
        ...credentials,
        visitor: address,
        files,
        onCarriedOutBefore: (at) => {
          state.carriedOutBefore = at;
        },
      }),
    );
  if (operation.method !== "GET") return ask().finally(() => forgetAnswers(state));
  const key = `${operation.path} ${JSON.stringify(input)}`;
  const known = (state.answers.get(key) as Promise<OutputOf<T>> | undefined) ?? ask();
  state.answers.set(key, known);
  return known;
}

/** A command may change the answers of earlier queries. */
async function forgetAnswers(state: RequestState): Promise<void> {
  state.answers.clear();
  const session = await sessionOf(state);
  if (session.status === "live") forgetCached(session.signedIn.key);
}

function downloadAsUser<T extends Download>(
  state: RequestState,
  signal: AbortSignal,
  operation: T,
  input: SentInput<T>,
): Promise<Response> {
  return asUser(state, operation, (credentials) => openDownload(operation, input, { ...credentials, signal }));
}

/**
 * Runs work with the session's access token. Remembers for this request if the API ended the session or is unavailable.
 */
async function asUser<R>(
  state: RequestState,
  operation: Operation,
  ask: (credentials: { token?: string; session?: string }) => Promise<R>,
): Promise<R> {
  const session = await sessionOf(state);
  if (operation.permission !== "anyone" && session.status !== "live") throw new ApiRefusal(401, undefined);
  if (state.isApiUnavailable) throw new ApiRefusal(503, undefined);
  try {
    return await ask(credentialsOf(session)).catch(async (error: unknown) => {
      const isRefused = error instanceof ApiRefusal && error.status === 401 && session.status === "live";
      if (!isRefused || !(await renewRefused(state, session.signedIn.tokens.access))) throw error;
      return ask(credentialsOf(await sessionOf(state)));
    });
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) await markExpired(state);
    if (error instanceof ApiRefusal && error.status === 503) state.isApiUnavailable = true;
    throw error;
  }
}

const credentialsOf = (session: Session) =>
  session.status === "live" ? { token: session.signedIn.tokens.access, session: session.signedIn.key } : {};

/** Returns the address of the page without any open form, keeping the way back to the list. */
export function readView(context: RequestContext): string {
  return withParams(requestedPath(context), { edit: null });
}

/** Returns the address of the requested page, without the suffix of data requests. */
export function requestedPath({ url }: Pick<RequestContext, "url">): string {
  const path = url.pathname === "/_root.data" ? "/" : url.pathname.replace(/\.data$/, "");
  const query = new URLSearchParams(url.search);
  query.delete("_routes");
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}
