/** Imports the rows of one product and its variants. Each row is applied completely or not at all. */

import { lockedProduct, type StoredProduct } from "#api/areas/products/policy.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import { isBlank, type Problem, Problems, refuseRows } from "#api/core/excel/cells.ts";
import type { ReadRow } from "#api/core/excel/reading.ts";
import { orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { keyColumns } from "#contract/products/workbook.ts";
import { conflictsIn, type Reviewed, withExported } from "./conflicts.ts";
import { stockAndPriceFields } from "./fields.ts";
import { foundOrNew } from "./find-group.ts";
import { identified } from "./identify.ts";
import { rowsWithStock, type StockTrace, storeImportedStock } from "./imported-stock.ts";
import { createFromRow } from "./new-row.ts";
import { withOwnOptions } from "./own-options.ts";
import { changeFromRow } from "./own-row.ts";
import { type Done, gstRateIn, type ProductsSheet } from "./products-sheet.ts";
import type { RowResult } from "./results.ts";
import { columnOf, refused, wrong } from "./row-cells.ts";
import type { RecordKey, SheetRow } from "./rows.ts";
import { importVariant } from "./variant-row.ts";

/** @param seen the concurrent changes that the caller has seen: any, none, or those in the results of a check */
export async function importProduct(
  sheet: ProductsSheet,
  rows: readonly ReadRow[],
  seen: Reviewed,
): Promise<RowResult[]> {
  const parsed = await rowsWithStock(sheet.work.db, rows, sheet.columns, sheet.now);
  const found = sheet.source
    ? await withOwnOptions(sheet, await foundOrNew(sheet.work, parsed, sheet.source))
    : await identified(sheet.work, parsed);
  const read = sheet.kind === "stock" ? found.map(ofStock) : found;
  const own = read.filter(({ variantId }) => variantId === undefined);
  const variants = read.filter(({ variantId }) => variantId !== undefined);
  const group: Group = { hasVariantRows: variants.length > 0, variants: new Map() };
  const results: RowResult[] = [];
  for (const row of [...own, ...variants])
    results.push(await resultOf(sheet, row, () => importSeen(sheet, group, row, seen)));
  return results.sort((a, b) => a.row - b.row);
}

const makesNothing =
  "Stock levels and prices are for existing products. Please use All Product Data to create new ones.";
const stockAndPrices: readonly string[] = stockAndPriceFields.map(({ column }) => column);

/** The other columns of such a worksheet find the product, or are for reading. */
function ofStock(row: SheetRow): SheetRow {
  const column = keyColumns.find((_, i) => [row.productId, row.variantId][i] === "new");
  return {
    ...row,
    problems: column ? [...row.problems, wrong(row, column, makesNothing)] : row.problems,
    cell: (asked) => (stockAndPrices.includes(asked) ? row.cell(asked) : null),
  };
}

/** The findings from previous rows of the product. */
interface Group {
  readonly hasVariantRows: boolean;
  /** The row of the product itself, if one has been read. */
  own?: SheetRow;
  /** The product that a `new` row has created or found. */
  newId?: number | null;
  /** The rows of existing variants. */
  readonly variants: Map<number, SheetRow>;
}

async function resultOf(
  sheet: ProductsSheet,
  row: SheetRow,
  importing: () => Promise<Done & Pick<RowResult, "trace">>,
): Promise<RowResult> {
  const about = {
    row: row.number,
    productId: numberOrNull(row.productId),
    variantId: numberOrNull(row.variantId),
    isVariant: row.variantId !== undefined,
    name: isBlank(row.written("Name")) ? "" : String(row.written("Name")).slice(0, longestName),
    changes: [],
    problems: [],
  };
  try {
    const done = await allOrNothing(sheet.work.db, importing);
    const isForgetful = done.outcome === "changed" && row.memory === undefined;
    const { ownOptions } = row;
    return { ...about, ...done, ...(isForgetful ? { isForgetful } : {}), ...(ownOptions ? { ownOptions } : {}) };
  } catch (error) {
    if (!(error instanceof Problems || error instanceof Refusal)) throw error;
    const problems = error instanceof Problems ? [...error.problems] : problemsFrom(error, row);
    const isExGst = sheet.source?.pricesIncludeGst === false;
    return { ...about, outcome: "refused", problems, ...(isExGst && { gstRate: await gstRateIn(sheet, row) }) };
  }
}

const longestName = 255;
const numberOrNull = (key: RecordKey) => (typeof key === "number" ? key : null);

/** Turns a command's refusal into problems of the columns that its fields come from. */
function problemsFrom({ errors, message }: Refusal, { number: row }: SheetRow): Problem[] {
  if (!errors) return [{ row, column: null, why: message }];
  return Object.entries(errors).flatMap(([field, reasons]) =>
    reasons.map((why) => ({ row, column: columnOf[field] ?? null, why })),
  );
}

/** Imports a row, unless it would overwrite a change that the caller has not seen. */
async function importSeen(
  sheet: ProductsSheet,
  group: Group,
  row: SheetRow,
  seen: Reviewed,
): Promise<Done & Pick<RowResult, "trace">> {
  const done = await importRow(sheet, group, row);
  const changes = done.changes.map((change) => withExported(row, change));
  if (done.outcome === "changed") refuseRows(conflictsIn(row, changes, seen));
  const stock = await storeStock(sheet, row);
  return { ...done, changes, ...(stock ? { trace: { stock } } : {}) };
}

/**
 * Remembers the stock that the row has set, so that importing the same file again does not add the difference twice.
 */
async function storeStock(
  { work, now }: ProductsSheet,
  { memory, productId, variantId, stockBefore, cell }: SheetRow,
): Promise<StockTrace | undefined> {
  const requested = cell("StockQuantity");
  const stock = isBlank(requested) ? Number.NaN : Number(requested);
  if (!memory || typeof productId !== "number" || variantId === "new" || !Number.isSafeInteger(stock)) return undefined;
  const { exportId } = memory;
  await storeImportedStock(work.db, { exportId, productId, variantId: variantId ?? null }, stock, now);
  return { exportId, was: stockBefore ?? null };
}

async function importRow(sheet: ProductsSheet, group: Group, row: SheetRow): Promise<Done> {
  refuseRows(row.problems);
  if (row.variantId === undefined) return importOwn(sheet, group, row);
  const product = await productOf(sheet, group, row);
  assertFirst(group, row);
  return importVariant(sheet, row, product);
}

async function importOwn(sheet: ProductsSheet, group: Group, row: SheetRow): Promise<Done> {
  if (group.own) throw refused(row, "ProductId", `Row ${group.own.number} is for the same product.`);
  group.own = row;
  if (row.productId === "new") {
    const made = await createFromRow(sheet, row, group);
    group.newId = made.productId;
    return made;
  }
  const product = await productOf(sheet, group, row);
  return { ...(await changeFromRow(sheet, row, product)), productId: product.id, variantId: null, name: product.name };
}

/** The current state of the row's product. */
async function productOf({ work }: ProductsSheet, { own, newId }: Group, row: SheetRow): Promise<StoredProduct> {
  const id = row.productId === "new" ? newId : row.productId;
  if (typeof id !== "number") {
    throw own
      ? refused(row, null, `Skipped, because row ${own.number} of the same product was refused.`)
      : refused(
          row,
          "ProductId",
          "The new product's own row is missing: the one with the same ProductId and an empty VariantId.",
        );
  }
  const product = await orRefusal(() => lockedProduct(work, id));
  if (product instanceof Refusal) throw refused(row, "ProductId", `There is no product ${id}, or you may not see it.`);
  if (!mayManageProducts(work.caller, product.supplierId))
    throw refused(row, "ProductId", "You can see this product, but not change it.");
  return product;
}

function assertFirst({ variants }: Group, row: SheetRow): void {
  if (typeof row.variantId !== "number") return;
  const other = variants.get(row.variantId);
  if (other) throw refused(row, "VariantId", `Row ${other.number} is for the same variant.`);
  variants.set(row.variantId, row);
}
