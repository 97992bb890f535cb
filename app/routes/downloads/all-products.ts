import { exportAllProducts } from "~/services/product-list.server";
import { resource, screen } from "~/services/route.server";

/** The products of the list as a workbook with all their data. */
export const loader = resource(screen(exportAllProducts));
