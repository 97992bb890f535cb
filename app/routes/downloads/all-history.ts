import { exportAllHistory } from "#app/services/history/history.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The changes of the list as a workbook. */
export const loader = downloadRoute(exportAllHistory);
