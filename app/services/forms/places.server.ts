/** Options of the address fields. */

import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { locations } from "#contract/locations/operations.ts";
import { defaultCountry } from "#contract/locations/schema.ts";

/** Returns the countries, and the states of the country that is chosen in the form or stored. */
export async function placesFor(context: RequestContext, keptCountry: string | undefined) {
  const typed = new Map(context.state.typed).get("countryCode");
  const countryCode = typed || keptCountry || defaultCountry;
  const [countries, states] = await Promise.all([
    context.api(locations.countries, {}),
    context.api(locations.states, { countryCode }),
  ]);
  return { countries, states, countryCode };
}

/**
 * Without scripts the user can change the country while the field still shows a state of the old one; that state is
 * removed.
 */
export function withoutForeignState(posted: FormData): void {
  const shown = posted.get("ShownCountry");
  if (shown !== null && shown !== posted.get("countryCode")) posted.set("state", "");
}
