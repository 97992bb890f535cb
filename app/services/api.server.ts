/** The one fetch: every call of the back office to the API goes through here. */
import { randomUUID } from "node:crypto";
import {
  type Download,
  type GivenInput,
  type Operation,
  type OutputOf,
  pathFields,
  sessionHeader,
} from "@contract/operation.ts";
import { insufficientAuthentication, type Problem, problemSchema } from "@contract/problem.ts";
import { z } from "zod";
import { env } from "./environment.server";
import { log } from "./log.server";

/** How old the last proof may be, in seconds, and how it has to be given. */
export interface StepUp {
  maxAge: number;
  acrValues?: string | undefined;
}

/** What others made of fields that an edit changes as well, and what to send as `Shown` once that was seen. */
export interface ChangedMeanwhile {
  theirs: Record<string, unknown>;
  shown: string;
}

/** The API said no, or could not be asked. `status` 503 stands for everything that a second try may cure. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    /** For people; undefined where the API gave no words that are fit to be shown. */
    readonly words: string | undefined,
    readonly fields: Record<string, string[]> = {},
    /** A body that is no problem document: some calls answer with data even then. */
    readonly body?: unknown,
    /** The API asks for a fresh proof of identity. */
    readonly stepUp?: StepUp,
    /** Others have changed the same fields. */
    readonly changed?: ChangedMeanwhile,
  ) {
    super(words ?? `the API answered ${status}`);
    this.name = "ApiRefusal";
  }
}

type Callable = Exclude<Operation, Download>;
const timeouts = { query: 10_000, command: 30_000, upload: 30_000, download: 120_000 } as const;

/** Whose call it is; neither for operations that anyone may call. */
interface Credentials {
  /** The access token. */
  token?: string | undefined;
  /** The key of the session that the token belongs to. */
  session?: string | undefined;
}

/**
 * Calls an operation of the API.
 * @returns the answer, checked against the contract
 * @throws ApiRefusal
 */
export async function callOperation<T extends Callable>(
  operation: T,
  input: GivenInput<T>,
  { files = [], ...credentials }: Credentials & { files?: File[] } = {},
): Promise<OutputOf<T>> {
  const response = await send(
    operation,
    input as Record<string, unknown>,
    credentials,
    AbortSignal.timeout(timeouts[operation.kind]),
    files,
  );
  const body = await bodyOf(response);
  if (!response.ok) throw refusal(response.status, body);
  const answer = operation.output.safeParse(body);
  if (answer.success) return answer.data as OutputOf<T>;
  log.error(
    { path: operation.path, problem: z.prettifyError(answer.error) },
    "an answer of the API does not keep the agreement",
  );
  throw new ApiRefusal(503, undefined);
}

/**
 * Opens a file of the API.
 * @param signal ends the download early, when nobody waits for it any more
 * @returns the answer, its body still on its way
 * @throws ApiRefusal
 */
export async function openDownload<T extends Download>(
  operation: T,
  input: GivenInput<T>,
  { signal, ...credentials }: Credentials & { signal: AbortSignal },
): Promise<Response> {
  const limit = timeLimit(timeouts.download, signal);
  const response = await send(operation, input as Record<string, unknown>, credentials, limit.signal);
  if (!response.ok) throw refusal(response.status, await bodyOf(response));
  // The answer has begun; its reader sets the pace from here. Five minutes of silence end it.
  limit.lift();
  return response;
}

/** Null when there is none. What is no JSON, or was cut off, is undefined, which no operation answers with. */
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
  { token, session }: Credentials,
  signal: AbortSignal,
  files: File[] = [],
): Promise<Response> {
  const inPath = pathFields(operation.path);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const url = new URL(`${env.apiUrl}/api/v1/${path}`);
  const rest = Object.entries(input).filter(
    ([name, value]) => !inPath.includes(name) && value !== undefined && value !== null,
  );
  const headers = new Headers({ accept: "application/json", "x-request-id": randomUUID() });
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (session) headers.set(sessionHeader, session);

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

/**
 * Aborts after so many milliseconds unless that is lifted, or with the other signal. Not `AbortSignal.any`: in Node 20
 * its signals are sometimes collected before they fire, and a call waits for minutes.
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

const cut = (words: string | undefined) => words?.slice(0, 300);
const cutEach = (errors: Problem["errors"] = {}) =>
  Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, words.map((each) => each.slice(0, 300))]));

/** A failure with a list for a body is an answer that was agreed: what stands in the way. Nothing is away, and nothing is asked again. */
const isInUse = (status: number, body: unknown) => status === 500 && Array.isArray(body);

/** Words are shown only when they come with a refusal, as plain text, and not at any length. */
function refusal(status: number, body: unknown): ApiRefusal {
  const problem = problemSchema.safeParse(body);
  const {
    message,
    errors,
    code,
    max_age: maxAge = 0,
    acr_values: acrValues,
    theirs,
    shown,
  }: Problem = problem.success ? problem.data : {};
  // The session goes on, so it is not the 401 of a sign-in that has ended.
  if (code === insufficientAuthentication)
    return new ApiRefusal(403, cut(message), {}, undefined, { maxAge, acrValues });
  // A 503 with words says why the API cannot do it at the moment; other failures on its side have nothing to tell.
  const isRefusal = (status >= 400 && status < 500) || status === 503;
  return new ApiRefusal(
    isInUse(status, body) ? 409 : status >= 500 ? 503 : status,
    isRefusal ? cut(message) : undefined,
    isRefusal ? cutEach(errors) : {},
    problem.success ? undefined : body,
    undefined,
    theirs && shown !== undefined ? { theirs, shown } : undefined,
  );
}
