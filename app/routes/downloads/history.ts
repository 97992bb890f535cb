import { exportRecordHistory } from "#app/services/history/history.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The changes of a record as a workbook. */
export const loader = downloadRoute(exportRecordHistory);
