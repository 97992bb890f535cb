import { shipmentImports } from "~/services/orders-import.server";
import { downloadRoute } from "~/services/route.server";

/** The rows that an import of shipments refused, as a workbook. */
export const loader = downloadRoute(shipmentImports.downloadRefused);
