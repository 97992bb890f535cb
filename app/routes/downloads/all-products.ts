import { exportAllProducts } from "~/services/product-list.server";
import { downloadRoute } from "~/services/route.server";

/** The products of the list as a workbook with all their data. */
export const loader = downloadRoute(exportAllProducts);
