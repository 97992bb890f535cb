import { downloadSlips } from "~/services/packaging-slips.server";
import { downloadRoute } from "~/services/route.server";

/** Packaging slips of several shipments in one PDF. */
export const loader = downloadRoute(downloadSlips);
