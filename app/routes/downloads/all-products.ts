import { exportAllProducts } from "#app/services/products/list.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The products of the list as a workbook with all their data. */
export const loader = downloadRoute(exportAllProducts);
