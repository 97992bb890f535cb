/**
 * The wrapper around every loader and action: session, same-origin check, cookies and headers on every response, and
 * the translation of the API's refusals. Routes never handle a status code or a header.
 */

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import type { PageError } from "#app/lib/page-error.ts";
import { paths } from "#app/lib/paths.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { assertSignedIn, permissionsOf } from "#app/services/session/permissions.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";
import type { Operation } from "#contract/operation.ts";
import { can } from "#contract/permissions.ts";
import { ApiRefusal } from "./api.server.ts";
import { BadRequest } from "./bad-request.server.ts";
import { assertSameOrigin } from "./guard.server.ts";
import { log } from "./log.server.ts";
import { limitRequests } from "./rate-limit.server.ts";
import { createRequestContext, type RequestContext, requestedPath } from "./request-context.server.ts";
import { completeHeaders, type RequestState } from "./request-state.server.ts";
import { secure } from "./security-headers.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** For pages that require a signed-in user: without a session, redirects to `/login` and back. */
export function screen<T>(work: (context: RequestContext) => Promise<T>) {
  return shell(async (context) => {
    // Forms call the API themselves and preserve the input if it refuses.
    if (context.request.method === "POST") return work(context);
    const [result] = await Promise.all([work(context), assertSignedIn(context)]);
    return result;
  });
}

/** For the layout around the screens, including the screen that says that the session has ended. */
export function shell<T>(work: (context: RequestContext) => Promise<T>) {
  return wrapped(async (context) => {
    const session = await sessionOf(context.state);
    if (session.status === "none") {
      // If the input is too long for a draft, the form stays on the page and can be submitted again after signing in.
      if (context.state.typed) throw data<PageError>({ status: 401, typed: context.state.typed }, { status: 401 });
      throw redirectDocument(paths.login(requestedPath(context)));
    }
    return work(context);
  });
}

/**
 * For dialogs and pages that lead to a single operation: without its permission there is nothing to see, and no page
 * where the API lacks its feature.
 */
export function screenFor<T>(operation: Operation, work: (context: RequestContext) => Promise<T>) {
  return screen(async (context) => {
    if (!(await hasFeature(operation.feature))) throw missing();
    if (!can(await permissionsOf(context), operation)) throw forbidden();
    return work(context);
  });
}

/** For pages and resources that are open to everybody. */
export function publicRoute<T>(work: (context: RequestContext) => Promise<T>) {
  return wrapped(work);
}

/**
 * For routes without a page: `resource(screen(…))`, `resource(publicRoute(…))`. Nothing is rendered, so this completes
 * the response with headers and cookies.
 */
export function resource(route: (args: Args) => Promise<unknown>) {
  return async (args: Args): Promise<Response> => {
    const { state } = createRequestContext(args);
    try {
      const result = await route(args);
      return result instanceof Response ? result : finish(Response.json(result), state);
    } catch (error) {
      throw isRemixData(error) ? finish(Response.json(error.data, error.init ?? {}), state) : error;
    }
  };
}

/**
 * For routes that answer with a file (`download`). If the session has ended, redirects to the page of the download,
 * which says so.
 */
export function downloadRoute(work: (context: RequestContext) => Promise<Response>) {
  return resource(shell(work));
}

function wrapped<T>(work: (context: RequestContext) => Promise<T>) {
  return async (args: Args): Promise<T> => {
    const context = createRequestContext(args);
    const { state } = context;
    try {
      assertSameOrigin(context.request);
      // A form is counted after its input has been read, so that it can be shown again if the limit is exceeded.
      if (context.request.method !== "POST") await limitRequests(context);
      const result = await work(context);
      if (result instanceof Response) finish(result, state);
      return result;
    } catch (error) {
      throw error instanceof Response ? finish(error, state) : pageErrorOf(error, state);
    }
  };
}

/** Completes a response that is not rendered, such as a redirect or a download, with headers and cookies. */
function finish(response: Response, state: RequestState): Response {
  completeHeaders(response.headers, state);
  secure(response.headers);
  return response;
}

/** Converts an error to the data of the error page. */
function pageErrorOf(error: unknown, state: RequestState) {
  const pageError: PageError = { status: 500, typed: state.typed };
  if (error instanceof ApiRefusal)
    Object.assign(pageError, { status: error.status, message: error.reason ?? state.notSaved });
  else if (error instanceof BadRequest) Object.assign(pageError, { status: error.status, message: error.message });
  else if (isRemixData(error)) return error;
  else log.error({ err: error }, "unexpected error in a route");
  return data(pageError, { status: pageError.status });
}

type RemixData = ReturnType<typeof data<unknown>>;
const isRemixData = (value: unknown): value is RemixData =>
  typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit";

/** For pages that the user may not open. */
export function forbidden() {
  return data<PageError>({ status: 403 }, { status: 403 });
}

/** For addresses that do not exist. */
export function missing() {
  return data<PageError>({ status: 404 }, { status: 404 });
}
