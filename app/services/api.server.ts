/** The one fetch: every call of the back office to the API goes through here. */
import { randomUUID } from "node:crypto";
import { type Download, type GivenInput, type Operation, type OutputOf, pathFields } from "@contract/operation.ts";
import { type Problem, problemSchema } from "@contract/problem.ts";
import { z } from "zod";
import { env } from "./environment.server";
import { log } from "./log.server";

/** The API said no, or could not be asked. `status` 503 stands for everything that a second try may cure. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    /** For people; undefined where the API gave no words that are fit to be shown. */
    readonly words: string | undefined,
    readonly fields: Record<string, string[]> = {},
    /** A body that is no problem document: some calls answer with data even then. */
    readonly body?: unknown,
  ) {
    super(words ?? `the API answered ${status}`);
    this.name = "ApiRefusal";
  }
}

type Callable = Exclude<Operation, Download>;
const timeouts = { query: 10_000, command: 30_000, upload: 30_000, download: 120_000 } as const;

/**
 * Calls an operation of the API.
 * @param token the caller's access token; none for operations that anyone may call
 * @returns the answer, checked against the contract
 * @throws ApiRefusal
 */
export async function callOperation<T extends Callable>(
  operation: T,
  input: GivenInput<T>,
  { token, files = [] }: { token?: string; files?: File[] } = {},
): Promise<OutputOf<T>> {
  const response = await send(operation, input as Record<string, unknown>, token, AbortSignal.timeout(timeouts[operation.kind]), files);
  const body = await bodyOf(response);
  if (!response.ok) throw refusal(response.status, body);
  const answer = operation.output.safeParse(body);
  if (answer.success) return answer.data as OutputOf<T>;
  log.error({ path: operation.path, problem: z.prettifyError(answer.error) }, "an answer of the API does not keep the agreement");
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
  { token, signal }: { token: string | undefined; signal: AbortSignal },
): Promise<Response> {
  const limit = timeLimit(timeouts.download, signal);
  const response = await send(operation, input as Record<string, unknown>, token, limit.signal);
  if (!response.ok) throw refusal(response.status, await bodyOf(response));
  // It has begun; how long the rest takes is up to who reads it. Silence of five minutes ends it by itself.
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
  token: string | undefined,
  signal: AbortSignal,
  files: File[] = [],
): Promise<Response> {
  const inPath = pathFields(operation.path);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const url = new URL(`${env.apiUrl}/api/v1/${path}`);
  const rest = Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined && value !== null);
  const headers = new Headers({ accept: "application/json", "x-request-id": randomUUID() });
  if (token) headers.set("authorization", `Bearer ${token}`);

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
  const { message, errors }: Problem = problem.success ? problem.data : {};
  const isRefusal = status >= 400 && status < 500;
  return new ApiRefusal(
    isInUse(status, body) ? 409 : status >= 500 ? 503 : status,
    isRefusal ? cut(message) : undefined,
    isRefusal ? cutEach(errors) : {},
    problem.success ? undefined : body,
  );
}
