/** Writes workbooks in a separate thread. Rows go in and bytes come out, each no faster than they are taken. */
import { on } from "node:events";
import { startThread } from "#api/core/threads/start-thread.ts";
import { maxWorksheetRows } from "#contract/files/limits.ts";
import { type Cell, cellsOf, layoutOf, type Sheet } from "./sheet.ts";
import type { FromWriter, ToWriter } from "./writer/workbook-worker.ts";

/** Enough for the library and the rows in transit; the memory in use does not grow with the size of an export. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/**
 * Yields the bytes of an .xlsx file with this sheet. If it has more rows than a worksheet can hold, the last row says
 * so.
 * @param timeZone the IANA zone in which timestamps are shown
 * @param signal stops the work, as does ending the iteration early
 */
export async function* workbookOf<Row>(
  sheet: Sheet<Row>,
  timeZone: string,
  signal: AbortSignal,
  most: number = maxWorksheetRows,
): AsyncGenerator<Uint8Array> {
  const thread = workbookThread(timeZone, signal);
  try {
    yield* thread.write(sheet, most);
  } finally {
    await thread.end();
  }
}

/**
 * Starts a thread that writes any number of workbooks in turn: starting the thread takes most of the time of a small
 * one.
 */
export function workbookThread(timeZone: string, signal: AbortSignal) {
  const worker = startThread("core/excel/writer/workbook-worker", { resourceLimits });
  const tell = (message: ToWriter) => worker.postMessage(message);
  return {
    async *write<Row>(sheet: Sheet<Row>, most: number = maxWorksheetRows): AsyncGenerator<Uint8Array> {
      const batches = limited(cellsIn(sheet, timeZone), most);
      try {
        const messages = on(worker, "message", { signal, close: ["exit"] }) as AsyncIterable<[FromWriter]>;
        tell({ layout: layoutOf(sheet, timeZone) });
        for await (const [message] of messages) {
          if (message === "done") return;
          if (message === "more") {
            tell((await batches.next()).value ?? null);
          } else {
            yield message;
            tell("taken");
          }
        }
        throw new Error("The thread that writes a workbook has ended too early.");
      } finally {
        await batches.return();
      }
    },
    async end(): Promise<void> {
      await worker.terminate();
    },
  };
}

/** Small batches, so that other messages get their turn between them. */
const rowsInMessage = 25;

async function* cellsIn<Row>({ columns, rows }: Sheet<Row>, timeZone: string): AsyncGenerator<Cell[][], void> {
  for await (const batch of rows) {
    for (let start = 0; start < batch.length; start += rowsInMessage) {
      yield batch.slice(start, start + rowsInMessage).map((row) => cellsOf(columns, row, timeZone));
    }
  }
}

const endsHere =
  "There are more rows than an Excel worksheet can hold, and this is the last one. Please export them as CSV, or set more filters.";

/** Ends with a sentence in place of the last row, if there are too many. */
async function* limited(batches: AsyncGenerator<Cell[][], void>, most: number): AsyncGenerator<Cell[][], void> {
  let written = 0;
  let last: Cell[] | undefined;
  for await (const batch of batches) {
    const room = most - written;
    if (batch.length === 0) continue;
    if (last) {
      yield [[endsHere]];
      return;
    }
    if (batch.length < room) {
      yield batch;
      written += batch.length;
      continue;
    }
    // The last row that fits is held back until it is known whether others follow.
    yield batch.slice(0, room - 1);
    if (batch.length > room) {
      yield [[endsHere]];
      return;
    }
    last = batch[room - 1];
    written = most;
  }
  if (last) yield [last];
}
