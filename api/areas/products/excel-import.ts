import { and, inArray } from "drizzle-orm";
import { requestedBy, stockAndPriceFields, type Terms } from "#api/areas/products/sheet/fields.ts";
import { identified } from "#api/areas/products/sheet/identify.ts";
import type { RowResult } from "#api/areas/products/sheet/results.ts";
import { columnsOf, isEmpty, rowOf, type SheetColumns, type SheetRow } from "#api/areas/products/sheet/rows.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { recordFeedApplied } from "#api/areas/shared/stock-feeds.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { products } from "#api/core/database/schema/index.ts";
import { type Problem, sentenceOf, WrongCell } from "#api/core/excel/cells.ts";
import { workbookFile } from "#api/core/excel/export.ts";
import { type ReadRow, rowsOfSheet } from "#api/core/excel/reading.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler, UploadedFile } from "#api/core/operations/handlers.ts";
import { importFile, importHandlers, importOf, oneFile } from "#api/core/processing/imports.ts";
import { storedRows } from "#api/core/processing/refused-rows.ts";
import { conflict, invalid, Refusal } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { type CellChange, type ProductSheet, productImportSummary } from "#contract/products/import.ts";
import { productsSheet } from "#contract/products/workbook.ts";
import { at } from "#contract/rules/at.ts";
import { productImport } from "./import-process.ts";

type Products = Operations["products"];

export const excelImport: Handler<Products["excelImport"]> = (_, files, context) =>
  begin(context, oneFile(files), { sheet: "all", isCheck: false });

export const excelImportCheck: Handler<Products["excelImportCheck"]> = (_, files, context) =>
  begin(context, oneFile(files), { sheet: "all", isCheck: true });

/** Reports errors in any cell immediately; if there are any, nothing is imported. */
export const excelImportStockAndPrices: Handler<Products["excelImportStockAndPrices"]> = async (_, files, context) => {
  const file = oneFile(files);
  return orErrors(async () => {
    const problems = await problemsIn(file, context);
    if (problems.length > 0) throw new Errors(problems.map(sentenceOf));
    return begin(context, file, { sheet: "stock", isCheck: false });
  });
};

/** Reports errors in the columns immediately; errors in rows are part of the result of the check. */
export const excelImportStockAndPricesCheck: Handler<Products["excelImportStockAndPricesCheck"]> = (
  _,
  files,
  context,
) => orErrors(() => begin(context, oneFile(files), { sheet: "stock", isCheck: true }));

interface Kind {
  sheet: ProductSheet;
  isCheck: boolean;
}

/** Refuses a file immediately if it is not such a workbook. */
async function begin(context: Context, file: UploadedFile, { sheet, isCheck }: Kind): Promise<string> {
  return importFile(
    context,
    productImport,
    { ...file, isCheck, input: { sheet } },
    sheet === "stock" ? stockColumnsOf : undefined,
  );
}

/** The errors that a caller of stock and prices gets instead of a process. */
class Errors extends Error {
  constructor(readonly sentences: readonly string[]) {
    super("a worksheet of stock and prices that cannot be imported");
  }
}

async function orErrors(work: () => Promise<string>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Errors)) throw error;
    return error.sentences.slice(0, mostErrors).map((errorMessage) => ({ errorMessage }));
  }
}

const mostErrors = 1_000;

/** Finds the errors that can be seen without reading products, except whether they exist. */
async function problemsIn({ content }: UploadedFile, context: Context): Promise<Problem[]> {
  const problems: Problem[] = [];
  const numbers = new Map<number, number>();
  let columns: SheetColumns | undefined;
  for await (const batch of rowsOfSheet(content, productsSheet)) {
    const known: SheetColumns = columns ?? stockColumnsOf(at(batch, 0));
    const rows = columns ? batch : batch.slice(1);
    columns = known;
    const filled = rows.filter((row) => !isEmpty(row, known));
    const read = filled.map((row) => rowOf(row, known, context.now));
    for (const row of await identified(context, read)) {
      problems.push(...row.problems, ...wrongCellsIn(row, context));
      if (problems.length >= mostErrors) return problems;
      if (typeof row.productId === "number" && !numbers.has(row.productId)) numbers.set(row.productId, row.number);
    }
  }
  return [...problems, ...(await unknownIn(context, numbers))].sort((a, b) => a.row - b.row);
}

