/** Workbook imports: each is checked, applied and, if its kind supports it, undone by a background process. */

import { and, asc, desc, eq, gt, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { processes, processRows, users } from "#api/core/database/schema/index.ts";
import { type Problem, sentenceOf } from "#api/core/excel/cells.ts";
import { workbookFile } from "#api/core/excel/export.ts";
import { headOfSheet, type ReadCell, type ReadRow } from "#api/core/excel/reading.ts";
import type { Cell, Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { FileAnswer, UploadedFile } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound } from "#api/core/refusals/refusal.ts";
import { beginTransfer } from "#api/core/transfers/transfers.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import { reasonColumn } from "#contract/imports.ts";
import { beginImport, beginImportAgain, beginUndo, type ProcessKind, type ProcessNotice } from "./process.ts";

export interface ImportInput {
  fileName: string;
  /** Reports what would change, without changing anything. */
  isCheck: boolean;
  /** Undoes another import. */
  isUndo?: boolean;
  /** The process of the import that is undone. */
  undoes?: string;
  /** The import has been undone. */
  isUndone?: boolean;
  /** The header row of the worksheet. */
  head: readonly ReadCell[];
  /** Number of blank rows. */
  emptyRows: number;
}

/** Nobody is told that a check is done: applying it is the next step of whoever waits for it. */
export const importNotice = ({ fileName, isCheck, isUndo }: ImportInput, path: string): ProcessNotice => ({
  name: isUndo ? `Undoing the import of ${fileName}` : `The ${isCheck ? "check" : "import"} of ${fileName}`,
  path,
  isQuiet: isCheck,
});

export interface ImportKind<Input extends ImportInput = ImportInput, Row = unknown, Result = unknown>
  extends ProcessKind<Input, Row, Result> {
  readonly sheet: string;
  /**
   * Returns the header row, for kinds that also import other files than workbooks.
   * @throws Refusal 422 if the file is unsuitable
   */
  headOf?(file: Buffer): ReadRow | Promise<ReadRow>;
  /** The rows of the workbook that are processed together. */
  rowsOf(row: Row): readonly ReadRow[];
  problemsOf(result: Result): readonly Problem[];
  /** A refused row as it is returned to the user, if the result of the rows processed with it changes its content. */
  restoreRow?(row: ReadRow, result: Result, input: Input): ReadRow;
  readonly canBeUndone?: boolean;
  /** Condition for the imports of others, such as of machines, that the caller may see, apply and undo. */
  othersSeenBy?(context: Context): SQL;
  /** The title of a hidden column. */
  readonly hiddenColumn?: string;
}

/** All rows of one record are processed in one transaction, which must not hold its connection for long. */
const mostRowsTogether = 300;

/**
 * @throws Refusal 422 if one record has too many rows
 * @param record the record's type in user terms
 */
export function assertFewRows(rows: readonly ReadRow[], record: string): void {
  if (rows.length <= mostRowsTogether) return;
  throw invalid({
    file: [
      `More than ${mostRowsTogether} rows of this workbook are for ${record}. Please split them into several workbooks.`,
    ],
  });
}

/** @throws Refusal 422 unless exactly one file was uploaded */
export function oneFile([file, ...others]: readonly UploadedFile[]): UploadedFile {
  if (!file || others.length > 0) throw invalid({ file: ["Please choose one file."] });
  return file;
}

/**
 * Starts the import of a workbook; its rows are read in the background.
 * @param inputFrom validates the header row and returns the further input of the import
 * @throws Refusal 422 if the workbook is unsuitable, 409 while the caller has another export or import running
 */
export function importFile<Own extends object>(
  context: Context,
  kind: ImportKind,
  { file, isCheck }: { file: UploadedFile; isCheck: boolean },
  inputFrom: (head: ReadRow) => Own | Promise<Own>,
): Promise<string> {
  return runInTurn(context, async () => {
    const head = await (kind.headOf?.(file.content) ?? headOfSheet(file.content, kind.sheet));
    const own = await inputFrom(head);
    const input: ImportInput & Own = { ...own, fileName: file.name, isCheck, head: head.cells, emptyRows: 0 };
    return context.transaction((db) => beginImport({ ...context, db }, kind, input, file.content));
  });
}

/**
 * Starts the import of a table whose header row has been read and validated.
 * @param input the further input of the import
 * @throws Refusal 409 while the caller has another export or import running
 */
export function importTable<Input extends ImportInput>(
  context: Context,
  kind: ImportKind<Input>,
  { name, content, head, isCheck, input }: Table & { input: Omit<Input, keyof ImportInput> },
): Promise<string> {
  const whole = { ...input, fileName: name, isCheck, head: head.cells, emptyRows: 0 };
  return runInTurn(context, () => context.transaction((db) => beginImport({ ...context, db }, kind, whole, content)));
}

interface Table {
  name: string;
  content: Buffer;
  head: ReadRow;
  isCheck: boolean;
}

/**
 * Allows one export or import per caller at a time. The lock ends once the process row exists, because that row blocks
 * others itself.
 */
export async function runInTurn<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const transfer = await beginTransfer(context, "import");
  try {
    return await work();
  } finally {
    await transfer.end();
  }
}

