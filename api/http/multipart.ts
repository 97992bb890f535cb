import type { FastifyRequest } from "fastify";
import type { Upload } from "../../contract/operation.ts";
import type { UploadedFile } from "./handlers.ts";
import { invalid, Refusal } from "./refusal.ts";

const limits = { files: 10, fields: 20, fieldSize: 10_000, parts: 30 };

/**
 * Reads a multipart request whole. Files stay in memory: workbooks are at most 20 MB.
 * @throws Refusal when it is no multipart request, is cut off, or a file is too large
 */
export async function receiveUpload(request: FastifyRequest, operation: Pick<Upload, "maxFileBytes" | "fileField">) {
  if (!request.isMultipart()) throw new Refusal(415, "Please send the file as multipart/form-data.");
  const { fields, files } = await readParts(request, operation).catch((error: Error) => {
    // The parser's own errors carry no status, though only the request can be at fault.
    if (error instanceof Refusal || "statusCode" in error) throw error;
    throw new Refusal(400, "The file was cut off on its way. Please send it again.");
  });
  if (files.length === 0) throw invalid({ [operation.fileField]: ["Please choose a file."] });
  return { fields, files };
}

async function readParts(request: FastifyRequest, operation: Pick<Upload, "maxFileBytes" | "fileField">) {
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  for await (const part of request.parts({ limits: { ...limits, fileSize: operation.maxFileBytes } })) {
    if (part.type === "field") {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const content = await part.toBuffer().catch((error: { code?: string }) => {
      if (error.code === "FST_REQ_FILE_TOO_LARGE") throw tooLarge(operation);
      throw error;
    });
    if (part.file.truncated) throw tooLarge(operation);
    if (content.length > 0) files.push({ name: printableName(part.filename), content });
  }
  return { fields, files };
}

/** A part may have any name, or none. */
function printableName(name: string | undefined): string {
  return (
    (name ?? "")
      .slice(0, 255)
      .replace(/[\p{Cc}\p{Surrogate}]/gu, "")
      .trim() || "file"
  );
}

function tooLarge({ maxFileBytes, fileField }: Pick<Upload, "maxFileBytes" | "fileField">): Refusal {
  const message = `Please choose a file smaller than ${Math.ceil(maxFileBytes / 1024 / 1024)} MB.`;
  return new Refusal(413, message, { [fileField]: [message] });
}
