import { locations } from "@contract/locations/operations.ts";
import { screen } from "~/services/route.server";

/** The states of a country, for forms whose country has changed. */
export const loader = screen(({ api, params }) => api(locations.states, { countryCode: params.countryCode ?? "" }));
