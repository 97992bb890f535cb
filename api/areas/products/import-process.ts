/** Product imports as background processes. The rows of each product are processed together. */

import { isConflict, type Reviewed } from "#api/areas/products/sheet/conflicts.ts";
import { stockAndPriceFields } from "#api/areas/products/sheet/fields.ts";
import { importProduct } from "#api/areas/products/sheet/import-product.ts";
import type { ProductsSheet } from "#api/areas/products/sheet/products-sheet.ts";
import type { ProductRows, RowResult } from "#api/areas/products/sheet/results.ts";
import { columnsOf, isEmpty, rowOf, type SheetColumns, type SheetRow } from "#api/areas/products/sheet/rows.ts";
import { findUnchanged } from "#api/areas/products/sheet/unchanged-rows.ts";
import { undoProduct } from "#api/areas/products/sheet/undo-product.ts";
import type { Source } from "#api/areas/products/source/source.ts";
import { translated } from "#api/areas/products/source/translate.ts";
import { isOfFeed } from "#api/areas/shared/stock-feeds.ts";
import { withoutTrace } from "#api/core/database/savepoint.ts";
import { processes } from "#api/core/database/schema/index.ts";
import { sentenceOf } from "#api/core/excel/cells.ts";
import { type ReadRow, rowsOfSheet, rowsOfTable } from "#api/core/excel/reading.ts";
import {
  assertFewRows,
  counted,
  type ImportInput,
  type ImportKind,
  importNotice,
  wasRight,
} from "#api/core/processing/imports.ts";
import type { Work } from "#api/core/processing/process.ts";
import { shownOfEach } from "#contract/imports.ts";
import {
  type ImportedProduct,
  type ProductImportSummary,
  type ProductSheet,
  productOutcomes,
} from "#contract/products/import.ts";
import { memoryColumn, productsSheet } from "#contract/products/workbook.ts";
import { byKey } from "#contract/rules/keys-of.ts";

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

export const productImport: ImportKind<ProductImportInput, ProductRows, RowResult[]> = {
  name: "products",
  noticeOf: (id, input) => importNotice(input, `/products/import/${id}`),
  sheet: productsSheet,
  canBeUndone: true,
  othersSeenBy: ({ db, caller }) => isOfFeed(db, caller, processes.askedBy),
  hiddenColumn: memoryColumn,
  rowsOf: ({ rows }) => rows,
  problemsOf: (results) => results.flatMap(({ problems }) => problems),
  restoreRow: withNumber,
  supplierOf: ({ source }) => source?.supplierId ?? null,
  isAllowed: ({ permissions }) => permissions.products.edit,
  nameOf: ({ productId, rows }) =>
    `${rows.length === 1 ? "Row" : "Rows"} ${rows.map(({ number }) => number).join(", ")}${productId === undefined ? "" : ` (product ${productId})`}`,
  read,
  async findUnchanged(work, rows, input) {
    if (input.isUndo || input.source) return [];
    const seen = await findUnchanged(sheetOf(work, input), rows);
    return seen.map((result) => result && { refused: [], result });
  },
  async doRow(work, row, input) {
    const result = (await resultsOf(work, row, input)).map((each) => withTheirTitles(each, input));
    return {
      refused: result.flatMap(({ problems }) => problems.map(sentenceOf)),
      result: result.map(withoutUnchanged),
    };
  },
  end: async (_work, _done, input, results) => summaryText(summaryOf(results, input), input),
  summaryOf,
  storedRows: () => "all",
};

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

async function resultsOf(
  work: Work,
  { rows, checked, applied }: ProductRows,
  input: ProductImportInput,
): Promise<RowResult[]> {
  if (input.isUndo) return undoProduct(work, applied ?? [], input.undoes);
  const importing = (seen: Reviewed) => importProduct(sheetOf(work, input), rows, seen);
  if (!input.isCheck)
    return (await importing(checked ?? "nothing")).map((result) => changedSince(result, checked ?? []));
  return withoutNumbers(await withoutTrace(work.db, () => importing("anything")));
}

/**
 * A check rolls its changes back, so the ids of new records are removed from its results; variants of a new product
 * have that product's id.
 */
function withoutNumbers(results: readonly RowResult[]): RowResult[] {
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
  const { ProductId, VariantId, ProductType } = columnsOf({ cells: head }, sheet).places;
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
  return { ...row, cells };
}

/** Stores nothing more of a row that changes nothing. */
const withoutUnchanged = (result: RowResult): RowResult =>
  result.outcome === "unchanged" ? { ...result, changes: [], problems: [], trace: undefined } : result;

