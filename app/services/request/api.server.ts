/** The only place where the back office sends HTTP requests to the API. */
import { createHmac, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  alreadySent,
  carriedOutHeader,
  type Download,
  type Operation,
  type OutputOf,
  pathFields,
  type SentInput,
  sessionHeader,
  visitorHeader,
  visitorText,
} from "#contract/operation.ts";
import { type ChangedBy, insufficientAuthentication, type Problem, problemSchema } from "#contract/problem.ts";
import { env } from "./environment.server.ts";
import { log } from "./log.server.ts";

/** The step-up challenge: the maximum age of the last authentication in seconds, and the required method. */
export interface StepUp {
  maxAge: number;
  acrValues?: string | undefined;
}

/** The fields that others have changed as well, and the snapshot to send as `Shown` once the user has seen them. */
export interface ChangedMeanwhile {
  theirs: Record<string, unknown>;
  /** The users who have changed them, if the API names them. */
  by?: Record<string, ChangedBy> | undefined;
  shown: string;
}

/** The API refused a request or could not be reached. `status` 503 means that a retry may succeed. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    /** Message for the user; undefined if the API gave none that is fit to be shown. */
    readonly reason: string | undefined,
    readonly fields: Record<string, string[]> = {},
    /** A body other than a problem document: some operations answer with data even when they fail. */
    readonly body?: unknown,
    /** The API requires recent authentication. */
    readonly stepUp?: StepUp,
    /** Others have changed the same fields. */
    readonly changed?: ChangedMeanwhile,
    /** A command with this `Id` has been carried out, with other values. */
    readonly isAlreadySent = false,
  ) {
    super(reason ?? `the API answered ${status}`);
    this.name = "ApiRefusal";
  }
}

type Callable = Exclude<Operation, Download>;
const timeouts = { query: 10_000, command: 30_000, upload: 30_000, download: 120_000 } as const;
/** Of an upload with a large file, which is on its way for some seconds and is read before the answer. */
const largeUploadTimeout = 10 * 60_000;

const timeoutOf = (operation: Callable) =>
  operation.kind === "upload" && operation.isLarge ? largeUploadTimeout : timeouts[operation.kind];

/** The credentials of a request; empty for operations that need none. */
interface Credentials {
  /** The access token. */
  token?: string | undefined;
  /** Key of the session that the token belongs to. */
  session?: string | undefined;
  /** The visitor's network address, by which the API limits operations that need no token. */
  visitor?: string | undefined;
}

interface Sending extends Credentials {
  files?: File[] | undefined;
  /** Is called if an earlier request has carried out the command, with the time of that (UTC). */
  onCarriedOutBefore?: (at: string) => void;
}

/**
 * Calls an operation of the API.
 * @returns the answer, validated against the contract
 * @throws ApiRefusal
 */
export async function callOperation<T extends Callable>(
  operation: T,
  input: SentInput<T>,
  { files = [], onCarriedOutBefore, ...credentials }: Sending = {},
): Promise<OutputOf<T>> {
  const response = await send(
    operation,
    input as Record<string, unknown>,
    credentials,
    AbortSignal.timeout(timeoutOf(operation)),
    files,
  );
  const body = await bodyOf(response);
  if (!response.ok) throw refusal(response.status, body);
  const carriedOut = response.headers.get(carriedOutHeader);
  if (carriedOut !== null) onCarriedOutBefore?.(carriedOut);
  const answer = operation.output.safeParse(body);
  if (answer.success) return answer.data as OutputOf<T>;
  log.error(
    { path: operation.path, problem: z.prettifyError(answer.error) },
    "an answer of the API does not match the contract",
  );
  throw new ApiRefusal(503, undefined);
}

/**
 * Starts a download from the API.
 * @param signal aborts the download, for example when the client disconnects
 * @param knownVersion `ETag` of what the client has; the response is 304 without content if it is still current
 * @returns the response as soon as its headers have arrived
 * @throws ApiRefusal
 */
export async function openDownload<T extends Download>(
  operation: T,
  input: SentInput<T>,
  { signal, knownVersion, ...credentials }: Credentials & { signal: AbortSignal; knownVersion?: string | undefined },
): Promise<Response> {
  const limit = timeLimit(timeouts.download, signal);
  const known = knownVersion === undefined ? undefined : { "if-none-match": knownVersion };
  const response = await send(operation, input as Record<string, unknown>, credentials, limit.signal, [], known);
  const isKnown = known !== undefined && response.status === 304;
  if (!response.ok && !isKnown) throw refusal(response.status, await bodyOf(response));
  // The response has started, so its reader sets the pace from here on. Five minutes without data end it.
  limit.lift();
  return response;
}

