import { loadChangedSince } from "#app/services/history/history.server.ts";
import { resource, screen } from "#app/services/request/route.server.ts";

/** Says when a record was changed since its page was opened; empty if it was not. */
export const loader = resource(screen(loadChangedSince));
