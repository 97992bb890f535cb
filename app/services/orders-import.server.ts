/** Imports of shipments. */
import { orders } from "@contract/orders/operations.ts";
import { paths } from "~/lib/paths";
import { importsOf } from "./imports.server";

export const shipmentImports = importsOf(
  {
    checks: { shipments: orders.excelImportCheck },
    result: orders.excelImportResult,
    last: orders.lastExcelImport,
    list: orders.excelImports,
    apply: orders.applyImport,
    refused: orders.excelImportRefused,
  },
  paths.shipmentsImport,
);
