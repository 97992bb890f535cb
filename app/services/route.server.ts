/**
 * The wrapper around every loader and action: session, same-origin guard, cookies and headers on every answer, and one
 * translation of what the API refuses. A route never sees a status code, a header or a `try`.
 */
import type { Operation } from "@contract/operation.ts";
import { can } from "@contract/permissions.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { paths } from "~/lib/paths";
import type { Trouble } from "~/lib/trouble";
import { ApiRefusal } from "./api.server";
import { BadRequest } from "./bad-request.server";
import { type Call, createCall, wantedPath } from "./call.server";
import { assertSameOrigin } from "./guard.server";
import { log } from "./log.server";
import { assertSignedIn, permissionsOf } from "./permissions.server";
import { limitRequests } from "./rate-limit.server";
import { completeHeaders, type RequestState } from "./request-state.server";
import { secure } from "./security-headers.server";
import { sessionOf } from "./session.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** For pages that need somebody signed in: without a session the answer leads to `/login` and back. */
export function screen<T>(work: (call: Call) => Promise<T>) {
  return shell(async (call) => {
    // A form asks the API itself, and keeps what was typed when the API refuses.
    if (call.request.method === "POST") return work(call);
    const [result] = await Promise.all([work(call), assertSignedIn(call)]);
    return result;
  });
}

/** For what stands around the screens, also around the one that says that the session has ended. */
export function shell<T>(work: (call: Call) => Promise<T>) {
  return wrapped(async (call) => {
    const session = await sessionOf(call.state);
    if (session.status === "none") {
      // A form whose input is too long to wait in a draft stays on the page, to be sent again after signing in.
      if (call.state.typed) throw data<Trouble>({ status: 401, typed: call.state.typed }, { status: 401 });
      throw redirectDocument(paths.login(wantedPath(call)));
    }
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

/** For pages and resources that anybody may open. */
export function publicRoute<T>(work: (call: Call) => Promise<T>) {
  return wrapped(work);
}

/**
 * For addresses without a page: `resource(screen(…))`, `resource(publicRoute(…))`. What they answer is not rendered,
 * so it becomes a whole answer here, with its headers and cookies.
 */
export function resource(route: (args: Args) => Promise<unknown>) {
  return async (args: Args): Promise<Response> => {
    const { state } = createCall(args);
    try {
      const result = await route(args);
      return result instanceof Response ? result : finish(Response.json(result), state);
    } catch (error) {
      throw isRemixData(error) ? finish(Response.json(error.data, error.init ?? {}), state) : error;
    }
  };
}

/** For addresses that answer with a file (`download`). It leads back to its page when the session has ended, and the page says so. */
export function downloadRoute(work: (call: Call) => Promise<Response>) {
  return resource(shell(work));
}

function wrapped<T>(work: (call: Call) => Promise<T>) {
  return async (args: Args): Promise<T> => {
    const call = createCall(args);
    const { state } = call;
    try {
      assertSameOrigin(call.request);
      // A form is counted once its input is known, so that a refusal can give it back.
      if (call.request.method !== "POST") await limitRequests(call);
      const result = await work(call);
      if (result instanceof Response) finish(result, state);
      return result;
    } catch (error) {
      throw error instanceof Response ? finish(error, state) : asTrouble(error, state);
    }
  };
}

/** A page or resource that leaves as it is: redirects and downloads never pass the rendering, so they are dressed here. */
function finish(response: Response, state: RequestState): Response {
  completeHeaders(response.headers, state);
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

type RemixData = ReturnType<typeof data<unknown>>;
const isRemixData = (value: unknown): value is RemixData =>
  typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit";

/** For addresses that lead nowhere. */
export function missing() {
  return data<Trouble>({ status: 404 }, { status: 404 });
}
