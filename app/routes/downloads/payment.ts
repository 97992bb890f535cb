import { downloadPayment } from "~/services/invoice-payments.server";
import { resource, screen } from "~/services/route.server";

/** A payment, as the file that the bank takes. */
export const loader = resource(screen(downloadPayment));
