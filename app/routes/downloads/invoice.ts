import { downloadInvoice } from "#app/services/invoices/invoices.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** An invoice, as the PDF that it is. */
export const loader = downloadRoute(downloadInvoice);