/** Applies a checked import, once. Returns the id of the process. */
export async function applyChecked(context: Context, kind: ImportKind, id: string): Promise<string> {
  const check = await importOf(context, kind, id, { isLocked: true });
  if (!check.input.isCheck) throw notFound("This check");
  if (!isFinished(check)) throw conflict("This file is still being checked. Please wait until that has finished.");
  return runInTurn(context, async () => {
    const begun = await beginImportAgain(context, kind, { ...check.input, isCheck: false }, id);
    if (begun === undefined)
      throw conflict("There is nothing left to import: it has already been done, or every row was blank.");
    return begun;
  });
}

/** Undoes an applied import, once. Returns the id of the process. */
export async function undoApplied(context: Context, kind: ImportKind, id: string): Promise<string> {
  const applied = await importOf(context, kind, id, { isLocked: true });
  if (!isUndoable(applied, kind)) throw conflict("This import cannot be undone, or has already been undone.");
  return runInTurn(context, async () => {
    const begun = await beginUndo(
      context,
      kind,
      { ...applied.input, isUndo: true, undoes: id },
      { from: id, which: hasChanged },
    );
    if (begun === undefined) throw conflict("This import has changed nothing.");
    await context.db
      .update(processes)
      .set({ input: { ...applied.input, isUndone: true } })
      .where(eq(processes.id, id));
    return begun;
  });
}

/**
 * The result of an import, for the user who started it. The kind of import defines the summary.
 * @param which condition for the imports of one record, such as a marketplace
 */
export async function resultOf(context: Context, kind: ImportKind, id: string, which?: SQL) {
  const process = await importOf(context, kind, id, { which });
  const { input, result: summary } = process;
  const { fileName, isCheck, isUndo = false } = input;
  const has = async (which?: SQL) =>
    (await context.db.$count(processRows, and(eq(processRows.processId, id), which))) > 0;
  const canApply = isCheck && isFinished(process) && (await has());
  const canUndo = isUndoable(process, kind) && (await has(hasChanged));
  return { input, result: { fileName, isCheck, isUndo, canApply, canUndo }, summary };
}

/** The caller's latest import of this kind. */
export async function lastOf(context: Context, kind: ImportKind, which?: SQL) {
  const [last] = await context.db
    .select()
    .from(processes)
    .where(and(ownImports(context, kind), which))
    .orderBy(desc(processes.createdAt))
    .limit(1);
  if (!last) return null;
  const { fileName, isCheck } = inputOf(last);
  return { processId: last.id, fileName, isCheck, isFinished: last.finishedAt !== null };
}

const mostListed = 100;

/** The caller's imports of this kind, newest first. */
export async function listOf(context: Context, kind: ImportKind, which?: SQL) {
  const where = (which?: SQL) =>
    sql<boolean>`exists (select 1 from ${processRows} where ${and(eq(processRows.processId, processes.id), which)})`;
  const rows = await context.db
    .select({ process: processes, hasRows: where(), hasChanges: where(hasChanged) })
    .from(processes)
    // With a join the query builder qualifies column names, which the subqueries need.
    .leftJoin(users, eq(users.id, processes.askedBy))
    .where(and(ownImports(context, kind), which))
    .orderBy(desc(processes.createdAt))
    .limit(mostListed);
  return rows.map(({ process, hasRows, hasChanges }) => {
    const input = inputOf(process);
    const { fileName, isCheck, isUndo = false, isUndone = false } = input;
    return {
      processId: process.id,
      fileName,
      startedDate: process.createdAt.toISOString(),
      isCheck,
      isUndo,
      isUndone,
      isFinished: process.finishedAt !== null,
      hasErrors: process.finishedAt !== null && process.status !== done,
      canApply: isCheck && isFinished(process) && hasRows,
      canUndo: isUndoable({ ...process, input }, kind) && hasChanges,
    };
  });
}

/** The refused rows with their original cells and the reasons. */
export async function refusedFile(context: Context, kind: ImportKind, id: string, which?: SQL): Promise<FileAnswer> {
  const { input, finishedAt } = await importOf(context, kind, id, { which });
  if (!finishedAt) throw conflict("This import is still running. Please wait until it has finished.");
  const name = `${input.fileName.replace(/\.(xlsx|csv|tsv|txt)$/i, "")} - refused rows.xlsx`;
  return workbookFile(context, name, {
    name: kind.sheet,
    columns: columnsFor(kind, input.head),
    rows: refusedRows(context.db, kind, { id, input }),
  });
}

const { done, doneWithErrors } = ProcessingStatus;
const isFinished = ({ status }: { status: number }) => status === done || status === doneWithErrors;

/** Condition for rows that created or changed something. */
const hasChanged = sql`${processRows.isDone} is not null and jsonb_path_exists(${processRows.result}, '$[*] ? (@.outcome == "made" || @.outcome == "changed")')`;

