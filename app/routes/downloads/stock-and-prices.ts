import { exportStockAndPrices } from "~/services/product-list.server";
import { resource, screen } from "~/services/route.server";

/** The products of the list as a workbook to change their stock and prices in. */
export const loader = resource(screen(exportStockAndPrices));
