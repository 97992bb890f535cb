import { exportInvoice } from "~/services/invoices.server";
import { downloadRoute } from "~/services/route.server";

/** An invoice as a workbook. */
export const loader = downloadRoute(exportInvoice);
