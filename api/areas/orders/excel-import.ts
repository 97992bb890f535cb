import { and, asc, desc, eq, gt, isNull, not, or } from "drizzle-orm";
import { ProcessingStatus } from "../../../contract/enumerations.ts";
import type { Operations } from "../../../contract/operations.ts";
import { importSummary, ordersSheet } from "../../../contract/orders/import.ts";
import type { Db } from "../../database/connection.ts";
import { processes, processRows } from "../../database/schema/index.ts";
import { sentenceOf } from "../../excel/cells.ts";
import { workbookFile } from "../../excel/export.ts";
import { headOfSheet, type ReadCell, type ReadRow } from "../../excel/reading.ts";
import type { Cell, Column } from "../../excel/sheet.ts";
import type { Context } from "../../http/context.ts";
import type { Handler, UploadedFile } from "../../http/handlers.ts";
import { conflict, invalid, notFound } from "../../http/refusal.ts";
import { beginImport, beginImportAgain } from "../../processing/process.ts";
import { beginTransfer } from "../../transfers/transfers.ts";
import { type ImportInput, type OrderRows, shipmentImport } from "./import-process.ts";
import { columnsIn } from "./import-rows.ts";
import type { ShipmentResult } from "./import-shipments.ts";

type Orders = Operations["orders"];

export const excelImport: Handler<Orders["excelImport"]> = async (_, files, context) => begin(files, context, false);

export const excelImportCheck: Handler<Orders["excelImportCheck"]> = async (_, files, context) => begin(files, context, true);

/** What is no such workbook is refused at once; its rows are read in the background. */
async function begin([file, ...others]: UploadedFile[], context: Context, isCheck: boolean): Promise<string> {
  if (!file || others.length > 0) throw invalid({ file: ["Please choose one file."] });
  return inTurn(context, async () => {
    const head = await headOfSheet(file.content, ordersSheet);
    columnsIn(head);
    const input: ImportInput = { fileName: file.name, isCheck, head: head.cells, emptyRows: 0 };
    return context.transaction((db) => beginImport({ ...context, db }, shipmentImport, input, file.content));
  });
}

/** The turn is over when the process is there, which is in the way of another one itself. */
async function inTurn<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const transfer = await beginTransfer(context, "import");
  try {
    return await work();
  } finally {
    await transfer.end();
  }
}

export const applyImport: Handler<Orders["applyImport"]> = async ({ ProcessId }, context) => {
  const check = await importOf(context, ProcessId, { isLocked: true });
  const input = check.input as ImportInput;
  if (!input.isCheck) throw notFound("This check");
  if (!isFinished(check)) throw conflict("This file is still being checked. Please wait until that has finished.");
  return inTurn(context, async () => {
    const id = await beginImportAgain(context, shipmentImport, { ...input, isCheck: false }, ProcessId);
    if (id === undefined) throw conflict("There is nothing to import any more: it was done already, or no row had anything filled in.");
    return id;
  });
};

export const excelImportResult: Handler<Orders["excelImportResult"]> = async ({ id }, context) => {
  const process = await importOf(context, id);
  const { fileName, isCheck } = process.input as ImportInput;
  const canApply = isCheck && isFinished(process) && (await context.db.$count(processRows, eq(processRows.processId, id))) > 0;
  return { fileName, isCheck, canApply, summary: process.result === null ? null : importSummary.parse(process.result) };
};

export const lastExcelImport: Handler<Orders["lastExcelImport"]> = async (_, context) => {
  const [last] = await context.db.select().from(processes).where(ownImports(context)).orderBy(desc(processes.createdAt)).limit(1);
  if (!last) return null;
  const { fileName, isCheck } = last.input as ImportInput;
  return { processId: last.id, fileName, isCheck, isFinished: last.finishedAt !== null };
};

export const excelImportRefused: Handler<Orders["excelImportRefused"]> = async ({ id }, context) => {
  const { input, finishedAt } = await importOf(context, id);
  if (!finishedAt) throw conflict("This import is still running. Please wait until it has finished.");
  const { head, fileName } = input as ImportInput;
  const name = `${fileName.replace(/\.xlsx$/i, "")} - refused rows.xlsx`;
  return workbookFile(context, name, { name: ordersSheet, columns: columnsFor(head), rows: refusedRows(context.db, id) });
};

const { done, doneWithErrors } = ProcessingStatus;
const isFinished = ({ status }: { status: number }) => status === done || status === doneWithErrors;

const ownImports = ({ caller }: Context) => and(eq(processes.askedBy, caller.userId), eq(processes.kind, shipmentImport.name));

/**
 * The caller's own import.
 * @throws Refusal 404
 */
async function importOf(context: Context, id: string, { isLocked = false } = {}) {
  const query = context.db
    .select()
    .from(processes)
    .where(and(eq(processes.id, id), ownImports(context)));
  const [process] = await (isLocked ? query.for("update") : query);
  if (!process) throw notFound("This import");
  return process;
}

interface RefusedRow extends ReadRow {
  reason: string;
}

const ordersAtOnce = 200;

/** What was not done, as the workbook had it. */
async function* refusedRows(db: Db, id: string): AsyncGenerator<RefusedRow[]> {
  const isRefused = or(isNull(processRows.isDone), not(processRows.isDone));
  for (let last = 0; ; ) {
    const batch = await db
      .select()
      .from(processRows)
      .where(and(eq(processRows.processId, id), isRefused, gt(processRows.position, last)))
      .orderBy(asc(processRows.position))
      .limit(ordersAtOnce);
    if (batch.length === 0) return;
    yield batch.flatMap(({ row, result }) => refusedOf(row as OrderRows, result as ShipmentResult[] | null));
    last = batch.at(-1)?.position ?? last;
  }
}

function refusedOf({ rows }: OrderRows, results: ShipmentResult[] | null): RefusedRow[] {
  if (!results) return rows.map((row) => ({ ...row, reason: "This was not done." }));
  const problems = results.flatMap((result) => result.problems);
  return rows.flatMap((row) => {
    const own = problems.filter((problem) => problem.row === row.number);
    return own.length > 0 ? [{ ...row, reason: own.map(sentenceOf).join(" ") }] : [];
  });
}

function columnsFor(head: readonly ReadCell[]): Column<RefusedRow>[] {
  const own = head.map(
    (title, i): Column<RefusedRow> => ({ title: String(cellFrom(title) ?? ""), width: 18, kind: "any", value: ({ cells }) => cellFrom(cells[i] ?? null) }),
  );
  return [...own, { title: "Reason", width: 80, kind: "text", value: ({ reason }) => reason }];
}

function cellFrom(cell: ReadCell): Cell {
  if (typeof cell !== "object" || cell === null) return cell ?? undefined;
  return "date" in cell ? new Date(cell.date) : cell.error;
}
