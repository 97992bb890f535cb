import { downloadRoute } from "#app/services/request/route.server.ts";
import { downloadSlips } from "#app/services/shipments/packaging-slips.server.ts";

/** Packaging slips of several shipments in one PDF. */
export const loader = downloadRoute(downloadSlips);
