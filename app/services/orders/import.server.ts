/** Imports of shipments. */

import { importPaths } from "#app/lib/import-paths.ts";
import { importsOf } from "#app/services/pages/imports.server.ts";
import { orders } from "#contract/orders/operations.ts";

export const shipmentImports = importsOf(orders, { shipments: orders.excelImportCheck }, importPaths.shipmentsImport);
