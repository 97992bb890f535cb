import { downloadRoute } from "#app/services/request/route.server.ts";
import { exportSuppliers } from "#app/services/suppliers/import.server.ts";

/** The suppliers of the list as a workbook. */
export const loader = downloadRoute(exportSuppliers);
