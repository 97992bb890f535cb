import { downloadSlip } from "~/services/packaging-slips.server";
import { downloadRoute } from "~/services/route.server";

/** The packaging slip of a shipment, as the PDF that it is. */
export const loader = downloadRoute(downloadSlip);
