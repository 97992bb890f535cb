/** Reads uploaded worksheets and tables in text files in a separate thread, so that no file blocks the event loop for long. */
import { on } from "node:events";
import { invalid } from "#api/core/refusals/refusal.ts";
import { startThread } from "#api/core/threads/start-thread.ts";
import { tooMuch } from "./reader/limits.ts";
import type { FromReader, ReadingTask } from "./reader/reading-worker.ts";
import { isZip } from "./reader/text-file.ts";

/**
 * The content of a cell; for a formula, its result. Plain JSON: a date is what Excel shows, written as if it were UTC.
 */
export type ReadCell = string | number | boolean | { readonly date: string } | { readonly error: string } | null;

export interface ReadRow {
  /** As Excel counts: from 1, including the header row. */
  readonly number: number;
  readonly cells: readonly ReadCell[];
}

const longestMs = 120_000;

/** Enough for the shared texts of a sheet. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

const refusedFile = (message: string) => invalid({ file: [message] });

/**
 * Returns the first non-empty row of a worksheet, after everything that an import reads has been unpacked.
 * @throws Refusal 422 if it is not a complete workbook, lacks the sheet, or holds more than can be read
 */
export async function headOfSheet(content: Buffer, sheetName: string): Promise<ReadRow> {
  const task = { content, sheetName, isHeadAlone: true, isAnyTable: false };
  for await (const [head] of messagesOf(task)) if (head) return head;
  throw new Error("A worksheet without a head was not refused.");
}

/**
 * Yields the non-empty rows of a worksheet in batches, starting with the header row.
 * @throws Refusal 422, as `headOfSheet` does, or if the sheet's XML is invalid
 */
export function rowsOfSheet(content: Buffer, sheetName: string): AsyncGenerator<readonly ReadRow[], void> {
  return messagesOf({ content, sheetName, isHeadAlone: false, isAnyTable: false });
}

/**
 * Yields the non-empty rows of any table in batches: of a worksheet, with the preferred name if there is one and
 * otherwise the first one with rows; or of a text file, such as .csv. The first row need not be the header.
 * @throws Refusal 422 if it is neither, is not complete, or holds more than can be read
 */
export function rowsOfTable(content: Buffer, preferredSheet: string): AsyncGenerator<readonly ReadRow[], void> {
  return messagesOf({ content, sheetName: preferredSheet, isHeadAlone: false, isAnyTable: true });
}

/**
 * Yields the non-empty rows of our own table in batches, starting with the header row: of the worksheet with this name,
 * or of a text file, such as .csv.
 * @throws Refusal 422, as `rowsOfSheet` and `rowsOfTable` do
 */
export const rowsOfSheetOrText = (content: Buffer, sheetName: string): AsyncGenerator<readonly ReadRow[], void> =>
  isZip(content) ? rowsOfSheet(content, sheetName) : rowsOfTable(content, sheetName);

/** Returns the header row of what `rowsOfSheetOrText` reads. */
export async function headOfSheetOrText(content: Buffer, sheetName: string): Promise<ReadRow> {
  if (isZip(content)) return headOfSheet(content, sheetName);
  for await (const [head] of rowsOfTable(content, sheetName)) if (head) return head;
  throw new Error("A table without rows was not refused.");
}

async function* messagesOf(workerData: ReadingTask): AsyncGenerator<readonly ReadRow[], void> {
  const worker = startThread("core/excel/reader/reading-worker", { workerData, resourceLimits });
  const timeIsUp = new AbortController();
  const timer = setTimeout(() => timeIsUp.abort(), longestMs);
  try {
    const messages = on(worker, "message", { signal: timeIsUp.signal, close: ["exit"] }) as AsyncIterable<[FromReader]>;
    for await (const [message] of messages) {
      if (message === "end") return;
      if ("refused" in message) throw refusedFile(message.refused);
      yield message.rows;
      worker.postMessage("taken");
    }
    throw new Error("The thread that reads a workbook has ended too early.");
  } catch (error) {
    throw isTooMuch(error) ? refusedFile(tooMuch) : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function isTooMuch(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_WORKER_OUT_OF_MEMORY" || code === "ABORT_ERR";
}
