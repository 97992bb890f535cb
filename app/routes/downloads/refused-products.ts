import { productImports } from "#app/services/products/import.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The rows that an import of products refused, as a workbook. */
export const loader = downloadRoute(productImports.downloadRefused);
