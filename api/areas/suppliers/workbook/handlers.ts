import type { Handler } from "#api/core/operations/handlers.ts";
import { importFile, importHandlers, oneFile } from "#api/core/processing/imports.ts";
import type { Operations } from "#contract/operations.ts";
import { supplierImport } from "./process.ts";

type Suppliers = Operations["suppliers"];

export const excelImportCheck: Handler<Suppliers["excelImportCheck"]> = (input, files, context) =>
  importFile(context, supplierImport, { ...oneFile(files), isCheck: true, input });

export const { applyImport, undoImport, excelImportResult, excelImports, lastExcelImport, excelImportRefused } =
  importHandlers(supplierImport);
