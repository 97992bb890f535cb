/** The files of the embedded database, and the worker that runs it. */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import type pg from "pg";
import { startThread } from "#api/core/threads/start-thread.ts";
import type { EmbeddedDatabase } from "./embedded-worker.ts";

export const databaseIn = (dataDir: string) => join(dataDir, "database");

/**
 * Creating an empty database takes seconds, so the build ships one next to the bundle. Existing data stays unchanged.
 * @param database the folder of the database
 */
export function copyEmpty(database: string): void {
  const made = fileURLToPath(new URL("./empty/database", import.meta.url));
  const half = `${database}.new`;
  if (existsSync(database) || !existsSync(made)) return;
  rmSync(half, { recursive: true, force: true });
  cpSync(made, half, { recursive: true });
  renameSync(half, database);
}

/**
 * Where a restore makes its database, and the name that this folder gets once it is complete. From then on it replaces
 * the old database, also if the process is killed before that: see `completeRestore`.
 */
export const restoredDatabaseIn = (dataDir: string) => ({
  incomplete: `${databaseIn(dataDir)}.restoring`,
  complete: `${databaseIn(dataDir)}.restored`,
});

/** Puts a restored database in place, and deletes what an interrupted restore left. The folder must be locked. */
export function completeRestore(dataDir: string): void {
  const database = databaseIn(dataDir);
  const { incomplete, complete } = restoredDatabaseIn(dataDir);
  const replaced = `${database}.replaced`;
  const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
  remove(incomplete);
  if (existsSync(complete)) {
    remove(replaced);
    if (existsSync(database)) renameSync(database, replaced);
    renameSync(complete, database);
  }
  remove(replaced);
}

/**
 * The folder of the open database is not there any more, or another one is in its place: a disk that fell off, a folder
 * that was moved or deleted. PGlite would go on with the files that it has open, and what it stores would be lost.
 */
class FolderGone extends Error {
  /** PostgreSQL's "undefined_file". */
  readonly code = "58P01";
}

/** @returns a function that throws FolderGone unless the folder is the same as now */
function watchFolder(folder: string): () => void {
  const identity = () => {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  };
  const opened = identity();
  return () => {
    if (identity() !== opened) throw new FolderGone(`The folder of the open database, ${folder}, is gone.`);
  };
}

interface Embedded {
  /** For a connection. There can be one at a time. */
  address: pg.ClientConfig;
  /** @throws FolderGone */
  assertThere(): void;
  close(): Promise<void>;
}

/**
 * Opens the database in this folder, or creates it there. The caller ensures that no other process uses the folder.
 */
export async function openEmbedded(folder: string): Promise<Embedded> {
  const sockets = mkdtempSync(join(tmpdir(), "countinghouse-"));
  const removeSockets = () => rmSync(sockets, { recursive: true, force: true });
  try {
    const worker = await startWorker({ folder, socket: join(sockets, ".s.PGSQL.5432") });
    return {
      address: { host: sockets, port: 5432, user: "postgres", database: "postgres" },
      assertThere: watchFolder(folder),
      async close() {
        await stopWorker(worker);
        removeSockets();
      },
    };
  } catch (error) {
    removeSockets();
    throw error;
  }
}

function startWorker(workerData: EmbeddedDatabase): Promise<Worker> {
  const worker = startThread("core/database/embedded-worker", { workerData });
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(worker));
    worker.once("error", reject);
  });
}

async function stopWorker(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage("stop");
  await ended;
}
