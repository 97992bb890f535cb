/** The answer of every export: one for each user at a time, streamed from the database to the caller. */
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "#api/operations/context.ts";
import type { FileAnswer } from "#api/operations/handlers.ts";
import { beginTransfer, type Transfer } from "./transfers.ts";

type MakeFile = (signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** @throws Refusal 409 while the caller has another export or import running */
export async function fileExport(
  context: Context,
  about: Pick<FileAnswer, "contentType" | "fileName">,
  make: MakeFile,
): Promise<FileAnswer> {
  const transfer = await beginTransfer(context, "export");
  return { ...about, content: streamed((signal) => during(transfer, make(signal))) };
}

/** The transfer is over before the last byte has left: whoever has the file can begin the next. */
async function* during(transfer: Transfer, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    await transfer.end();
  }
}

/** What is made while it is read; when nobody reads any more, the signal says so. */
export function streamed(make: MakeFile): Readable {
  const left = new AbortController();
  const file = new PassThrough();
  file.once("close", () => left.abort());
  // What goes wrong destroys the file, and is told to whoever reads it.
  pipeline(make(left.signal), file).catch(() => {});
  return file;
}
