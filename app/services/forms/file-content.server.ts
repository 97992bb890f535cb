/** Where the content of a submitted file is kept while it arrives, and afterwards: in memory, or on disk. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";

interface Content {
  /** Resolves when more can be written; undefined: at once. */
  write(part: Buffer): Promise<unknown> | undefined;
  /** Forgets what has arrived. */
  drop(): void;
  end(): Promise<Blob>;
}

/** @param folder undefined: in memory */
export const contentIn = (folder: string | undefined): Content => (folder === undefined ? inMemory() : onDisk(folder));

function inMemory(): Content {
  const parts: Buffer[] = [];
  return {
    write(part) {
      parts.push(part);
      return undefined;
    },
    drop() {
      parts.length = 0;
    },
    end: async () => new Blob(parts as BlobPart[]),
  };
}

function onDisk(folder: string): Content {
  const path = join(folder, randomUUID());
  const file = createWriteStream(path);
  // Reported by whoever writes next, or at the end.
  file.on("error", () => {});
  return {
    write(part) {
      if (file.errored) return Promise.reject(file.errored);
      return file.write(part) ? undefined : once(file, "drain");
    },
    drop: () => void file.destroy(),
    async end() {
      file.end();
      await finished(file);
      return openAsBlob(path);
    },
  };
}

/** Forms with very large files that this process receives at once, so that they cannot fill the disk. */
const atOnce = 4;
let open = 0;

/** Calls the work with a new folder for the files of a form, and deletes it afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "countinghouse-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same for very large files. The folder is undefined while several forms with such files are being received. */
export async function withLargeFolder<T>(work: (folder: string | undefined) => Promise<T>): Promise<T> {
  if (open >= atOnce) return work(undefined);
  open += 1;
  try {
    return await withFolder(work);
  } finally {
    open -= 1;
  }
}
