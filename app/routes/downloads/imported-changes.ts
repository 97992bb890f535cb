import { productImports } from "#app/services/products/import.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The changes of an import of products, or of its check, cell by cell, as a workbook. */
export const loader = downloadRoute(productImports.downloadChanges);
