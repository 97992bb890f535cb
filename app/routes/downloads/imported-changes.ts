import { productImports } from "#app/services/products/import.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** What an import of products changed, or would, cell by cell, as a workbook. */
export const loader = downloadRoute(productImports.downloadChanges);
