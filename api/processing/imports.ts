/** Imports of workbooks: each is checked, applied and, where its kind can do that, taken back by work in the background. */

import { and, asc, desc, eq, gt, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { ProcessingStatus } from "../../contract/enumerations.ts";
import { reasonColumn } from "../../contract/imports.ts";
import type { Db } from "../database/connection.ts";
import { processes, processRows, users } from "../database/schema/index.ts";
import { type Problem, sentenceOf } from "../excel/cells.ts";
import { workbookFile } from "../excel/export.ts";
import { headOfSheet, type ReadCell, type ReadRow } from "../excel/reading.ts";
import type { Cell, Column } from "../excel/sheet.ts";
import type { Context } from "../http/context.ts";
import type { FileAnswer, UploadedFile } from "../http/handlers.ts";
import { conflict, invalid, notFound } from "../http/refusal.ts";
import { beginTransfer } from "../transfers/transfers.ts";
import { beginImport, beginImportAgain, beginUndo, type ProcessKind } from "./process.ts";

export interface ImportInput {
  fileName: string;
  /** Says what would be done, and changes nothing. */
  isCheck: boolean;
  /** Takes back what another import did. */
  isUndo?: boolean;
  /** It was taken back. */
  isUndone?: boolean;
  /** The head of the worksheet. */
  head: readonly ReadCell[];
  /** Rows in which nothing is filled in. */
  emptyRows: number;
}

export interface ImportKind<Input extends ImportInput = ImportInput, Row = unknown, Result = unknown>
  extends ProcessKind<Input, Row, Result> {
  readonly sheet: string;
  /** The rows of the workbook that are done together. */
  rowsOf(row: Row): readonly ReadRow[];
  problemsOf(result: Result): readonly Problem[];
  /** A refused row as it goes back to whoever sent it, where what was done with the rows beside it changes what it has to say. */
  givenBack?(row: ReadRow, result: Result, input: Input): ReadRow;
  readonly canBeUndone?: boolean;
  /** The title of a column that people need not see. */
  readonly hiddenColumn?: string;
}

/** The rows of one record are done in one transaction, which must not hold its connection for long. */
const mostRowsTogether = 300;

/** @throws Refusal 422 when these are too many rows of one record @param record what people call it */
export function assertFewRows(rows: readonly ReadRow[], record: string): void {
  if (rows.length <= mostRowsTogether) return;
  throw invalid({
    file: [
      `More than ${mostRowsTogether} rows of this workbook are for ${record}. Please split them into several workbooks.`,
    ],
  });
}

/** @throws Refusal 422 unless it is one */
export function oneFile([file, ...others]: readonly UploadedFile[]): UploadedFile {
  if (!file || others.length > 0) throw invalid({ file: ["Please choose one file."] });
  return file;
}

/**
 * Begins to import a workbook; its rows are read in the background.
 * @param inputFrom looks at the head of the worksheet, and says what else the import has to know
 * @throws Refusal 422 when it is no such workbook, 409 while the caller has another export or import running
 */
export function importFile<Own extends object>(
  context: Context,
  kind: ImportKind,
  { file, isCheck }: { file: UploadedFile; isCheck: boolean },
  inputFrom: (head: ReadRow) => Own | Promise<Own>,
): Promise<string> {
  return inTurn(context, async () => {
    const head = await headOfSheet(file.content, kind.sheet);
    const own = await inputFrom(head);
    const input: ImportInput & Own = { ...own, fileName: file.name, isCheck, head: head.cells, emptyRows: 0 };
    return context.transaction((db) => beginImport({ ...context, db }, kind, input, file.content));
  });
}

/** The turn is over when the process is there, which is in the way of another one itself. */
export async function inTurn<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const transfer = await beginTransfer(context, "import");
  try {
    return await work();
  } finally {
    await transfer.end();
  }
}

/** Does what was checked, once. @returns the id of the process */
export async function applyChecked(context: Context, kind: ImportKind, id: string): Promise<string> {
  const check = await importOf(context, kind, id, { isLocked: true });
  if (!check.input.isCheck) throw notFound("This check");
  if (!isFinished(check)) throw conflict("This file is still being checked. Please wait until that has finished.");
  return inTurn(context, async () => {
    const begun = await beginImportAgain(context, kind, { ...check.input, isCheck: false }, id);
    if (begun === undefined)
      throw conflict("There is nothing left to import: it has already been done, or every row was blank.");
    return begun;
  });
}

/** Takes back what an import did, once. @returns the id of the process */
export async function undoApplied(context: Context, kind: ImportKind, id: string): Promise<string> {
  const applied = await importOf(context, kind, id, { isLocked: true });
  if (!isUndoable(applied, kind)) throw conflict("This import cannot be undone, or has already been undone.");
  return inTurn(context, async () => {
    const begun = await beginUndo(context, kind, { ...applied.input, isUndo: true }, { from: id, which: hasChanged });
    if (begun === undefined) throw conflict("This import has changed nothing.");
    await context.db
      .update(processes)
      .set({ input: { ...applied.input, isUndone: true } })
      .where(eq(processes.id, id));
    return begun;
  });
}

/** What is known of an import, for whoever asked for it; what its summary is, its kind knows. */
export async function resultOf(context: Context, kind: ImportKind, id: string) {
  const process = await importOf(context, kind, id);
  const { input, result: summary } = process;
  const { fileName, isCheck, isUndo = false } = input;
  const has = async (which?: SQL) =>
    (await context.db.$count(processRows, and(eq(processRows.processId, id), which))) > 0;
  const canApply = isCheck && isFinished(process) && (await has());
  const canUndo = isUndoable(process, kind) && (await has(hasChanged));
  return { input, result: { fileName, isCheck, isUndo, canApply, canUndo }, summary };
}

