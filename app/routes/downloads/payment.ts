import { downloadPayment } from "~/services/invoice-payments.server";
import { downloadRoute } from "~/services/route.server";

/** A payment, as the file that the bank takes. */
export const loader = downloadRoute(downloadPayment);
