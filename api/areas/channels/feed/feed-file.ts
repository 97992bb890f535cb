/**
 * The file of a feed. It is made when somebody asks for it, and kept in a temporary folder for some minutes, because
 * the same feed is fetched by several services, and making it reads the whole catalogue.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Readable as Source } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface FeedFile {
  /** The same as long as the content is. */
  version: string;
  open(): Readable;
}

interface Kept {
  path: string;
  version: string;
  madeAt: number;
}

const keptMs = 10 * 60_000;

/**
 * @param write yields the content
 * @param now milliseconds
 */
export function feedFiles(keptForMs = keptMs) {
  const kept = new Map<string, Kept>();
  const making = new Map<string, Promise<Kept>>();
  let folder: string | undefined;

  function ownFolder(): string {
    if (folder === undefined) {
      const made = mkdtempSync(join(tmpdir(), "countinghouse-feeds-"));
      process.once("exit", () => rmSync(made, { recursive: true, force: true }));
      folder = made;
    }
    return folder;
  }

  async function make(key: string, content: () => AsyncIterable<string>): Promise<Kept> {
    const path = join(ownFolder(), `${key}.xml`);
    const unfinished = `${path}.new`;
    const hash = createHash("sha256");
    async function* counted() {
      for await (const piece of content()) {
        hash.update(piece);
        yield piece;
      }
    }
    try {
      await pipeline(Source.from(counted()), createWriteStream(unfinished));
      // A reader of the replaced file keeps reading the old one.
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return { path, version: hash.digest("base64url").slice(0, 32), madeAt: Date.now() };
  }

  /**
   * @param key of the feed and of everything but its products; letters, digits and dashes
   * @param content yields the feed; not called while the file is kept, nor twice at a time
   */
  return async function fileOf(key: string, content: () => AsyncIterable<string>): Promise<FeedFile> {
    let file = kept.get(key);
    if (!file || Date.now() - file.madeAt > keptForMs) {
      const own = making.get(key) ?? make(key, content).finally(() => making.delete(key));
      making.set(key, own);
      file = await own;
      kept.set(key, file);
    }
    const { path, version } = file;
    return { version, open: () => createReadStream(path) };
  };
}
