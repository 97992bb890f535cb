/** The stock set by rows of exported workbooks: importing a file again must not add its difference a second time. */
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import { importedStock } from "#api/core/database/schema/index.ts";
import type { ReadRow } from "#api/core/excel/reading.ts";
import { rememberedDays } from "./memory.ts";
import { rowOf, type SheetColumns, type SheetRow, type StockBefore } from "./rows.ts";

const keyOf = (exportId: string, productId: number, variantId: number | null) =>
  `${exportId} ${productId} ${variantId ?? noVariant}`;
const noVariant = 0;

/** The changes that these rows request. Unedited cells, and stock that has already been imported, request nothing. */
export async function rowsWithStock(
  db: Db,
  rows: readonly ReadRow[],
  columns: SheetColumns,
  now: Date,
): Promise<SheetRow[]> {
  const read = rows.map((row) => rowOf(row, columns, now));
  const before = await stockBeforeOf(db, read);
  return before ? rows.map((row) => rowOf(row, columns, now, before)) : read;
}

async function stockBeforeOf(db: Db, rows: readonly SheetRow[]): Promise<StockBefore | undefined> {
  const exportIds = new Set<string>();
  const productIds = new Set<number>();
  for (const { memory, productId } of rows) {
    if (!memory || typeof productId !== "number") continue;
    exportIds.add(memory.exportId);
    productIds.add(productId);
  }
  if (exportIds.size === 0) return undefined;
  const found = await db
    .select()
    .from(importedStock)
    .where(and(inArray(importedStock.exportId, [...exportIds]), inArray(importedStock.productId, [...productIds])));
  const byRow = new Map(
    found.map(({ exportId, productId, variantId, stock }) => [keyOf(exportId, productId, variantId), stock]),
  );
  return byRow.size > 0 ? (...row) => byRow.get(keyOf(...row)) : undefined;
}

/** The stock that a row has set, and the one it had set before, for undoing the import. */
export interface StockTrace {
  exportId: string;
  was: number | null;
}

interface Row {
  exportId: string;
  productId: number;
  /** Null for the product itself. */
  variantId: number | null;
}

/** @param stock as in the file; null deletes the record of the row */
export async function storeImportedStock(
  db: Db,
  { exportId, productId, variantId }: Row,
  stock: number | null,
  now: Date,
): Promise<void> {
  const row = { exportId, productId, variantId: variantId ?? noVariant };
  if (stock === null) {
    const isRow = and(
      eq(importedStock.exportId, row.exportId),
      eq(importedStock.productId, row.productId),
      eq(importedStock.variantId, row.variantId),
    );
    await db.delete(importedStock).where(isRow);
    return;
  }
  const set = { stock, importedAt: now };
  await db
    .insert(importedStock)
    .values({ ...row, ...set })
    .onConflictDoUpdate({ target: [importedStock.exportId, importedStock.productId, importedStock.variantId], set });
}

/** Older files no longer have a usable memory. */
export async function deleteExpiredImportedStock(database: Pick<Database, "transaction">): Promise<void> {
  const limit = sql`now() - make_interval(days => ${rememberedDays + 1})`;
  await database.transaction((db) => db.delete(importedStock).where(lt(importedStock.importedAt, limit)));
}
