import { exportInvoices } from "~/services/invoices.server";
import { resource, screen } from "~/services/route.server";

/** All invoices of a marketplace, in one file. */
export const loader = resource(screen(exportInvoices));
