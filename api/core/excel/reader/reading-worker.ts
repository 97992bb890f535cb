/**
 * Reads one worksheet, or the table in a text file, in a worker thread. It sends batches of rows, each when the previous
 * one was "taken", then "end"; or the reason for a refusal. For the head alone it unpacks all that an import would read,
 * so that a damaged file, or one with false sizes, is refused at once.
 */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { ReadRow } from "#api/core/excel/reading.ts";
import { type Archive, type ArchivedFile, isOldWorkbook, openArchive } from "./archive.ts";
import { charactersOf, limits, Refused, refuse } from "./limits.ts";
import { type RawRow, rowHandlers } from "./rows.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { readStyles } from "./styles.ts";
import { isZip, rowsOfText } from "./text-file.ts";
import { type CountedRow, rowCounter, rowReader } from "./values.ts";
import { readWorkbook, sheetNamed, sheetWithRows } from "./workbook.ts";
import { parse } from "./xml.ts";

export interface ReadingTask {
  readonly content: Uint8Array;
  readonly sheetName: string;
  readonly isHeadAlone: boolean;
  /** Any table will do: if there is no sheet with the name, the first one with rows, or a text file. */
  readonly isAnyTable: boolean;
}

export type FromReader = { readonly rows: readonly ReadRow[] } | { readonly refused: string } | "end";

const { content, sheetName, isHeadAlone, isAnyTable } = workerData as ReadingTask;
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
  const { number, cells } = rowReader(
    { sharedStrings, styles: [], isFrom1904: false },
    { isTitled: true, characters: limits.characters },
  )(head);
  await send([{ number, cells }]);
}

/** Bytes of the parts that are read, when unpacked. */
const sizeOf = (sheet: ArchivedFile, archive: Archive): number =>
  sheet.size + (archive.get(sharedStringsPath)?.size ?? 0);

async function sendRows(sheet: ArchivedFile, archive: Archive, isFrom1904: boolean): Promise<void> {
  const read = rowReader(
    {
      sharedStrings: await readSharedStrings(archive.get(sharedStringsPath)),
      styles: await readStyles(archive.get(stylesPath)),
      isFrom1904,
    },
    { isTitled: !isAnyTable, characters: charactersOf(sizeOf(sheet, archive)) },
  );
  const batches = rowBatches();
  const handlers = rowHandlers((row) => batches.add(read(row)));
  await parse(sheet, { ...handlers, afterChunk: batches.send });
  await batches.send();
}

/** Collects rows until they are sent. */
function rowBatches() {
  let count = 0;
  let rows: CountedRow[] = [];
  return {
    /** @throws Refused when there are too many rows */
    add(row: CountedRow): void {
      if (++count > limits.rows + 1)
        refuse(
          `This file has more than ${limits.rows.toLocaleString("en-AU")} rows, which is the most that one import takes in any format. Please split it into several files, and import them one after another.`,
        );
      rows.push(row);
    },
    async send(): Promise<void> {
      const batch = rows;
      rows = [];
      for (const message of messagesOf(batch)) await send(message);
    },
  };
}

const rowsInBatch = 500;

async function sendText(bytes: Buffer): Promise<void> {
  const counted = rowCounter();
  const batches = rowBatches();
  let waiting = 0;
  for await (const row of rowsOfText(bytes)) {
    if (row.cells.every((cell) => cell === null)) continue;
    batches.add(counted(row));
    if (++waiting % rowsInBatch === 0) await batches.send();
  }
  if (waiting === 0) refuse("This file has no rows.");
  await batches.send();
}

async function readTable(): Promise<void> {
  const bytes = Buffer.from(content);
  return isAnyTable && !isZip(bytes) && !isOldWorkbook(bytes) ? sendText(bytes) : readSheet(bytes);
}

async function readSheet(bytes: Buffer): Promise<void> {
  const archive = await openArchive(bytes);
  const workbook = await readWorkbook(archive);
  const sheet = await (isAnyTable ? sheetWithRows(workbook, sheetName) : sheetNamed(workbook, sheetName));
  if (isHeadAlone) {
    for (const file of [sheet, archive.get(sharedStringsPath), archive.get(stylesPath)]) await file?.check();
    await sendHead(sheet, archive);
  } else {
    await sendRows(sheet, archive, workbook.isFrom1904);
  }
}

try {
  await readTable();
  tell("end");
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  tell({ refused: error.message });
}
