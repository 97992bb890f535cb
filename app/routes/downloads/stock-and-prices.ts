import { exportStockAndPrices } from "~/services/product-list.server";
import { downloadRoute } from "~/services/route.server";

/** The products of the list as a workbook to change their stock and prices in. */
export const loader = downloadRoute(exportStockAndPrices);
