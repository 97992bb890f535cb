/**
 * `npm run unlock` beside a running API with the embedded database, which only one process can open: the command leaves
 * a request file in the data folder, and the API carries it out. Whoever can write to that folder could also change the
 * data itself.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Unlocking } from "./unlock-account.ts";

const lookEveryMs = 500;
const request = ".request";

const folderIn = (dataDir: string) => join(dataDir, "unlock");

/** Watches for requests, in the API's process. Returns a function that stops it. */
export function takeUnlockRequests(
  unlock: (request: Unlocking) => Promise<unknown>,
  dataDir: string,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const folder = folderIn(dataDir);
  let running = Promise.resolve();
  const look = async () => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((each) => each.endsWith(request))) {
      const file = join(folder, name);
      await unlock(JSON.parse(readFileSync(file, "utf8")) as Unlocking);
      rmSync(file);
      log.warn("an account was unlocked by the command on the server");
    }
  };
  const timer = setInterval(() => {
    running = running.then(look).catch((error: Error) => log.error({ err: error }, "a request to lift a lock failed"));
  }, lookEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Leaves a request, in the command's process. Returns false if no API took it in time. */
export async function requestUnlock(dataDir: string, unlocking: Unlocking, waitMs = 15_000): Promise<boolean> {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, randomUUID());
  // Written completely before it gets the name that the API looks for.
  writeFileSync(file, JSON.stringify(unlocking), { mode: 0o600 });
  renameSync(file, file + request);
  for (const end = Date.now() + waitMs; Date.now() < end; await pause(100))
    if (!existsSync(file + request)) return true;
  rmSync(file + request, { force: true });
  return false;
}
