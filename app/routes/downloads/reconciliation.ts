import { exportReconciliation } from "~/services/invoices.server";
import { downloadRoute } from "~/services/route.server";

/** Every transaction of a marketplace, as a workbook. */
export const loader = downloadRoute(exportReconciliation);
