/** Imports of shipments. */

import { paths } from "#app/lib/paths.ts";
import { importsOf } from "#app/services/pages/imports.server.ts";
import { orders } from "#contract/orders/operations.ts";

export const shipmentImports = importsOf(
  {
    checks: { shipments: orders.excelImportCheck },
    result: orders.excelImportResult,
    last: orders.lastExcelImport,
    list: orders.excelImports,
    apply: orders.applyImport,
    undo: orders.undoImport,
    refused: orders.excelImportRefused,
  },
  paths.shipmentsImport,
);
