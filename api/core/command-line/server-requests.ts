/**
 * Commands on the server, such as `npm run unlock`, beside a running API with the embedded database, which only one
 * process can open: the command leaves a request file in the data folder, and the API carries it out and leaves the
 * answer. Whoever can write to that folder could also change the data itself.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";

/** A kind of request. The command and the API agree on its input and its answer, which are stored as JSON. */
export interface RequestKind<Input, Answer> {
  readonly name: string;
  /** Carries the types alone. */
  readonly types?: { input: Input; answer: Answer };
}

export interface RequestHandler {
  readonly name: string;
  readonly handle: (input: unknown) => Promise<unknown>;
}

export const handlerOf = <Input, Answer>(
  { name }: RequestKind<Input, Answer>,
  handle: (input: Input) => Promise<Answer>,
): RequestHandler => ({ name, handle: (input) => handle(input as Input) });

interface Request {
  kind: string;
  input: unknown;
}
type Outcome<Answer> = { answer: Answer } | { error: string };

const lookEveryMs = 500;
const folderIn = (dataDir: string) => join(dataDir, "requests");
const filesOf = (folder: string, id: string) => ({
  request: join(folder, `${id}.request`),
  taken: join(folder, `${id}.taken`),
  answer: join(folder, `${id}.answer`),
});

/** Writes a file that others see only once it is complete. */
function writeWhole(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Watches for requests, in the API's process. Returns a function that stops it. */
export function takeRequests(
  handlers: readonly RequestHandler[],
  dataDir: string,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const folder = folderIn(dataDir);
  let running = Promise.resolve();
  const look = async () => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".request")))
      await carryOut(filesOf(folder, name.slice(0, -".request".length)), handlers, log);
  };
  const timer = setInterval(() => {
    running = running.then(look).catch((error: Error) => log.error({ err: error }, "looking for requests failed"));
  }, lookEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function carryOut(
  { request, taken, answer }: ReturnType<typeof filesOf>,
  handlers: readonly RequestHandler[],
  log: FastifyBaseLogger,
): Promise<void> {
  renameSync(request, taken);
  const { kind, input } = JSON.parse(readFileSync(taken, "utf8")) as Request;
  const handler = handlers.find(({ name }) => name === kind);
  try {
    if (!handler) throw new Error(`This version of the API does not know the request ${kind}.`);
    writeWhole(answer, { answer: await handler.handle(input) });
    log.warn({ request: kind }, "a request of a command on the server was carried out");
  } catch (error) {
    log.error({ err: error, request: kind }, "a request of a command on the server failed");
    writeWhole(answer, { error: (error as Error).message });
  }
  rmSync(taken, { force: true });
}

interface Patience {
  /** Milliseconds until the API must have taken the request. */
  takenWithinMs: number;
  /** Milliseconds until it must have answered. */
  answeredWithinMs: number;
}

/**
 * Leaves a request, in the command's process, and waits for its answer.
 * @throws Error in words for the person at the keyboard, if there is no answer in time or the request failed
 */
export async function requestFromApi<Input, Answer>(
  dataDir: string,
  { name: kind }: RequestKind<Input, Answer>,
  input: Input,
  { takenWithinMs, answeredWithinMs }: Patience = { takenWithinMs: 15_000, answeredWithinMs: 30_000 },
): Promise<Answer> {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { request, taken, answer } = filesOf(folder, randomUUID());
  const began = Date.now();
  writeWhole(request, { kind, input } satisfies Request);
  try {
    while (!existsSync(answer)) {
      const waited = Date.now() - began;
      if (waited > (existsSync(request) ? takenWithinMs : answeredWithinMs))
        throw new Error("The API that uses this data folder did not answer. Stop it, and run the command again.");
      await pause(100);
    }
    const outcome = JSON.parse(readFileSync(answer, "utf8")) as Outcome<Answer>;
    if ("error" in outcome) throw new Error(`The API could not do it: ${outcome.error}`);
    return outcome.answer;
  } finally {
    for (const file of [request, taken, answer]) rmSync(file, { force: true });
  }
}
