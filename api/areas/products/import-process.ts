/** The import of products. The rows of each product are processed together. */

import { isConflict, type Reviewed } from "#api/areas/products/sheet/conflicts.ts";
import { stockAndPriceFields } from "#api/areas/products/sheet/fields.ts";
import { importProduct } from "#api/areas/products/sheet/import-product.ts";
import type { ProductsSheet } from "#api/areas/products/sheet/products-sheet.ts";
import type { ProductRows, RowResult } from "#api/areas/products/sheet/results.ts";
import { columnsOf, isEmpty, rowOf, type SheetColumns } from "#api/areas/products/sheet/rows.ts";
import { findUnchanged } from "#api/areas/products/sheet/unchanged-rows.ts";
import { undoProduct } from "#api/areas/products/sheet/undo-product.ts";
import type { Source } from "#api/areas/products/source/source.ts";
import { translated } from "#api/areas/products/source/translate.ts";
import { isOfFeed } from "#api/areas/shared/stock-feeds.ts";
import { processes } from "#api/core/database/schema/index.ts";
import { type ReadRow, rowsOfSheet, rowsOfTable } from "#api/core/excel/reading.ts";
import { type ImportInput, importKind, type OpenedFile, type Splitting } from "#api/core/processing/import-kind.ts";
import { byRecord } from "#api/core/processing/import-units.ts";
import type { Work } from "#api/core/processing/process.ts";
import { sentencesOf } from "#api/core/processing/words.ts";
import { importOutcomes, shownOfEach } from "#contract/imports.ts";
import { type ProductSheet, productImportSummary } from "#contract/products/import.ts";
import { memoryColumn, productsSheet } from "#contract/products/workbook.ts";
import { price } from "./source/cells.ts";

export interface ProductImportInput extends ImportInput {
  sheet: ProductSheet;
  /** Number of rows with a memory of their export. */
  remembering?: number;
  /** The number of the header row, of a file with our columns that need not be a workbook of ours. */
  tableFrom?: number;
  /** How to read a file that was not exported from here. */
  source?: Source;
  /** The result of reading the file. */
  translation?: {
    /** Titles of the file's columns by the titles of ours, for messages. */
    titles: Readonly<Record<string, string | undefined>>;
    /** Titles of columns that are not used. */
    ignored: readonly string[];
    /** Rows of products that are not sold in the other program. */
    leftOut: number;
  };
}

export const productImport = importKind({
  name: "products",
  sheet: productsSheet,
  noun: "row",
  pathOf: (id) => `/products/import/${id}`,
  isAllowed: ({ permissions }) => permissions.products.edit,
  supplierOf: ({ source }) => source?.supplierId ?? null,
  othersSeenBy: ({ db, caller }) => isOfFeed(db, caller, processes.askedBy),
  open,
  columnsOf: (head, { sheet }) => columnsOf(head, sheet),
  isEmpty,
  hiddenColumn: memoryColumn,
  split,
  recordOf: ({ productId }: ProductRows) => (productId === undefined ? undefined : `product ${productId}`),
  async findUnchanged(work, units, input) {
    return input.source ? [] : findUnchanged(sheetOf(work, input), units);
  },
  async apply(work, { rows, checked }: ProductRows, input: ProductImportInput) {
    const seen: Reviewed = input.isCheck ? "anything" : checked && checked.length > 0 ? checked : "nothing";
    return (await importProduct(sheetOf(work, input), rows, seen)).map((each) => withTheirTitles(each, input));
  },
  withoutNewIds,
  undo: async (work, applied, input) =>
    (await undoProduct(work, applied, input.undoes)).map((each) => withTheirTitles(each, input)),
  restoreRow: withNumber,
  summary: productImportSummary,
  outcomes: importOutcomes,
  first: conflictsFirst,
  summaryOf,
  text({ made, changed, unchanged, refused, changedCells, emptyRows }, isCheck) {
    const [make, change] = isCheck ? ["To create", "To update"] : ["Created", "Updated"];
    return sentencesOf([
      [make, made.count, "row"],
      [change, changed.count, "row"],
      ["Cells changed", changedCells],
      ["Unchanged", unchanged.count, "row"],
      ["Refused", refused.count, "row"],
      ["Skipped (blank)", emptyRows, "row"],
    ]);
  },
});

const sheetOf = (work: Work, { head, sheet, source }: ProductImportInput): ProductsSheet => ({
  work,
  columns: columnsOf({ cells: head }, sheet),
  kind: sheet,
  now: work.now,
  processId: work.processId,
  source,
});

/** Problems name the columns of the file that the user has, not ours. */
const withTheirTitles = (result: RowResult, { translation }: ProductImportInput): RowResult =>
  translation
    ? {
        ...result,
        problems: result.problems.map((problem) => ({
          ...problem,
          column: problem.column === null ? null : translation.titles[problem.column] || problem.column,
        })),
      }
    : result;

