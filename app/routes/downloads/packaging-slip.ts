import { downloadSlip } from "~/services/packaging-slips.server";
import { resource, screen } from "~/services/route.server";

/** The packaging slip of a shipment, as the PDF that it is. */
export const loader = resource(screen(downloadSlip));
