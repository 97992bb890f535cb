import { downloadRoute } from "#app/services/request/route.server.ts";
import { downloadSlip } from "#app/services/shipments/packaging-slips.server.ts";

/** The packaging slip of a shipment, as the PDF that it is. */
export const loader = downloadRoute(downloadSlip);
