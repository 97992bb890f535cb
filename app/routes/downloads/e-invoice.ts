import { downloadEInvoice } from "#app/services/invoices/invoices.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** An issued invoice as an electronic invoice. */
export const loader = downloadRoute(downloadEInvoice);
