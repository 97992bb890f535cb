/** The answer of every export: one for each user at a time, streamed from the database to the caller. */
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "../http/context.ts";
import type { FileAnswer } from "../http/handlers.ts";
import { beginTransfer, type Transfer } from "../transfers/transfers.ts";
import type { Sheet } from "./sheet.ts";
import { workbookOf } from "./workbook.ts";

const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** @throws Refusal 409 while the caller has another export or import running */
export async function excelExport<Row>(context: Context, fileName: string, sheet: Sheet<Row>): Promise<FileAnswer> {
  const transfer = await beginTransfer(context, "export");
  const content = streamed((signal) => during(transfer, workbookOf(sheet, context.config.timeZone, signal)));
  return { content, contentType, fileName };
}

/** A workbook that is no export: it is made whatever else the caller has running. */
export function workbookFile<Row>({ config }: Context, fileName: string, sheet: Sheet<Row>): FileAnswer {
  return { content: streamed((signal) => workbookOf(sheet, config.timeZone, signal)), contentType, fileName };
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
function streamed(make: (signal: AbortSignal) => AsyncIterable<Uint8Array>): Readable {
  const left = new AbortController();
  const file = new PassThrough();
  file.once("close", () => left.abort());
  // What goes wrong destroys the file, and is told to whoever reads it.
  pipeline(make(left.signal), file).catch(() => {});
  return file;
}
