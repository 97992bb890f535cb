import type { FastifyRequest } from "fastify";
import type { UploadedFile } from "#api/core/operations/handlers.ts";
import { invalid, Refusal } from "#api/core/refusals/refusal.ts";
import type { Upload } from "#contract/operation.ts";
import { printable } from "#contract/rules/printable.ts";

export const multipartLimits = { fields: 20, fieldSize: 10_000, parts: 30 };

type Receiving = Pick<Upload, "maxFileBytes" | "maxFiles" | "fileField">;

/**
 * Reads a multipart request into memory: at most 20 MB for all files together. Reading stops at the first part that is
 * too large or one too many.
 * @throws Refusal if it is not a multipart request, is cut off, or a file is too large
 */
export async function receiveUpload(request: FastifyRequest, operation: Receiving) {
  const { fields, files } = await readingMultipart(request, operation, () => readParts(request, operation));
  if (files.length === 0) throw invalid({ [operation.fileField]: ["Please choose a file."] });
  return { fields, files };
}

/**
 * Turns errors of the parser into refusals.
 * @throws Refusal
 */
export async function readingMultipart<T>(
  request: FastifyRequest,
  operation: Receiving,
  read: () => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal(415, "Please send the file as multipart/form-data.");
  return read().catch((error: Error & { code?: string }) => {
    if (error.code === "FST_FILES_LIMIT") throw tooManyFiles(operation);
    // The parser's own errors have no status, although only the request can cause them.
    if (error instanceof Refusal || "statusCode" in error) throw error;
    throw new Refusal(400, "The file was cut off on its way. Please send it again.");
  });
}

async function readParts(request: FastifyRequest, operation: Receiving) {
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  let fileBytes = 0;
  for await (const part of request.parts({
    limits: { ...multipartLimits, files: operation.maxFiles, fileSize: operation.maxFileBytes },
  })) {
    if (part.type === "field") {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const content = await part.toBuffer().catch((error: { code?: string }) => {
      if (error.code === "FST_REQ_FILE_TOO_LARGE") throw tooLarge(operation);
      throw error;
    });
    fileBytes += content.length;
    if (part.file.truncated || fileBytes > operation.maxFileBytes) throw tooLarge(operation);
    if (content.length > 0) files.push({ name: printableName(part.filename), content });
  }
  return { fields, files };
}

/** The name of a part is untrusted, and may be missing. */
export function printableName(name: string | undefined): string {
  return (
    printable((name ?? "").slice(0, 255))
      .replace(/\p{Cc}/gu, "")
      .trim() || "file"
  );
}

function tooManyFiles({ maxFiles, fileField }: Receiving): Refusal {
  const message = maxFiles === 1 ? "Please choose one file." : `Please choose at most ${maxFiles} files.`;
  return new Refusal(maxFiles === 1 ? 422 : 413, message, { [fileField]: [message] });
}

export function tooLarge({ maxFileBytes, maxFiles, fileField }: Receiving): Refusal {
  const size = `${maxFileBytes / 1024 / 1024} MB`;
  const message =
    maxFiles === 1 ? `Please choose a file smaller than ${size}.` : `Please choose files of at most ${size} in all.`;
  return new Refusal(413, message, { [fileField]: [message] });
}
