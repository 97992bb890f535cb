import { downloadSlips } from "~/services/packaging-slips.server";
import { resource, screen } from "~/services/route.server";

/** Packaging slips of several shipments in one PDF. */
export const loader = resource(screen(downloadSlips));
