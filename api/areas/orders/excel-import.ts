import type { Context } from "#api/core/operations/context.ts";
import type { Handler, UploadedFile } from "#api/core/operations/handlers.ts";
import {
  applyChecked,
  importFile,
  lastOf,
  listOf,
  oneFile,
  refusedFile,
  resultOf,
  undoApplied,
} from "#api/core/processing/imports.ts";
import type { Operations } from "#contract/operations.ts";
import { importSummary } from "#contract/orders/import.ts";
import { shipmentImport } from "./import-process.ts";
import { columnsIn } from "./import-rows.ts";

type Orders = Operations["orders"];

export const excelImport: Handler<Orders["excelImport"]> = (_, files, context) => begin(files, context, false);

export const excelImportCheck: Handler<Orders["excelImportCheck"]> = (_, files, context) => begin(files, context, true);

/** Refuses a file immediately if it is not such a workbook. */
async function begin(files: UploadedFile[], context: Context, isCheck: boolean): Promise<string> {
  return importFile(context, shipmentImport, { file: oneFile(files), isCheck }, (head) => {
    columnsIn(head);
    return {};
  });
}

export const applyImport: Handler<Orders["applyImport"]> = ({ ProcessId }, context) =>
  applyChecked(context, shipmentImport, ProcessId);

export const undoImport: Handler<Orders["undoImport"]> = ({ ProcessId }, context) =>
  undoApplied(context, shipmentImport, ProcessId);

export const excelImportResult: Handler<Orders["excelImportResult"]> = async ({ id }, context) => {
  const { result, summary } = await resultOf(context, shipmentImport, id);
  return { ...result, summary: summary === null ? null : importSummary.parse(summary) };
};

export const excelImports: Handler<Orders["excelImports"]> = (_, context) => listOf(context, shipmentImport);

export const lastExcelImport: Handler<Orders["lastExcelImport"]> = (_, context) => lastOf(context, shipmentImport);

export const excelImportRefused: Handler<Orders["excelImportRefused"]> = ({ id }, context) =>
  refusedFile(context, shipmentImport, id);