/** An import that was stopped half-way can be undone as well. */
function isUndoable(
  { input: { isCheck, isUndo, isUndone }, finishedAt }: { input: ImportInput; finishedAt: Date | null },
  { canBeUndone }: ImportKind,
): boolean {
  return canBeUndone === true && finishedAt !== null && !isCheck && !isUndo && !isUndone;
}

const ownImports = ({ caller }: Context, kind: ImportKind) =>
  and(eq(processes.askedBy, caller.userId), eq(processes.kind, kind.name));

/**
 * Returns the import if it is the caller's own, or one that the caller may see.
 * @throws Refusal 404
 */
export async function importOf(
  context: Context,
  kind: ImportKind,
  id: string,
  { isLocked = false, which }: { isLocked?: boolean; which?: SQL } = {},
) {
  const query = context.db
    .select()
    .from(processes)
    .where(
      and(
        eq(processes.id, id),
        eq(processes.kind, kind.name),
        or(eq(processes.askedBy, context.caller.userId), kind.othersSeenBy?.(context)),
        which,
      ),
    );
  const [process] = await (isLocked ? query.for("update") : query);
  if (!process) throw notFound("This import");
  return { ...process, input: inputOf(process) };
}

const inputOf = ({ input }: Pick<typeof processes.$inferSelect, "input">) => input as ImportInput;

const atOnce = 200;

/** Reads the rows of a process in batches. */
export async function* storedRows(
  db: Db,
  id: string,
  which?: SQL,
): AsyncGenerator<(typeof processRows.$inferSelect)[]> {
  for (let last = 0; ; ) {
    const batch = await db
      .select()
      .from(processRows)
      .where(and(eq(processRows.processId, id), gt(processRows.position, last), which))
      .orderBy(asc(processRows.position))
      .limit(atOnce);
    if (batch.length === 0) return;
    yield batch;
    last = batch.at(-1)?.position ?? last;
  }
}

interface RefusedRow extends ReadRow {
  reason: string;
}

/**
 * The rows that were not applied, with their original cells, in the order of the workbook. They are stored with the
 * other rows of their record and read twice, because the rows of a workbook may not fit into memory.
 */
async function* refusedRows(
  db: Db,
  kind: ImportKind,
  { id, input }: { id: string; input: ImportInput },
): AsyncGenerator<RefusedRow[]> {
  const isRefused = or(isNull(processRows.isDone), not(processRows.isDone));
  const places: { number: number; position: number }[] = [];
  for await (const batch of storedRows(db, id, isRefused))
    for (const { position, row, result } of batch)
      for (const number of new Set(refusedOf(kind, row, result, input).map((refused) => refused.number)))
        places.push({ number, position });
  places.sort((a, b) => a.number - b.number);
  for (let begin = 0; begin < places.length; begin += atOnce) {
    const wanted = new Set(places.slice(begin, begin + atOnce).map(({ number }) => number));
    const positions = places.slice(begin, begin + atOnce).map(({ position }) => position);
    const records = await db
      .select()
      .from(processRows)
      .where(and(eq(processRows.processId, id), inArray(processRows.position, [...new Set(positions)])));
    yield records
      .flatMap(({ row, result }) => refusedOf(kind, row, result, input))
      .filter(({ number }) => wanted.has(number))
      .sort((a, b) => a.number - b.number);
  }
}

function refusedOf(kind: ImportKind, stored: unknown, result: unknown, input: ImportInput): RefusedRow[] {
  const rows = kind.rowsOf(stored);
  if (!result) return rows.map((row) => ({ ...row, reason: "This was not done." }));
  const problems = kind.problemsOf(result);
  return rows.flatMap((row) => {
    const own = problems.filter((problem) => problem.row === row.number);
    return own.length > 0
      ? [{ ...(kind.restoreRow?.(row, result, input) ?? row), reason: own.map(sentenceOf).join(" ") }]
      : [];
  });
}

function columnsFor({ hiddenColumn }: ImportKind, head: readonly ReadCell[]): Column<RefusedRow>[] {
  const own = head.flatMap((cell, i): Column<RefusedRow>[] => {
    const title = titleFrom(cell);
    // Rows that are sent a second time get new reasons.
    if (title === reasonColumn) return [];
    const isHidden = hiddenColumn !== undefined && title.trim().toLowerCase() === hiddenColumn.toLowerCase();
    return [{ title, width: 18, isHidden, kind: "any", value: ({ cells }) => cellFrom(cells[i] ?? null) }];
  });
  return [...own, { title: reasonColumn, width: 80, kind: "text", value: ({ reason }) => reason }];
}

/** Only texts and numbers can be column titles. */
const titleFrom = (cell: ReadCell) => (typeof cell === "object" ? "" : String(cell));

function cellFrom(cell: ReadCell): Cell {
  if (typeof cell !== "object" || cell === null) return cell ?? undefined;
  return "date" in cell ? new Date(cell.date) : cell;
}

/** Marks problems of rows that passed the check but are refused now. */
export const wasRight = <P extends Problem>(problem: P): P => ({
  ...problem,
  why: `${problem.why} It was valid when the file was checked.`,
});

/** For example "3 shipments". */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count.toLocaleString("en-AU")} ${count === 1 ? noun : plural}`;