/** Variants of a new product have that product's id. Nothing that was rolled back is undone. */
function withoutNewIds(results: RowResult[]): RowResult[] {
  const isNew = results.some(({ isVariant, outcome }) => !isVariant && outcome === "made");
  return results.map(({ trace: _, ...result }) => {
    const known = isNew ? { ...result, productId: null } : result;
    return result.outcome === "made" ? { ...known, variantId: null } : known;
  });
}

/**
 * A refused row as it is returned to the user, so that it can be sent again. A refused variant of a product that was
 * created belongs to that product now. Rows of a file from elsewhere get the product that was found, or the chosen type.
 */
function withNumber(row: ReadRow, results: readonly RowResult[], { head, sheet, source }: ProductImportInput): ReadRow {
  const { places } = columnsOf({ cells: head }, sheet);
  const { ProductId, VariantId, ProductType } = places;
  const cellAt = (place: number | undefined) => String(row.cells[place ?? -1] ?? "");
  const isNew = ProductId !== undefined && /^new\b/i.test(cellAt(ProductId));
  const own = results.find(({ isVariant, outcome }) => !isVariant && outcome !== "refused");
  if (!source) return own?.productId && isNew ? { ...row, cells: row.cells.with(ProductId, own.productId) } : row;
  const isVariant = cellAt(VariantId) !== "";
  const result = results.find((each) => each.row === row.number && each.isVariant === isVariant);
  const cells = [...row.cells];
  const productId = result?.productId ?? own?.productId;
  if (ProductId !== undefined && productId) cells[ProductId] = productId;
  if (VariantId !== undefined && result?.variantId) cells[VariantId] = result.variantId;
  if (ProductType !== undefined && !productId && !isVariant) cells[ProductType] ??= source.productTypePath;
  // Our worksheets have prices inc GST.
  const { gstRate } = result ?? {};
  for (const column of priceColumns) {
    const place = places[column];
    if (gstRate !== undefined && place !== undefined)
      cells[place] = price(cells[place] ?? null, { isInclusive: false, gstRate });
  }
  return { ...row, cells };
}

const priceColumns = ["RecommendedRetailPrice", "SalePrice", "DomesticRate", "InternationalRate"] as const;

function open(file: Buffer, { source, tableFrom }: ProductImportInput): OpenedFile<ProductImportInput> {
  const translation = source && translated(file, source);
  const batches = translation?.rows ?? (tableFrom ? rowsOfTable : rowsOfSheet)(file, productsSheet);
  return { batches: from(batches, tableFrom ?? 1), input: () => ({ translation: translation?.summary() }) };
}

/** Leaves out the rows above the header row. */
async function* from(batches: OpenedFile<never>["batches"], head: number) {
  for await (const rows of batches) yield rows.filter(({ number }) => number >= head);
}

function split(columns: SheetColumns): Splitting<ProductImportInput, ProductRows> {
  const now = new Date();
  let remembering = 0;
  const { add, end } = byRecord<ProductRows>((row) => {
    const { productId, newName, memory } = rowOf(row, columns, now);
    if (memory) remembering++;
    if (typeof productId === "number") return { record: `product ${productId}`, unit: { productId, rows: [row] } };
    return { record: newName ? `the new product “${newName}”` : `row ${row.number}`, unit: { rows: [row] } };
  });
  return { add, end: async () => ({ ...(await end()), input: { remembering } }) };
}

function summaryOf(
  all: readonly RowResult[],
  { sheet, head, isCheck, remembering = 0, translation }: ProductImportInput,
) {
  const overtakenCells = all.reduce((sum, { changes }) => sum + changes.filter(isConflict).length, 0);
  const withOwn = all.filter(({ ownOptions, outcome }) => ownOptions && (outcome === "made" || outcome === "changed"));
  const forgetful = all.filter(({ isForgetful }) => isForgetful);
  return {
    sheet,
    changedCells: all.reduce((sum, { changes }) => sum + changes.length, 0),
    unknownColumns: translation ? [...translation.ignored] : [...columnsOf({ cells: head }, sheet).unknown],
    leftOut: translation?.leftOut ?? 0,
    ownOptions: {
      count: withOwn.length,
      names: [...new Set(withOwn.flatMap(({ ownOptions }) => ownOptions ?? []))].slice(0, shownOfEach),
    },
    overtakenCells,
    forgetful: {
      count: forgetful.length,
      first: forgetful.slice(0, shownOfEach).map(({ row }) => row),
      isAll: forgetful.length > 0 && remembering === 0,
    },
    mustConfirm: isCheck && (overtakenCells > 0 || forgetful.some(setsStockOrPrices)),
  };
}

/** The user has to see them. */
function conflictsFirst(results: readonly RowResult[]): RowResult[] {
  const hasConflict = ({ changes }: RowResult) => changes.some(isConflict);
  return [...results.filter(hasConflict), ...results.filter((result) => !hasConflict(result))];
}

const stockAndPrices: ReadonlySet<string> = new Set(stockAndPriceFields.map(({ column }) => column));
const setsStockOrPrices = ({ changes }: RowResult) => changes.some(({ column }) => stockAndPrices.has(column));
