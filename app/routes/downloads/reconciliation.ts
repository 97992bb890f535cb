import { exportReconciliation } from "~/services/invoices.server";
import { resource, screen } from "~/services/route.server";

/** Every transaction of a marketplace, as a workbook. */
export const loader = resource(screen(exportReconciliation));
