import { locations } from "@contract/locations/operations.ts";
import { resource, screen } from "~/services/route.server";

/** The states of a country, for forms whose country has changed. */
export const loader = resource(
  screen(({ api, params }) => api(locations.states, { countryCode: params.countryCode ?? "" })),
);
