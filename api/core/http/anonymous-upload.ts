/**
 * Receives files that nobody has signed in for. Anybody may send many at once, so they wait on disk, where all of them
 * together have a limit, and those of one request at a time are in memory.
 */
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import type { StoredFile, UploadedFile } from "#api/core/operations/handlers.ts";
import { invalid, Refusal } from "#api/core/refusals/refusal.ts";
import type { Upload } from "#contract/operation.ts";
import { multipartLimits, printableName, readingMultipart, tooLarge } from "./multipart.ts";

/** Bytes of all requests that a process receives or works on. */
const defaultMost = 256 * 1024 * 1024;

export type AnonymousUploads = ReturnType<typeof anonymousUploads>;

export function anonymousUploads(mostBytes = defaultMost) {
  let bytesOnDisk = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Receives the files of a multipart request, and deletes them after the work.
   * @throws Refusal 400 if it is cut off, 413 if a file is too large, 415 if this is not a multipart request, 422 without
   *   a file, 429 while others send too much
   */
  return async function withFiles<T>(
    request: FastifyRequest,
    operation: Received,
    work: (fields: Record<string, string>, files: UploadedFile[]) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), "countinghouse-"));
    let own = 0;
    const counted = () =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          own += chunk.length;
          bytesOnDisk += chunk.length;
          if (own > operation.maxFileBytes) done(tooLarge(operation));
          else if (bytesOnDisk > mostBytes) done(tooManyAtOnce());
          else done(null, chunk);
        },
      });
    try {
      const { fields, files } = await readingMultipart(request, operation, () =>
        received(request, operation, folder, counted),
      );
      if (files.length === 0) throw invalid({ [operation.fileField]: ["Please choose a file."] });
      return await inTurn(async () => {
        const read = files.map(async ({ name, path }) => ({ name, content: await readFile(path) }));
        return work(fields, await Promise.all(read));
      });
    } finally {
      bytesOnDisk -= own;
      await rm(folder, { recursive: true, force: true });
    }
  };
}

type Received = Pick<Upload, "maxFileBytes" | "maxFiles" | "fileField">;

async function received(
  request: FastifyRequest,
  { maxFiles, maxFileBytes, ...rest }: Received,
  folder: string,
  counted: () => Transform,
) {
  const fields: Record<string, string> = {};
  const files: StoredFile[] = [];
  for await (const part of request.parts({
    limits: { ...multipartLimits, files: maxFiles, fileSize: maxFileBytes },
  })) {
    if (part.type === "field") {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const path = join(folder, String(files.length));
    const written = createWriteStream(path);
    await pipeline(part.file, counted(), written);
    if (part.file.truncated) throw tooLarge({ maxFiles, maxFileBytes, ...rest });
    if (written.bytesWritten > 0) files.push({ name: printableName(part.filename), path });
  }
  return { fields, files };
}

const tooManyAtOnce = () =>
  new Refusal(429, "Many files are being received at the moment. Please try again in a few minutes.", undefined, 60);
