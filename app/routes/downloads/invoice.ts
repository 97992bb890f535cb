import { downloadInvoice } from "~/services/invoices.server";
import { downloadRoute } from "~/services/route.server";

/** An invoice, as the PDF that it is. */
export const loader = downloadRoute(downloadInvoice);
