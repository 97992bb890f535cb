import { exportStockAndPrices } from "#app/services/products/list.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The products of the list as a workbook to change their stock and prices in. */
export const loader = downloadRoute(exportStockAndPrices);
