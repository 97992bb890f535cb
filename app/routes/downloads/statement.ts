import { downloadStatement } from "#app/services/invoices/statement.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** A supplier's statement of account on paper. */
export const loader = downloadRoute(downloadStatement);
