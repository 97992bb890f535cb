import { downloadBills } from "#app/services/books/exports.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The file of an export of bills. */
export const loader = downloadRoute(downloadBills);
