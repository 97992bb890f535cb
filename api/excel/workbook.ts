/** Writes workbooks in a separate thread. Rows go in and bytes come out, each no faster than they are taken. */
import { on } from "node:events";
import { startThread } from "#api/threads/start-thread.ts";
import { type Cell, cellsOf, layoutOf, type Sheet } from "./sheet.ts";
import type { FromWriter, ToWriter } from "./writer/workbook-worker.ts";

/** Enough for the library and the rows in transit; the memory in use does not grow with the size of an export. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/**
 * Yields the bytes of an .xlsx file with this sheet.
 * @param timeZone the IANA zone in which timestamps are shown
 * @param signal stops the work, as does ending the iteration early
 */
export async function* workbookOf<Row>(
  sheet: Sheet<Row>,
  timeZone: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const thread = workbookThread(timeZone, signal);
  try {
    yield* thread.write(sheet);
  } finally {
    await thread.end();
  }
}

/**
 * Starts a thread that writes any number of workbooks in turn: starting the thread takes most of the time of a small
 * one.
 */
export function workbookThread(timeZone: string, signal: AbortSignal) {
  const worker = startThread("excel/writer/workbook-worker", { resourceLimits });
  const tell = (message: ToWriter) => worker.postMessage(message);
  return {
    async *write<Row>(sheet: Sheet<Row>): AsyncGenerator<Uint8Array> {
      const batches = cellsIn(sheet, timeZone);
      try {
        const messages = on(worker, "message", { signal, close: ["exit"] }) as AsyncIterable<[FromWriter]>;
        tell({ layout: layoutOf(sheet) });
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
