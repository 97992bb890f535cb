/** Imports of products: all their data, or only stock levels and prices. */
import { products } from "@contract/products/operations.ts";
import { paths } from "~/lib/paths";
import { importsOf } from "./imports.server";

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
