import { shipmentImports } from "~/services/orders-import.server";
import { resource, screen } from "~/services/route.server";

/** The rows that an import of shipments refused, as a workbook. */
export const loader = resource(screen(shipmentImports.downloadRefused));
