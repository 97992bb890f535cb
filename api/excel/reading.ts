/** Reads uploaded worksheets in a separate thread, so that no file blocks the event loop for long. */
import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { invalid } from "#api/refusals/refusal.ts";

/**
 * The content of a cell; for a formula, its result. Plain JSON: a date is what Excel shows, written as if it were UTC.
 */
export type ReadCell = string | number | boolean | { readonly date: string } | { readonly error: string } | null;

export interface ReadRow {
  /** As Excel counts: from 1, including the header row. */
  readonly number: number;
  readonly cells: readonly ReadCell[];
}

type Message = { rows: ReadRow[] } | { refused: string } | "end";

const limits = {
  entries: 2_000,
  /** All unpacked files together: our own export of 50,000 rows has about 150 MB. */
  inflatedBytes: 256 * 1024 * 1024,
  /** Without the header row. */
  rows: 100_000,
  columns: 500,
  /** Characters of one cell, as Excel limits it. */
  cellCharacters: 32_767,
  /** Characters of the cells of one row; a row is stored with one statement. */
  rowCharacters: 1_000_000,
  /** Characters and cells of all rows: the rows of a file are held in memory until they are grouped. */
  characters: 64 * 1024 * 1024,
  cells: 8_000_000,
};

const longestMs = 120_000;

/** Enough for the shared texts of a sheet. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

const refusedFile = (message: string) => invalid({ file: [message] });

/**
 * Returns the first non-empty row of a worksheet, after everything that an import reads has been unpacked.
 * @throws Refusal 422 if it is not a complete workbook, lacks the sheet, or holds more than can be read
 */
export async function headOfSheet(content: Buffer, sheetName: string): Promise<ReadRow> {
  for await (const [head] of messagesOf({ content, sheetName, limits, isHeadAlone: true })) if (head) return head;
  throw new Error("A worksheet without a head was not refused.");
}

/**
 * Yields the non-empty rows of a worksheet in batches, starting with the header row.
 * @throws Refusal 422, as `headOfSheet` does, or if the sheet's XML is invalid
 */
export function rowsOfSheet(content: Buffer, sheetName: string): AsyncGenerator<readonly ReadRow[], void> {
  return messagesOf({ content, sheetName, limits, isHeadAlone: false });
}

async function* messagesOf(workerData: object): AsyncGenerator<readonly ReadRow[], void> {
  const worker = new Worker(new URL("./reading-worker.mjs", import.meta.url), { workerData, resourceLimits });
  const timeIsUp = new AbortController();
  const timer = setTimeout(() => timeIsUp.abort(), longestMs);
  try {
    const messages = on(worker, "message", { signal: timeIsUp.signal, close: ["exit"] }) as AsyncIterable<[Message]>;
    for await (const [message] of messages) {
      if (message === "end") return;
      if ("refused" in message) throw refusedFile(message.refused);
      yield message.rows;
      worker.postMessage("taken");
    }
    throw new Error("The thread that reads a workbook has ended too early.");
  } catch (error) {
    throw isTooMuch(error)
      ? refusedFile("This workbook is too large to read at once. Please split it into several.")
      : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function isTooMuch(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_WORKER_OUT_OF_MEMORY" || code === "ABORT_ERR";
}
