import { exportOrders } from "~/services/orders.server";
import { resource, screen } from "~/services/route.server";

/** The orders of the list as a workbook. */
export const loader = resource(screen(exportOrders));
