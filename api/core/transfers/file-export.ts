/** The response of every export: one per user at a time, streamed from the database to the caller. */
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "#api/core/operations/context.ts";
import type { FileAnswer } from "#api/core/operations/handlers.ts";
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

/** Ends the transfer before the last byte is sent, so that a client which has the file can start the next one. */
async function* during(transfer: Transfer, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    await transfer.end();
  }
}

/** Returns a stream of bytes that are made while it is read; the signal aborts when the reader has gone. */
export function streamed(make: MakeFile): Readable {
  const left = new AbortController();
  const file = new PassThrough();
  file.once("close", () => left.abort());
  // An error destroys the stream, which reports it to the reader.
  pipeline(make(left.signal), file).catch(() => {});
  return file;
}
