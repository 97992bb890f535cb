import { shipmentImports } from "#app/services/orders/import.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The rows that an import of shipments refused, as a workbook. */
export const loader = downloadRoute(shipmentImports.downloadRefused);
