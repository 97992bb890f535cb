import { downloadRoute } from "#app/services/request/route.server.ts";
import { supplierImports } from "#app/services/suppliers/import.server.ts";

/** The rows that an import of suppliers refused, as a workbook. */
export const loader = downloadRoute(supplierImports.downloadRefused);
