import type { Handler } from "#api/core/operations/handlers.ts";
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
import { supplierImportSummary } from "#contract/suppliers/import.ts";
import { supplierImport } from "./process.ts";
import { columnsOf } from "./rows.ts";

type Suppliers = Operations["suppliers"];

/** Refuses a file immediately if it is not such a workbook. */
export const excelImportCheck: Handler<Suppliers["excelImportCheck"]> = ({ addUnknown }, files, context) =>
  importFile(context, supplierImport, { file: oneFile(files), isCheck: true }, (head) => {
    columnsOf(head);
    return { addUnknown };
  });

export const applyImport: Handler<Suppliers["applyImport"]> = ({ ProcessId }, context) =>
  applyChecked(context, supplierImport, ProcessId);

export const undoImport: Handler<Suppliers["undoImport"]> = ({ ProcessId }, context) =>
  undoApplied(context, supplierImport, ProcessId);

export const excelImportResult: Handler<Suppliers["excelImportResult"]> = async ({ id }, context) => {
  const { result, summary } = await resultOf(context, supplierImport, id);
  return { ...result, summary: summary === null ? null : supplierImportSummary.parse(summary) };
};

export const excelImports: Handler<Suppliers["excelImports"]> = (_, context) => listOf(context, supplierImport);

export const lastExcelImport: Handler<Suppliers["lastExcelImport"]> = (_, context) => lastOf(context, supplierImport);

export const excelImportRefused: Handler<Suppliers["excelImportRefused"]> = ({ id }, context) =>
  refusedFile(context, supplierImport, id);
