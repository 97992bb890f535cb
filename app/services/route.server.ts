/**
 * The wrapper around every loader and action: session, same-origin guard, cookies and headers on every answer, and one
 * translation of what the API refuses. A route never sees a status code, a header or a `try`.
 */
import type { BuiltOperation, Download, GivenInput, Operation, OutputOf } from "@contract/operation.ts";
import { can } from "@contract/permissions.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/lib/paths";
import type { Trouble } from "~/lib/trouble";
import { ApiRefusal, callOperation } from "./api.server";
import { assertSameOrigin, BadRequest } from "./guard.server";
import { log } from "./log.server";
import { appendCookies, type RequestState, stateOf } from "./request-state.server";
import { secure } from "./security-headers.server";
import { permissionsOf } from "./permissions.server";
import { markExpired, sessionOf } from "./session.server";

type Callable = Exclude<BuiltOperation, Download>;

/** What a route may ask for. */
export interface Call {
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  state: RequestState;
  /** Calls the API as the person at the browser; the same query is asked once in a request. */
  api<T extends Callable>(operation: T, input: GivenInput<T>, files?: File[]): Promise<OutputOf<T>>;
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** For pages that need somebody signed in: without a session the answer leads to `/login` and back. */
export function screen<T>(work: (call: Call) => Promise<T>) {
  return wrapped(async (call) => {
    const session = await sessionOf(call.state);
    if (session.status === "none") throw redirect(paths.login(wantedPath(call)));
    return work(call);
  });
}

/** For dialogs and pages that only lead to one operation: without its permission there is nothing to see. */
export function screenFor<T>(operation: Operation, work: (call: Call) => Promise<T>) {
  return screen(async (call) => {
    if (!can(await permissionsOf(call), operation)) throw data<Trouble>({ status: 403 }, { status: 403 });
    return work(call);
  });
}

/** For pages that anybody may open. */
export function open<T>(work: (call: Call) => Promise<T>) {
  return wrapped(work);
}

function wrapped<T>(work: (call: Call) => Promise<T>) {
  return async ({ request, params, context }: Args): Promise<T> => {
    const state = stateOf(context, request);
    const call: Call = { request, params, state, url: new URL(request.url), api: (...args) => callAs(state, ...args) };
    try {
      assertSameOrigin(request);
      const result = await work(call);
      if (result instanceof Response) finish(result, state);
      return result;
    } catch (error) {
      throw error instanceof Response ? finish(error, state) : asTrouble(error, state);
    }
  };
}

async function callAs<T extends Callable>(state: RequestState, operation: T, input: GivenInput<T>, files?: File[]): Promise<OutputOf<T>> {
  const session = await sessionOf(state);
  if (operation.permission !== "anyone" && session.status !== "live") throw new ApiRefusal(401, undefined);
  const token = session.status === "live" ? session.signedIn.tokens.access : undefined;
  const ask = async () => {
    if (state.isApiAway) throw new ApiRefusal(503, undefined);
    try {
      return await callOperation(operation, input, { token, files });
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 401) await markExpired(state);
      if (error instanceof ApiRefusal && error.status === 503) state.isApiAway = true;
      throw error;
    }
  };
  if (operation.method !== "GET") return ask();
  const key = `${operation.path} ${JSON.stringify(input)}`;
  const known = (state.answers.get(key) as Promise<OutputOf<T>> | undefined) ?? ask();
  state.answers.set(key, known);
  return known;
}

/** A page or resource that leaves as it is: redirects and downloads never pass the rendering, so they are dressed here. */
function finish(response: Response, state: RequestState): Response {
  appendCookies(response.headers, state);
  secure(response.headers);
  return response;
}

/** What went wrong, as the error page needs it. */
function asTrouble(error: unknown, state: RequestState) {
  const trouble: Trouble = { status: 500, typed: state.typed };
  if (error instanceof ApiRefusal) Object.assign(trouble, { status: error.status, message: error.words });
  else if (error instanceof BadRequest) Object.assign(trouble, { status: error.status, message: error.message });
  else if (isRemixData(error)) return error;
  else log.error({ err: error }, "unexpected error in a route");
  return data(trouble, { status: trouble.status });
}

const isRemixData = (value: unknown): boolean => typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit";

/** The page that was wanted, without the suffix of data requests. */
export function wantedPath({ url }: Call): string {
  const path = url.pathname === "/_root.data" ? "/" : url.pathname.replace(/\.data$/, "");
  const query = new URLSearchParams(url.search);
  query.delete("_routes");
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

/** For addresses that lead nowhere. */
export function missing() {
  return data<Trouble>({ status: 404 }, { status: 404 });
}
