import { exportStatement } from "#app/services/invoices/statement.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** A supplier's statement of account as a workbook. */
export const loader = downloadRoute(exportStatement);
