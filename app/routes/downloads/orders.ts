import { exportOrders } from "~/services/orders.server";
import { downloadRoute } from "~/services/route.server";

/** The orders of the list as a workbook. */
export const loader = downloadRoute(exportOrders);
