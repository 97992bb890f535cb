import { exportInvoices } from "~/services/invoices.server";
import { downloadRoute } from "~/services/route.server";

/** All invoices of a marketplace, in one file. */
export const loader = downloadRoute(exportInvoices);
