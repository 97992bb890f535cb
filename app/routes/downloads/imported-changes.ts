import { productImports } from "~/services/products-import.server";
import { downloadRoute } from "~/services/route.server";

/** What an import of products changed, or would, cell by cell, as a workbook. */
export const loader = downloadRoute(productImports.downloadChanges);
