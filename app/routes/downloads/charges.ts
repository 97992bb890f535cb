import { exportCharges } from "#app/services/charges/charges.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The charges of the list as a workbook. */
export const loader = downloadRoute(exportCharges);
