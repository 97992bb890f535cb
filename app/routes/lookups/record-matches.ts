import { findRecords } from "#app/services/forms/record-search.server.ts";
import { resource, screen } from "#app/services/request/route.server.ts";

/** Returns the records that match, for the combobox of a form. */
export const loader = resource(screen(findRecords));
