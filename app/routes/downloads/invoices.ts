import { exportInvoices } from "#app/services/invoices/invoices.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** All invoices of a marketplace, in one file. */
export const loader = downloadRoute(exportInvoices);
