import { resource, screen } from "#app/services/request/route.server.ts";
import { locations } from "#contract/locations/operations.ts";

/** Returns the states of a country, for address forms. */
export const loader = resource(
  screen(({ api, param }) => api(locations.states, { countryCode: param("countryCode") })),
);
