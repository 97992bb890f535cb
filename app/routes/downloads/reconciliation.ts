import { exportReconciliation } from "#app/services/invoices/invoices.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** Every transaction of a marketplace, as a workbook. */
export const loader = downloadRoute(exportReconciliation);
