/**
 * The file of a backup: a first line with the version of the format, a gzip stream, and a last line with the SHA-256 of
 * everything before it. The stream has one JSON value per line, see `contents.ts`. Everything is streamed, so memory
 * does not grow with the file.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

const formatVersion = 1;
const title = "Countinghouse backup ";
const firstLine = Buffer.from(`${title}${formatVersion}\n`);
const lastLine = (digest: string) => Buffer.from(`\nSHA-256 ${digest}\n`);
const lastLineLength = lastLine("0".repeat(64)).length;

/** Images and documents hardly get smaller at a higher level, and rows are written twice as fast at this one. */
const compressionLevel = 3;

/**
 * Writes a backup. Until it is complete and on the disk, a file of that name keeps its old content.
 * @returns the size of the file in bytes
 */
export async function writeBackupFile(file: string, lines: AsyncIterable<string>): Promise<number> {
  const unfinished = join(dirname(file), `.${basename(file)}.unfinished`);
  try {
    await pipeline(
      lines,
      createGzip({ level: compressionLevel }),
      sealed,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    const { size } = await statOf(unfinished);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* sealed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256").update(firstLine);
  yield firstLine;
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield lastLine(hash.digest("hex"));
}

/** Makes a rename in the folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

async function statOf(file: string) {
  const handle = await open(file, "r");
  return handle.stat().finally(() => handle.close());
}

/**
 * Checks that the file is a backup in a known format and as it was written.
 * @throws Error in one line for the operator
 */
export async function checkBackupFile(file: string): Promise<void> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}).`);
  });
  try {
    const { size } = await handle.stat();
    const start = Buffer.alloc(firstLine.length);
    await handle.read(start, 0, start.length, 0);
    if (!start.toString("latin1").startsWith(title)) throw new Error(`${file} is not a backup of Countinghouse.`);
    if (!start.equals(firstLine))
      throw new Error(
        `${file} is not in a format that this version of Countinghouse reads. Use the version that made it.`,
      );
    const end = Buffer.alloc(lastLineLength);
    const contentEnd = size - lastLineLength;
    if (contentEnd > firstLine.length) await handle.read(end, 0, end.length, contentEnd);
    if (contentEnd <= firstLine.length || !end.equals(lastLine(await digestOf(file, contentEnd))))
      throw new Error(`${file} is incomplete or has been changed: its checksum is wrong.`);
  } finally {
    await handle.close();
  }
}

async function digestOf(file: string, length: number): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { end: length - 1 })) hash.update(chunk);
  return hash.digest("hex");
}

/** Reads the lines of a backup that `checkBackupFile` has checked. */
export async function* linesOfBackup(file: string): AsyncGenerator<string> {
  const { size } = await statOf(file);
  const compressed = createReadStream(file, { start: firstLine.length, end: size - lastLineLength - 1 });
  const plain = createGunzip();
  // The error of the gunzip stream ends the loop below.
  compressed.on("error", (error) => plain.destroy(error)).pipe(plain);
  try {
    yield* linesOf(plain);
  } finally {
    compressed.destroy();
  }
}

/** A line may be as long as the largest stored file, so its parts are joined only once. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString("utf8");
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString("utf8");
}