/** Marks problems of rows that passed the check but are refused now. */
function changedSince(result: RowResult, checked: readonly RowResult[]): RowResult {
  const before = checked.find(({ row, isVariant }) => row === result.row && isVariant === result.isVariant);
  if (result.outcome !== "refused" || !before || before.outcome === "refused") return result;
  return { ...result, problems: result.problems.map(wasRight) };
}

async function read(file: Buffer, input: ProductImportInput) {
  const byProduct = new Map<string, ProductRows>();
  let columns: SheetColumns | undefined;
  let [emptyRows, remembering] = [0, 0];
  const now = new Date();
  const { source, tableFrom = 1 } = input;
  const translation = source && translated(file, source);
  const batches = translation?.rows ?? (input.tableFrom ? rowsOfTable : rowsOfSheet)(file, productsSheet);
  for await (const rows of batches) {
    for (const row of rows) {
      if (row.number < tableFrom) continue;
      if (!columns) columns = columnsOf(row, input.sheet);
      else if (isEmpty(row, columns)) emptyRows++;
      else if (addTo(byProduct, row, columns, now).memory) remembering++;
    }
  }
  return {
    rows: [...byProduct.values()],
    input: { ...input, emptyRows, remembering, translation: translation?.summary() },
  };
}

function addTo(byProduct: Map<string, ProductRows>, row: ReadRow, columns: SheetColumns, now: Date): SheetRow {
  const read = rowOf(row, columns, now);
  const { productId, newName } = read;
  const known =
    typeof productId === "number" ? `product ${productId}` : newName ? `new ${newName}` : `row ${row.number}`;
  const group = byProduct.get(known);
  if (group) {
    group.rows.push(row);
    assertFewRows(group.rows, typeof productId === "number" ? known : `the new product “${newName}”`);
  } else byProduct.set(known, { productId: typeof productId === "number" ? productId : undefined, rows: [row] });
  return read;
}

function summaryOf(
  results: readonly RowResult[][],
  { sheet, emptyRows, head, isCheck, remembering = 0, translation }: ProductImportInput,
): ProductImportSummary {
  const all = results.flat().sort((a, b) => a.row - b.row);
  const groups = byKey(productOutcomes, (outcome) => {
    const those = all.filter((result) => result.outcome === outcome);
    return { count: those.length, first: outcome === "unchanged" ? [] : firstOf(those).map(shown) };
  });
  const overtakenCells = all.reduce((sum, { changes }) => sum + changes.filter(isConflict).length, 0);
  const withOwn = all.filter(({ ownOptions, outcome }) => ownOptions && (outcome === "made" || outcome === "changed"));
  const forgetful = all.filter(({ isForgetful }) => isForgetful);
  return {
    ...groups,
    sheet,
    changedCells: all.reduce((sum, { changes }) => sum + changes.length, 0),
    emptyRows,
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

/** Rows with conflicting changes come first, because the user has to see them. */
function firstOf(results: readonly RowResult[]): RowResult[] {
  const [overtaken, others] = [
    results.filter(({ changes }) => changes.some(isConflict)),
    results.filter(({ changes }) => !changes.some(isConflict)),
  ];
  return [...overtaken, ...others].slice(0, shownOfEach);
}

const stockAndPrices: ReadonlySet<string> = new Set(stockAndPriceFields.map(({ column }) => column));
const setsStockOrPrices = ({ changes }: RowResult) => changes.some(({ column }) => stockAndPrices.has(column));

const longestShown = 200;
const cut = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

const shown = ({
  outcome: _,
  trace: __,
  isForgetful: ___,
  problems,
  changes,
  ...result
}: RowResult): ImportedProduct => ({
  ...result,
  changes: changes.map(({ before, after, exported, ...change }) => ({
    ...change,
    before: cut(before),
    after: cut(after),
    ...(exported === undefined ? {} : { exported: cut(exported) }),
  })),
  problems: problems.map(sentenceOf),
});

function summaryText(
  { made, changed, unchanged, refused, changedCells, emptyRows }: ProductImportSummary,
  { isCheck, isUndo }: ProductImportInput,
): string {
  if (isUndo)
    return `Undone: ${counted(changed.count, "row")}. Left as they are now: ${counted(refused.count, "row")}.`;
  const [make, change] = isCheck ? ["To create", "To update"] : ["Created", "Updated"];
  const parts = [
    `${make}: ${counted(made.count, "row")}`,
    `${change}: ${counted(changed.count, "row")}`,
    `Cells changed: ${number(changedCells)}`,
    `Unchanged: ${counted(unchanged.count, "row")}`,
    `Refused: ${counted(refused.count, "row")}`,
    `Skipped (blank): ${counted(emptyRows, "row")}`,
  ];
  return `${parts.join(". ")}.`;
}

const number = (count: number) => count.toLocaleString("en-AU");
