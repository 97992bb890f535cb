/** Imports of products: all their data, or only stock levels and prices. */

import { importPaths } from "#app/lib/import-paths.ts";
import { withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, commandForms, fileForm } from "#app/services/forms/command-form.server.ts";
import { importsOf, notImported } from "#app/services/pages/imports.server.ts";
import { unlessUnavailable } from "#app/services/pages/processing.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { products } from "#contract/products/operations.ts";

export const productImports = importsOf(
  products,
  { all: products.excelImportCheck, stock: products.excelImportStockAndPricesCheck },
  paths.productsImport,
);

/**
 * Loads the state of pictures that imports have named by their addresses; undefined with APIs that do not fetch them.
 */
export const loadPictures = async (context: RequestContext, of: { processId?: string; productId?: number }) =>
  (await hasFeature("sourceFiles")) ? unlessUnavailable(context.api(products.pictures, of)) : undefined;

/** @param of what the pictures belong to */
export const retryForm = (of: (context: RequestContext) => { ProcessId?: string; ProductId?: number }): CommandForm =>
  commandForm({
    operation: products.retryPictures,
    input: (_, context) => of(context),
    saved: "The pictures will be fetched again.",
    notSaved: notImported,
    next: (context) => `${context.url.pathname}${context.url.search}`,
  });

/** The page of an import, with its pictures once it has been applied. */
export async function loadImport(context: RequestContext) {
  const page = await productImports.loadPage(context);
  const isApplied = page.result && !page.result.isCheck && !page.result.isUndo;
  return { ...page, pictures: isApplied ? await loadPictures(context, { processId: page.id }) : undefined };
}

export const actOnImport = commandForms({
  ...productImports.forms,
  retryPictures: retryForm((context) => ({ ProcessId: context.param("id") })),
});

/** The file name extensions of tables that need not have our columns. */
const tableEndings = [".xlsx", ".csv", ".tsv", ".txt"];

/** For the dialog: other APIs only take our own workbooks. */
export const loadImportForm = async (context: RequestContext) => ({
  ...(await productImports.loadForm(context)),
  takesTables: await hasFeature("sourceFiles"),
});

const anyTable: CommandForm = fileForm({
  operation: products.importFile,
  endings: tableEndings,
  notSaved: notImported,
  next: (context, { processId, fileId }) =>
    processId === null
      ? withWayBack(importPaths.importedFile(fileId ?? ""), context.url.search)
      : productImports.pageOf(processId, context),
});
const ownWorkbook = productImports.checkForm("all");

/** Sends a table to where it is read, and our own workbooks to their check where an API takes nothing else. */
const table: CommandForm = {
  ...anyTable,
  run: async (...sent) => ((await hasFeature("sourceFiles")) ? anyTable : ownWorkbook).run(...sent),
};

export const sendTable = commandForms({ import: table }, { maxFileBytes: maxWorkbookBytes });