/**
 * Returns null for an empty body, and undefined for one that is truncated or not JSON; no operation answers with
 * undefined.
 */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function send(
  operation: Operation,
  input: Record<string, unknown>,
  { token, session, visitor }: Credentials,
  signal: AbortSignal,
  files: File[] = [],
  more: Record<string, string> = {},
): Promise<Response> {
  const inPath = pathFields(operation.path);
  // Sent, a word in place of an id might be the address of another operation. Like an unknown id, it leads nowhere.
  if (inPath.some((name) => !operation.input.shape[name]?.safeParse(input[name]).success))
    throw new ApiRefusal(404, undefined);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const url = new URL(`${env.apiUrl}/api/v1/${path}`);
  const rest = Object.entries(input).filter(
    ([name, value]) => !inPath.includes(name) && value !== undefined && value !== null,
  );
  const headers = new Headers({ accept: "application/json", "x-request-id": randomUUID(), ...more });
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (session) headers.set(sessionHeader, session);
  if (visitor !== undefined && operation.permission === "anyone") headers.set(visitorHeader, signed(visitor));

  let body: string | FormData | undefined;
  if (operation.method === "GET") for (const [name, value] of rest) url.searchParams.set(name, String(value));
  else if (operation.kind === "upload") body = multipart(operation.fileField, rest, files);
  else {
    headers.set("content-type", "application/json");
    body = JSON.stringify(input);
  }
  try {
    return await fetch(url, { method: operation.method, headers, body, redirect: "error", signal });
  } catch (error) {
    log.error({ err: error, path: operation.path }, "the API cannot be reached");
    throw new ApiRefusal(503, undefined);
  }
}

const signed = (address: string) =>
  `${address} ${createHmac("sha256", env.clientSecret).update(visitorText(address)).digest("hex")}`;

/**
 * Aborts after `ms` milliseconds unless lifted, or when the other signal aborts. `AbortSignal.any` is not used: in Node
 * 20 its signals are sometimes garbage-collected before they fire, and the request then hangs for minutes.
 */
function timeLimit(ms: number, until: AbortSignal): { signal: AbortSignal; lift(): void } {
  const either = new AbortController();
  const timer = setTimeout(() => either.abort(new DOMException("This took too long.", "TimeoutError")), ms).unref();
  const follow = () => either.abort(until.reason);
  if (until.aborted) follow();
  else until.addEventListener("abort", follow, { once: true });
  return { signal: either.signal, lift: () => clearTimeout(timer) };
}

function multipart(fileField: string, fields: [string, unknown][], files: File[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, String(value));
  for (const file of files) form.append(fileField, file, file.name);
  return form;
}

const cut = (reason: string | undefined) => reason?.slice(0, 300);
const cutEach = (errors: Problem["errors"] = {}) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, reason]) => [field, reason.map((each) => each.slice(0, 300))]),
  );

/**
 * By contract, a status 500 with an array as its body lists the records that use this one. It is neither an outage nor
 * worth a retry.
 */
const isInUse = (status: number, body: unknown) => status === 500 && Array.isArray(body);

/** Messages are shown only if they come with a refusal, as plain text and up to a limited length. */
function refusal(status: number, body: unknown): ApiRefusal {
  const problem = problemSchema.safeParse(body);
  const {
    message,
    errors,
    code,
    max_age: maxAge = 0,
    acr_values: acrValues,
    theirs,
    by,
    shown,
  }: Problem = problem.success ? problem.data : {};
  // Not the 401 of an expired session: the session goes on.
  if (code === insufficientAuthentication)
    return new ApiRefusal(403, cut(message), {}, undefined, { maxAge, acrValues });
  // A 503 with a message explains why the API is unavailable; other server errors have nothing to tell the user.
  const isRefusal = (status >= 400 && status < 500) || status === 503;
  return new ApiRefusal(
    isInUse(status, body) ? 409 : status >= 500 ? 503 : status,
    isRefusal ? cut(message) : undefined,
    isRefusal ? cutEach(errors) : {},
    problem.success ? undefined : body,
    undefined,
    theirs && shown !== undefined ? { theirs, by, shown } : undefined,
    code === alreadySent,
  );
}
