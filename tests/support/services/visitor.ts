/** Calls a loader or an action as the server does, with the given cookies. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { type RequestState, stateOf } from "#app/services/request/request-state.server.ts";
import type { CookieJar } from "./cookies.ts";
import { publicUrl } from "./world.ts";

type Route = (args: ActionFunctionArgs) => Promise<unknown>;
type Params = ActionFunctionArgs["params"];

export interface Outcome {
  status: number;
  /** The route's result, returned or thrown. */
  body: unknown;
  headers: Headers;
  /** The browser's cookies afterwards. */
  jar: CookieJar;
}

/** Calls a loader. */
export function visit(route: Route, path: string, jar: CookieJar, params: Params = {}): Promise<Outcome> {
  return outcomeOf(route, new Request(`${publicUrl}${path}`, { headers: { cookie: jar.header } }), jar, params);
}

/** Calls an action with form fields, submitted from one of our pages. */
export function send(
  route: Route,
  path: string,
  fields: Record<string, string | File>,
  jar: CookieJar,
  params: Params = {},
): Promise<Outcome> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = { cookie: jar.header, "sec-fetch-site": "same-origin" };
  return outcomeOf(route, new Request(`${publicUrl}${path}`, { method: "POST", body, headers }), jar, params);
}

async function outcomeOf(route: Route, request: Request, jar: CookieJar, params: Params): Promise<Outcome> {
  const context = {};
  const result = await route({ request, params, context }).catch((thrown: unknown) => thrown);
  return { ...describe(result), jar: keepCookies(jar, result, stateOf(context, request)) };
}

/** The type that Remix's `data()` returns. */
interface WithInit {
  type: "DataWithResponseInit";
  data: unknown;
  init: ResponseInit | null;
}

const isWithInit = (value: unknown): value is WithInit =>
  typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit";

function describe(result: unknown): Omit<Outcome, "jar"> {
  if (result instanceof Response) return { status: result.status, body: undefined, headers: result.headers };
  if (isWithInit(result))
    return { status: result.init?.status ?? 200, body: result.data, headers: new Headers(result.init?.headers) };
  if (result instanceof Error) throw result;
  return { status: 200, body: result, headers: new Headers() };
}

function keepCookies(jar: CookieJar, result: unknown, state: RequestState): CookieJar {
  const left = result instanceof Response ? result.headers.getSetCookie() : [];
  return jar.copy().keep([...left, ...state.pendingCookies]);
}
