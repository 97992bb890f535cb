import { productImports } from "~/services/products-import.server";
import { resource, screen } from "~/services/route.server";

/** The rows that an import of products refused, as a workbook. */
export const loader = resource(screen(productImports.downloadRefused));
