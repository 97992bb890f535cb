import { downloadPayment } from "#app/services/invoices/payments.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** A payment, as the file that the bank takes. */
export const loader = downloadRoute(downloadPayment);
