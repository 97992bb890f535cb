/**
 * Reads one worksheet in a worker thread. It sends batches of rows, each when the previous one was "taken", then "end";
 * or the reason for a refusal. For the head alone it unpacks all that an import would read, so that a damaged file, or
 * one with false sizes, is refused at once.
 */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { ReadRow } from "#api/excel/reading.ts";
import { type Archive, type ArchivedFile, openArchive } from "./archive.ts";
import { limits, Refused, refuse } from "./limits.ts";
import { type RawRow, rowHandlers } from "./rows.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { readStyles } from "./styles.ts";
import { type CountedRow, rowReader } from "./values.ts";
import { readWorkbook, sheetNamed } from "./workbook.ts";
import { parse } from "./xml.ts";

export interface ReadingTask {
  readonly content: Uint8Array;
  readonly sheetName: string;
  readonly isHeadAlone: boolean;
}

export type FromReader = { readonly rows: readonly ReadRow[] } | { readonly refused: string } | "end";

const { content, sheetName, isHeadAlone } = workerData as ReadingTask;
const [sharedStringsPath, stylesPath] = ["xl/sharedStrings.xml", "xl/styles.xml"];

function tell(message: FromReader): void {
  parentPort?.postMessage(message);
}

/** Resolves when the rows were taken. */
async function send(rows: readonly ReadRow[]): Promise<void> {
  if (!parentPort) return;
  const taken = once(parentPort, "message");
  tell({ rows });
  await taken;
}

const charactersInMessage = 1_000_000;

/** Splits rows so that taking one message does not occupy the main thread for long. */
function* messagesOf(rows: readonly CountedRow[]): Generator<ReadRow[], void> {
  let message: ReadRow[] = [];
  let total = 0;
  for (const { number, cells, characters } of rows) {
    if (message.length > 0 && total + characters > charactersInMessage) {
      yield message;
      [message, total] = [[], 0];
    }
    message.push({ number, cells });
    total += characters;
  }
  if (message.length > 0) yield message;
}

/** The strings that the head shares are usually the first ones, so only as many as needed are read. */
async function sendHead(sheet: ArchivedFile, archive: Archive): Promise<void> {
  let head: RawRow | undefined;
  await parse(sheet, {
    ...rowHandlers((row) => {
      head ??= row;
    }),
    afterChunk: () => (head ? "enough" : undefined),
  });
  if (!head) return refuse(`The worksheet “${sheetName}” is empty.`);
  const shared = head.cells.flatMap((cell) => (cell?.type === "s" ? [Number(cell.value) + 1] : []));
  const most = Math.max(0, ...shared);
  const sharedStrings = most > 0 ? await readSharedStrings(archive.get(sharedStringsPath), most) : [];
  const { number, cells } = rowReader({ sharedStrings, styles: [], isFrom1904: false })(head);
  await send([{ number, cells }]);
}

async function sendRows(sheet: ArchivedFile, archive: Archive, isFrom1904: boolean): Promise<void> {
  const read = rowReader({
    sharedStrings: await readSharedStrings(archive.get(sharedStringsPath)),
    styles: await readStyles(archive.get(stylesPath)),
    isFrom1904,
  });
  let count = 0;
  let rows: CountedRow[] = [];
  const handlers = rowHandlers((row) => {
    if (++count > limits.rows + 1)
      refuse(
        `This worksheet has more than ${limits.rows.toLocaleString("en-AU")} rows. Please split it into several workbooks.`,
      );
    rows.push(read(row));
  });
  const sendBatch = async () => {
    const batch = rows;
    rows = [];
    for (const message of messagesOf(batch)) await send(message);
  };
  await parse(sheet, { ...handlers, afterChunk: sendBatch });
  await sendBatch();
}

async function readSheet(): Promise<void> {
  const archive = await openArchive(Buffer.from(content));
  const workbook = await readWorkbook(archive);
  const sheet = sheetNamed(workbook, sheetName);
  if (isHeadAlone) {
    for (const file of [sheet, archive.get(sharedStringsPath), archive.get(stylesPath)]) await file?.check();
    await sendHead(sheet, archive);
  } else {
    await sendRows(sheet, archive, workbook.isFrom1904);
  }
}

try {
  await readSheet();
  tell("end");
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  tell({ refused: error.message });
}
