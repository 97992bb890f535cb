import { categoryImports } from "#app/services/categories/import.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The rows that an import of categories refused, as a workbook. */
export const loader = downloadRoute(categoryImports.downloadRefused);
