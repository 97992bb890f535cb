import { exportInvoice } from "#app/services/invoices/invoices.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** An invoice as a workbook. */
export const loader = downloadRoute(exportInvoice);
