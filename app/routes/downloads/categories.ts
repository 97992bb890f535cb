import { exportCategories } from "#app/services/categories/import.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The categories of a classification as a workbook, which can be imported again. */
export const loader = downloadRoute(exportCategories);
