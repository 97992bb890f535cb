import type { Handler } from "#api/core/operations/handlers.ts";
import { importFile, importHandlers, oneFile } from "#api/core/processing/imports.ts";
import type { Operations } from "#contract/operations.ts";
import { shipmentImport } from "./import-process.ts";

type Orders = Operations["orders"];

export const excelImport: Handler<Orders["excelImport"]> = (_, files, context) =>
  importFile(context, shipmentImport, { ...oneFile(files), isCheck: false, input: {} });

export const excelImportCheck: Handler<Orders["excelImportCheck"]> = (_, files, context) =>
  importFile(context, shipmentImport, { ...oneFile(files), isCheck: true, input: {} });

export const { applyImport, undoImport, excelImportResult, excelImports, lastExcelImport, excelImportRefused } =
  importHandlers(shipmentImport);
