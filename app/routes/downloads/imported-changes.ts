import { productImports } from "~/services/products-import.server";
import { resource, screen } from "~/services/route.server";

/** What an import of products changed, or would, cell by cell, as a workbook. */
export const loader = resource(screen(productImports.downloadChanges));
