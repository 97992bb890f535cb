import { locations } from "@contract/locations/operations.ts";
import { resource, screen } from "~/services/route.server";

/** Returns the states of a country, for address forms. */
export const loader = resource(
  screen(({ api, params }) => api(locations.states, { countryCode: params.countryCode ?? "" })),
);
