/** Worksheets that users upload, read in a thread of its own, so that no file blocks the event loop for long. */
import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { invalid } from "#api/refusals/refusal.ts";

/** What a cell holds; of a formula, its result. Plain JSON: a moment is what Excel shows, said as if it were UTC. */
export type ReadCell = string | number | boolean | { readonly date: string } | { readonly error: string } | null;

export interface ReadRow {
  /** As Excel counts: from 1, with the head. */
  readonly number: number;
  readonly cells: readonly ReadCell[];
}

type Message = { rows: ReadRow[] } | { refused: string } | "end";

const limits = {
  entries: 2_000,
  /** Of all that is in it: our own export of 50,000 rows has some 150 MB. */
  inflatedBytes: 256 * 1024 * 1024,
  /** Below the head. */
  rows: 100_000,
  columns: 500,
  /** Characters of one cell, as Excel limits it. */
  cellLetters: 32_767,
  /** Characters of the cells of one row; a row is stored with one statement. */
  rowLetters: 1_000_000,
  /** Characters and cells of all rows: the rows of a file are held in memory until they are grouped. */
  letters: 64 * 1024 * 1024,
  cells: 8_000_000,
};

const longestMs = 120_000;

/** Enough for the texts that the cells of a sheet share. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

const refusedFile = (message: string) => invalid({ file: [message] });

/**
 * The first row of a worksheet that holds anything, once all that is to be read has been unpacked.
 * @throws Refusal 422 when it is no whole workbook, has no such sheet, or holds more than can be read
 */
export async function headOfSheet(content: Buffer, sheetName: string): Promise<ReadRow> {
  for await (const [head] of messagesOf({ content, sheetName, limits, isHeadAlone: true })) if (head) return head;
  throw new Error("A worksheet without a head was not refused.");
}

/**
 * The rows of a worksheet that hold anything, the first of them its head, in batches.
 * @throws Refusal 422, as `headOfSheet` does, or where it is not written as it should be
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
