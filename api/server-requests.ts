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
import type { CopyRequest, DatabaseCopy } from "#api/modules/backup/copy-database.ts";
import type { Inviting } from "#api/modules/identity/administrator/links.ts";
import type { Unlocked, Unlocking } from "#api/modules/identity/unlock-account.ts";

/** Each kind of request, with its input and its answer. */
export interface Requests {
  invite: { input: Inviting; answer: unknown };
  unlock: { input: Unlocking; answer: Unlocked };
  copy: { input: CopyRequest; answer: DatabaseCopy };
}
export type RequestKind = keyof Requests;
export type RequestHandlers = {
  [K in RequestKind]: (input: Requests[K]["input"]) => Promise<Requests[K]["answer"]>;
};
interface Request<K extends RequestKind> {
  kind: K;
  input: Requests[K]["input"];
}
type Outcome<K extends RequestKind> = { answer: Requests[K]["answer"] } | { error: string };

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
  handlers: Partial<RequestHandlers>,
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
  handlers: Partial<RequestHandlers>,
  log: FastifyBaseLogger,
): Promise<void> {
  renameSync(request, taken);
  const { kind, input } = JSON.parse(readFileSync(taken, "utf8")) as Request<RequestKind>;
  const handle = handlers[kind] as ((given: typeof input) => Promise<unknown>) | undefined;
  try {
    if (!handle) throw new Error(`This version of the API does not know the request ${kind}.`);
    writeWhole(answer, { answer: await handle(input) });
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
export async function requestFromApi<K extends RequestKind>(
  dataDir: string,
  kind: K,
  input: Requests[K]["input"],
  { takenWithinMs, answeredWithinMs }: Patience = { takenWithinMs: 15_000, answeredWithinMs: 30_000 },
): Promise<Requests[K]["answer"]> {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { request, taken, answer } = filesOf(folder, randomUUID());
  const began = Date.now();
  writeWhole(request, { kind, input } satisfies Request<K>);
  try {
    while (!existsSync(answer)) {
      const waited = Date.now() - began;
      if (waited > (existsSync(request) ? takenWithinMs : answeredWithinMs))
        throw new Error("The API that uses this data folder did not answer. Stop it, and run the command again.");
      await pause(100);
    }
    const outcome = JSON.parse(readFileSync(answer, "utf8")) as Outcome<K>;
    if ("error" in outcome) throw new Error(`The API could not do it: ${outcome.error}`);
    return outcome.answer;
  } finally {
    for (const file of [request, taken, answer]) rmSync(file, { force: true });
  }
}
