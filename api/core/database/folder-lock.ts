import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";

/** Another process holds the folder. The message is for the operator. */
export class FolderInUse extends Error {}

/**
 * Keeps a second process out of an embedded database's folder, because two writers corrupt it silently.
 * On Linux the lock is a listening abstract socket named after the folder: the system releases it as soon as the
 * process ends, however it ends. Elsewhere it is a file with the process id.
 * @returns a function that releases the lock
 * @throws FolderInUse, or an error that the folder is not writable
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = writableFolder(folder);
  const taken = `The data folder ${path} is in use by another Countinghouse. Stop that one first, or set DATA_DIR to another folder.`;
  return process.platform === "linux" ? lockBySocket(path, taken) : lockByFile(path, taken);
}

function writableFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new Error(
      `The data folder ${resolve(folder)} cannot be used (${codeOf(error)}). Let this user write there, or set DATA_DIR to another folder.`,
    );
  }
}

async function lockBySocket(path: string, taken: string) {
  const name = createHash("sha256").update(path).digest("hex").slice(0, 32);
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new FolderInUse(taken) : error),
    );
    server.listen(`\0countinghouse-${name}`, resolve);
  });
  server.unref();
  return () => new Promise<void>((resolve) => server.close(() => resolve()));
}

async function lockByFile(path: string, taken: string) {
  const file = join(path, "in-use.pid");
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return async () => rmSync(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if (isRunning(Number(readFileSync(file, "utf8")))) throw new FolderInUse(taken);
      rmSync(file, { force: true });
    }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
