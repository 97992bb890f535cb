/** Imports of products: all their data, or only stock levels and prices. */

import { paths } from "#app/lib/paths.ts";
import { importsOf } from "#app/services/pages/imports.server.ts";
import { products } from "#contract/products/operations.ts";

export const productImports = importsOf(
  {
    checks: { all: products.excelImportCheck, stock: products.excelImportStockAndPricesCheck },
    result: products.excelImportResult,
    last: products.lastExcelImport,
    list: products.excelImports,
    apply: products.applyImport,
    undo: products.undoImport,
    refused: products.excelImportRefused,
    changes: products.excelImportChanges,
  },
  paths.productsImport,
);
