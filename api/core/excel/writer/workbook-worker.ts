/**
 * Writes workbooks in a worker thread, one after the other: creating cells and XML would block the event loop of the API
 * for hundreds of milliseconds. A workbook begins with its layout. The thread asks for "more" rows when it has room for
 * them, sends one piece of the file at a time and waits until it was "taken", and ends the workbook with "done".
 */
import { Writable } from "node:stream";
import { parentPort } from "node:worker_threads";
// Only the streaming writer: the whole library takes twice as long to load.
import WorkbookWriter, { type SheetWriter } from "exceljs/lib/stream/xlsx/workbook-writer.js";
import type { Cell, Layout } from "#api/core/excel/sheet.ts";
import { addDropDowns, addSheet, writeChoices, writeRow } from "./worksheet.ts";

/** Null after the last rows. */
type Rows = readonly Cell[][] | null;
export type ToWriter = { layout: Layout } | Rows | "taken";
export type FromWriter = "more" | "done" | Uint8Array;

let onRows: (rows: Rows) => void;
let onTaken: () => void;

parentPort?.on("message", (message: ToWriter) => {
  if (message === "taken") onTaken();
  else if (message && "layout" in message) void writeWorkbook(message.layout);
  else onRows(message);
});

function tell(message: "more" | "done"): void {
  parentPort?.postMessage(message satisfies FromWriter);
}

function nextRows(): Promise<Rows> {
  const rows = new Promise<Rows>((resolve) => {
    onRows = resolve;
  });
  tell("more");
  return rows;
}

function send(chunks: readonly Uint8Array[], taken: () => void): void {
  const bytes = new Uint8Array(Buffer.concat(chunks));
  onTaken = taken;
  parentPort?.postMessage(bytes satisfies FromWriter, [bytes.buffer]);
}

const output = () =>
  new Writable({
    highWaterMark: 256 * 1024,
    write: (chunk: Uint8Array, _, taken) => send([chunk], taken),
    writev: (pieces: { chunk: Uint8Array }[], taken) =>
      send(
        pieces.map(({ chunk }) => chunk),
        taken,
      ),
    final(done) {
      tell("done");
      done();
    },
  });

/** Resolves when the zip stream has processed all rows so far: the writer itself ignores back-pressure. */
function untilZipped(sheet: SheetWriter): Promise<unknown> {
  const [zip] = sheet.stream.pipes;
  return new Promise((resolve) => zip?.write("", resolve));
}

async function writeWorkbook(layout: Layout): Promise<void> {
  const book = new WorkbookWriter({
    stream: output(),
    useStyles: true,
    creator: "Countinghouse",
    lastModifiedBy: "Countinghouse",
    zip: { zlib: { level: 4 } },
  });
  const sheet = addSheet(book, layout);
  let lastRow = 1;
  let next = nextRows();
  for (let rows = await next; rows; rows = await next) {
    // Requested already, so that the main thread prepares these rows while the others are written.
    next = nextRows();
    for (const cells of rows) writeRow(sheet, cells);
    lastRow += rows.length;
    await untilZipped(sheet);
  }
  addDropDowns(sheet, layout, lastRow, writeChoices(book, layout));
  await book.commit();
}
