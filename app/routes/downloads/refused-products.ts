import { productImports } from "~/services/products-import.server";
import { downloadRoute } from "~/services/route.server";

/** The rows that an import of products refused, as a workbook. */
export const loader = downloadRoute(productImports.downloadRefused);
