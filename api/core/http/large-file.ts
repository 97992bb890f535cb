/** Receives a file that is too large for memory: it is written to disk while it arrives. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import type { StoredFile } from "#api/core/operations/handlers.ts";
import { invalid, Refusal } from "#api/core/refusals/refusal.ts";
import type { LargeUpload } from "#contract/operation.ts";
import { multipartLimits, printableName, readingMultipart, tooLarge } from "./multipart.ts";

/** Large files that a process receives or reads at once, so that they cannot fill the disk. */
const atOnce = 4;
let open = 0;

/**
 * Receives the file of a multipart request, and deletes it after the work.
 * @throws Refusal 400 if it is cut off, 413 if it is too large, 415 if this is not a multipart request, 422 without a
 *   file, 429 while several large files are being received
 */
export async function withLargeFile<T>(
  request: FastifyRequest,
  operation: LargeUpload,
  work: (fields: Record<string, string>, file: StoredFile) => Promise<T>,
): Promise<T> {
  if (open >= atOnce)
    throw new Refusal(429, "Several large files are being received at the moment. Please try again in a few minutes.");
  open += 1;
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), "countinghouse-"));
    const path = join(folder, "file");
    const { fields, file } = await readingMultipart(request, operation, () => received(request, operation, path));
    return await work(fields, file);
  } finally {
    open -= 1;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function received(request: FastifyRequest, operation: LargeUpload, path: string) {
  const fields: Record<string, string> = {};
  let file: StoredFile | undefined;
  for await (const part of request.parts({
    limits: { ...multipartLimits, files: 1, fileSize: operation.maxFileBytes },
  })) {
    if (part.type === "field") {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const written = createWriteStream(path);
    await pipeline(part.file, written);
    if (part.file.truncated) throw tooLarge(operation);
    if (written.bytesWritten > 0) file = { name: printableName(part.filename), path };
  }
  if (!file) throw invalid({ [operation.fileField]: ["Please choose a file."] });
  return { fields, file };
}
