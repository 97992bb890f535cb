import { exportOrders } from "#app/services/orders/orders.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The orders of the list as a workbook. */
export const loader = downloadRoute(exportOrders);