/** @throws Errors */
function stockColumnsOf(head: ReadRow): SheetColumns {
  try {
    return columnsOf(head, "stock");
  } catch (error) {
    throw error instanceof Refusal ? new Errors([error.message]) : error;
  }
}

function wrongCellsIn(row: SheetRow, { config: { gstRate } }: Context): Problem[] {
  const terms: Terms = { gstRate, typePath: () => undefined, typeId: () => undefined };
  return stockAndPriceFields.flatMap((field): Problem[] => {
    try {
      requestedBy(field, row.cell(field.column), {}, row.variantId === undefined ? "product" : "variant", terms);
      return [];
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      return [{ row: row.number, column: field.column, why: error.message }];
    }
  });
}

const idsInStatement = 10_000;

/** @param numbers the first row of each product */
async function unknownIn({ db, caller }: Context, numbers: ReadonlyMap<number, number>): Promise<Problem[]> {
  const ids = [...numbers.keys()];
  const known = new Set<number>();
  for (let start = 0; start < ids.length; start += idsInStatement) {
    for (const { id, supplierId } of await suppliersOf(db, caller, ids.slice(start, start + idsInStatement)))
      if (mayManageProducts(caller, supplierId)) known.add(id);
  }
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({
      row: numbers.get(id) ?? 0,
      column: "ProductId",
      why: `There is no product ${id}, or you may not change it.`,
    }));
}

const suppliersOf = (db: Db, caller: Context["caller"], ids: number[]) =>
  db
    .select({ id: products.id, supplierId: products.supplierId })
    .from(products)
    .where(and(inArray(products.id, ids), visibleTo(caller, products.supplierId)));

const handlers = importHandlers(productImport);
export const { undoImport, excelImportResult, excelImports, lastExcelImport, excelImportRefused } = handlers;

export const applyImport: Handler<Products["applyImport"]> = async ({ ProcessId, Overwrite }, context) => {
  const { result } = await importOf(context, productImport, ProcessId, { isLocked: true });
  const { mustConfirm = false } = productImportSummary.safeParse(result).data ?? {};
  if (mustConfirm && !Overwrite) throw invalid({ Overwrite: [overwrites] });
  const processId = await handlers.applyImport({ ProcessId }, context);
  await recordFeedApplied(context.db, ProcessId, processId);
  return processId;
};

const overwrites =
  "This import would replace stock, prices or other values that may be newer than the file. Please confirm that it should, or export again and edit the new file.";

type ChangedCell = Pick<RowResult, "row" | "productId" | "variantId" | "name"> & CellChange;

const changeColumns: Column<ChangedCell>[] = [
  { title: "Row", width: 8, kind: "number", value: ({ row }) => row },
  { title: "ProductId", width: 11, kind: "number", value: ({ productId }) => productId },
  { title: "VariantId", width: 11, kind: "number", value: ({ variantId }) => variantId },
  { title: "Name", width: 40, kind: "text", value: ({ name }) => name },
  { title: "Column", width: 26, kind: "text", value: ({ column }) => column },
  { title: "Before", width: 30, kind: "text", value: ({ before }) => before },
  { title: "After", width: 30, kind: "text", value: ({ after }) => after },
  {
    title: "Exported",
    width: 30,
    kind: "text",
    note: "What it was when it was exported, where somebody else has changed it since.",
    value: ({ exported }) => exported,
  },
  {
    title: "File",
    width: 30,
    kind: "text",
    note: "What the file says, where only its difference was applied.",
    value: ({ typed }) => typed,
  },
];

export const excelImportChanges: Handler<Products["excelImportChanges"]> = async ({ id }, context) => {
  const { finishedAt, input } = await importOf(context, productImport, id);
  if (!finishedAt) throw conflict("This import is still running. Please wait until it has finished.");
  const name = `${input.fileName.replace(/\.xlsx$/i, "")} - changes.xlsx`;
  return workbookFile(context, name, { name: "Changes", columns: changeColumns, rows: changesOf(context.db, id) });
};

async function* changesOf(db: Db, id: string): AsyncGenerator<ChangedCell[]> {
  for await (const batch of storedRows(db, id)) {
    const results = batch.flatMap(({ result }) => (result as RowResult[] | null) ?? []);
    yield results.flatMap(({ changes, row, productId, variantId, name }) =>
      changes.map((change) => ({ row, productId, variantId, name, ...change })),
    );
  }
}