/** The last that the caller has sent of this kind. */
export async function lastOf(context: Context, kind: ImportKind) {
  const [last] = await context.db
    .select()
    .from(processes)
    .where(ownImports(context, kind))
    .orderBy(desc(processes.createdAt))
    .limit(1);
  if (!last) return null;
  const { fileName, isCheck } = last.input as ImportInput;
  return { processId: last.id, fileName, isCheck, isFinished: last.finishedAt !== null };
}

const mostListed = 100;

/** The caller's imports of this kind, the newest first. */
export async function listOf(context: Context, kind: ImportKind) {
  const where = (which?: SQL) =>
    sql<boolean>`exists (select 1 from ${processRows} where ${and(eq(processRows.processId, processes.id), which)})`;
  const rows = await context.db
    .select({ process: processes, hasRows: where(), hasChanges: where(hasChanged) })
    .from(processes)
    // A join makes the query builder write the names of tables, which the subqueries need.
    .leftJoin(users, eq(users.id, processes.askedBy))
    .where(ownImports(context, kind))
    .orderBy(desc(processes.createdAt))
    .limit(mostListed);
  return rows.map(({ process, hasRows, hasChanges }) => {
    const input = process.input as ImportInput;
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

/** The rows that were refused, as the workbook had them, with the reasons. */
export async function refusedFile(context: Context, kind: ImportKind, id: string): Promise<FileAnswer> {
  const { input, finishedAt } = await importOf(context, kind, id);
  if (!finishedAt) throw conflict("This import is still running. Please wait until it has finished.");
  const name = `${input.fileName.replace(/\.xlsx$/i, "")} - refused rows.xlsx`;
  return workbookFile(context, name, {
    name: kind.sheet,
    columns: columnsFor(kind, input.head),
    rows: refusedRows(context.db, kind, { id, input }),
  });
}

const { done, doneWithErrors } = ProcessingStatus;
const isFinished = ({ status }: { status: number }) => status === done || status === doneWithErrors;

/** Of a row: something was made or changed by it. */
const hasChanged = sql`${processRows.isDone} is not null and jsonb_path_exists(${processRows.result}, '$[*] ? (@.outcome == "made" || @.outcome == "changed")')`;

/** What was stopped on the way can be taken back as well. */
function isUndoable(
  { input: { isCheck, isUndo, isUndone }, finishedAt }: { input: ImportInput; finishedAt: Date | null },
  { canBeUndone }: ImportKind,
): boolean {
  return canBeUndone === true && finishedAt !== null && !isCheck && !isUndo && !isUndone;
}

const ownImports = ({ caller }: Context, kind: ImportKind) =>
  and(eq(processes.askedBy, caller.userId), eq(processes.kind, kind.name));

/**
 * The caller's own import.
 * @throws Refusal 404
 */
export async function importOf(context: Context, kind: ImportKind, id: string, { isLocked = false } = {}) {
  const query = context.db
    .select()
    .from(processes)
    .where(and(eq(processes.id, id), ownImports(context, kind)));
  const [process] = await (isLocked ? query.for("update") : query);
  if (!process) throw notFound("This import");
  return { ...process, input: process.input as ImportInput };
}

const atOnce = 200;

/** The rows of a process, in batches. */
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

/** What was not done, as the workbook had it. */
async function* refusedRows(
  db: Db,
  kind: ImportKind,
  { id, input }: { id: string; input: ImportInput },
): AsyncGenerator<RefusedRow[]> {
  const isRefused = or(isNull(processRows.isDone), not(processRows.isDone));
  for await (const batch of storedRows(db, id, isRefused))
    yield batch.flatMap(({ row, result }) => refusedOf(kind, row, result, input));
}

function refusedOf(kind: ImportKind, stored: unknown, result: unknown, input: ImportInput): RefusedRow[] {
  const rows = kind.rowsOf(stored);
  if (!result) return rows.map((row) => ({ ...row, reason: "This was not done." }));
  const problems = kind.problemsOf(result);
  return rows.flatMap((row) => {
    const own = problems.filter((problem) => problem.row === row.number);
    return own.length > 0
      ? [{ ...(kind.givenBack?.(row, result, input) ?? row), reason: own.map(sentenceOf).join(" ") }]
      : [];
  });
}

function columnsFor({ hiddenColumn }: ImportKind, head: readonly ReadCell[]): Column<RefusedRow>[] {
  const own = head.flatMap((cell, i): Column<RefusedRow>[] => {
    const title = titleFrom(cell);
    // Rows that come back a second time have new reasons.
    if (title === reasonColumn) return [];
    const isHidden = hiddenColumn !== undefined && title.trim().toLowerCase() === hiddenColumn.toLowerCase();
    return [{ title, width: 18, isHidden, kind: "any", value: ({ cells }) => cellFrom(cells[i] ?? null) }];
  });
  return [...own, { title: reasonColumn, width: 80, kind: "text", value: ({ reason }) => reason }];
}

/** Only texts and numbers can name a column. */
const titleFrom = (cell: ReadCell) => (typeof cell === "object" ? "" : String(cell));

function cellFrom(cell: ReadCell): Cell {
  if (typeof cell !== "object" || cell === null) return cell ?? undefined;
  return "date" in cell ? new Date(cell.date) : cell;
}

/** What was right when it was checked, and is refused now, says so. */
export const wasRight = <P extends Problem>(problem: P): P => ({
  ...problem,
  why: `${problem.why} It was valid when the file was checked.`,
});

/** "3 shipments" */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-AU")} ${noun}${count === 1 ? "" : "s"}`;
