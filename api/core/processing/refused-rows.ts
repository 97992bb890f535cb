/** The file of the rows that an import has refused. */
import { and, asc, eq, gt, inArray, isNull, not, or, type SQL } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { processRows } from "#api/core/database/schema/index.ts";
import { sentenceOf } from "#api/core/excel/cells.ts";
import { workbookFile } from "#api/core/excel/export.ts";
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import type { Cell, Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { FileAnswer } from "#api/core/operations/handlers.ts";
import { reasonColumn } from "#contract/imports.ts";
import type { ImportInput, ImportKind, ImportUnit } from "./import-kind.ts";
import type { RecordResult } from "./import-results.ts";

/** The refused rows with their original cells and the reasons. */
export function refusedFile(
  context: Context,
  kind: ImportKind,
  { id, input }: { id: string; input: ImportInput },
): FileAnswer {
  const name = `${input.fileName.replace(/\.(xlsx|csv|tsv|txt)$/i, "")} - refused rows.xlsx`;
  return workbookFile(context, name, {
    name: kind.sheet,
    columns: columnsFor(kind, input.head),
    rows: refusedRows(context.db, kind, { id, input }),
  });
}

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
  const { rows } = stored as ImportUnit<RecordResult>;
  if (!result) return rows.map((row) => ({ ...row, reason: "This was not done." }));
  const results = [result as RecordResult[]].flat();
  const problems = results.flatMap((each) => each.problems);
  return rows.flatMap((row) => {
    const own = problems.filter((problem) => problem.row === row.number);
    return own.length > 0
      ? [{ ...(kind.restoreRow?.(row, results, input) ?? row), reason: own.map(sentenceOf).join(" ") }]
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
