/**
 * Commands on the server, such as `npm run unlock`, beside a running API with the embedded database, which only one
 * process can open: the command leaves a request file in the data folder, and the API carries it out. Whoever can write
 * to that folder could also change the data itself.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Inviting } from "#api/identity/administrator/links.ts";
import type { Unlocking } from "#api/identity/unlock-account.ts";

/** What each kind of request contains. */
interface Requests {
  invite: Inviting;
  unlock: Unlocking;
}

type Request = { [Kind in keyof Requests]: { kind: Kind; content: Requests[Kind] } }[keyof Requests];

export type RequestHandlers = { [Kind in keyof Requests]: (content: Requests[Kind]) => Promise<unknown> };

const lookEveryMs = 500;
const ending = ".request";

const folderIn = (dataDir: string) => join(dataDir, "requests");

/** Watches for requests, in the API's process. Returns a function that stops it. */
export function takeRequests(handlers: RequestHandlers, dataDir: string, log: FastifyBaseLogger): () => Promise<void> {
  const folder = folderIn(dataDir);
  let running = Promise.resolve();
  const look = async () => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((each) => each.endsWith(ending))) {
      const file = join(folder, name);
      const request = JSON.parse(readFileSync(file, "utf8")) as Request;
      await (handlers[request.kind] as (content: unknown) => Promise<unknown>)(request.content);
      rmSync(file);
      log.warn({ kind: request.kind }, "a command on the server was carried out");
    }
  };
  const timer = setInterval(() => {
    running = running
      .then(look)
      .catch((error: Error) => log.error({ err: error }, "a command on the server could not be carried out"));
  }, lookEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Leaves a request, in the command's process. Returns false if no API took it in time. */
export async function leaveRequest<Kind extends keyof Requests>(
  dataDir: string,
  kind: Kind,
  content: Requests[Kind],
  waitMs = 15_000,
): Promise<boolean> {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, randomUUID());
  // Written completely before it gets the name that the API looks for.
  writeFileSync(file, JSON.stringify({ kind, content }), { mode: 0o600 });
  renameSync(file, file + ending);
  for (const end = Date.now() + waitMs; Date.now() < end; await pause(100)) if (!existsSync(file + ending)) return true;
  rmSync(file + ending, { force: true });
  return false;
}
