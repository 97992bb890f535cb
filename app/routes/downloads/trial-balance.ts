import { exportTrialBalance } from "#app/services/books/books.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The trial balance as a workbook. */
export const loader = downloadRoute(exportTrialBalance);
