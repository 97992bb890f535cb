/** Requests about imports: each is checked, applied and, if its kind supports it, undone by a background process. */

import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { processes, processRows, users } from "#api/core/database/schema/index.ts";
import { headOfSheet, type ReadRow } from "#api/core/excel/reading.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { UploadedFile } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound } from "#api/core/refusals/refusal.ts";
import { beginTransfer } from "#api/core/transfers/transfers.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import type { ImportInput, ImportKind } from "./import-kind.ts";
import { beginImport, beginImportAgain, beginUndo } from "./process.ts";
import { refusedFile } from "./refused-rows.ts";

/** @throws Refusal 422 unless exactly one file was uploaded */
export function oneFile([file, ...others]: readonly UploadedFile[]): UploadedFile {
  if (!file || others.length > 0) throw invalid({ file: ["Please choose one file."] });
  return file;
}

/** The further input of an import. */
type Further<Input extends ImportInput> = Omit<Input, keyof ImportInput>;

interface Table<Input extends ImportInput> {
  name: string;
  content: Buffer;
  isCheck: boolean;
  input: Further<Input>;
}

/**
 * Starts the import of a file; its rows are read in the background.
 * @param columnsOf validates the header row
 * @throws Refusal 422 if the file is unsuitable, 409 while the caller has another export or import running
 */
export function importFile<Input extends ImportInput>(
  context: Context,
  kind: ImportKind<Input>,
  table: Table<Input>,
  columnsOf: (head: ReadRow, input: Further<Input>) => unknown = kind.columnsOf,
): Promise<string> {
  return runInTurn(context, async () => {
    const head = await (kind.headOf?.(table.content) ?? headOfSheet(table.content, kind.sheet));
    columnsOf(head, table.input);
    return begin(context, kind, { ...table, head });
  });
}

/**
 * Starts the import of a table whose header row has been read and validated.
 * @throws Refusal 409 while the caller has another export or import running
 */
export const importTable = <Input extends ImportInput>(
  context: Context,
  kind: ImportKind<Input>,
  table: Table<Input> & { head: ReadRow },
): Promise<string> => runInTurn(context, () => begin(context, kind, table));

function begin<Input extends ImportInput>(
  context: Context,
  kind: ImportKind<Input>,
  { name, content, head, isCheck, input }: Table<Input> & { head: ReadRow },
): Promise<string> {
  const whole = { ...input, fileName: name, isCheck, head: head.cells, emptyRows: 0 } as Input;
  return context.transaction((db) => beginImport({ ...context, db }, kind, whole, content));
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

/**
 * The handlers that imports of all areas have, besides those that receive the file.
 * @param ofRecord condition for the imports of one record, such as a marketplace
 */
export const importHandlers = <Summary extends z.ZodType, Of extends object = object>(
  kind: ImportKind<ImportInput, Summary>,
  ofRecord: (input: Of) => SQL | undefined = () => undefined,
) => ({
  applyImport: ({ ProcessId }: { ProcessId: string }, context: Context) => applyChecked(context, kind, ProcessId),
  undoImport: ({ ProcessId }: { ProcessId: string }, context: Context) => undoApplied(context, kind, ProcessId),
  excelImportResult: (input: Of & { id: string }, context: Context) =>
    resultOf(context, kind, input.id, ofRecord(input)),
  excelImports: (input: Of, context: Context) => listOf(context, kind, ofRecord(input)),
  lastExcelImport: (input: Of, context: Context) => lastOf(context, kind, ofRecord(input)),
  excelImportRefused: async (input: Of & { id: string }, context: Context) => {
    const refused = await importOf(context, kind, input.id, { which: ofRecord(input) });
    if (!refused.finishedAt) throw conflict("This import is still running. Please wait until it has finished.");
    return refusedFile(context, kind, refused);
  },
});

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
async function undoApplied(context: Context, kind: ImportKind, id: string): Promise<string> {
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

/** The result of an import, for the user who started it. */
async function resultOf<Summary extends z.ZodType>(
  context: Context,
  kind: ImportKind<ImportInput, Summary>,
  id: string,
  which: SQL | undefined,
) {
  const process = await importOf(context, kind, id, { which });
  const { fileName, isCheck, isUndo = false } = process.input;
  const has = async (which?: SQL) =>
    (await context.db.$count(processRows, and(eq(processRows.processId, id), which))) > 0;
  const canApply = isCheck && isFinished(process) && (await has());
  const canUndo = isUndoable(process, kind) && (await has(hasChanged));
  const summary = process.result === null ? null : kind.summary.parse(process.result);
  return { fileName, isCheck, isUndo, canApply, canUndo, summary };
}

/** The caller's latest import of this kind. */
async function lastOf(context: Context, kind: ImportKind, which?: SQL) {
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
async function listOf(context: Context, kind: ImportKind, which?: SQL) {
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
