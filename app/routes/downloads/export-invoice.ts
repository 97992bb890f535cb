import { exportInvoice } from "~/services/invoices.server";
import { resource, screen } from "~/services/route.server";

/** An invoice as a workbook. */
export const loader = resource(screen(exportInvoice));
