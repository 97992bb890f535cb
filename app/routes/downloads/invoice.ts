import { downloadInvoice } from "~/services/invoices.server";
import { resource, screen } from "~/services/route.server";

/** An invoice, as the PDF that it is. */
export const loader = resource(screen(downloadInvoice));
