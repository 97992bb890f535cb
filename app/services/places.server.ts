/** What the fields of an address offer. */
import { locations } from "@contract/locations/operations.ts";
import { defaultCountry } from "@contract/locations/schema.ts";
import type { Call } from "./call.server";

/** Countries, and the states of the country that is chosen in the form, or is kept. */
export async function placesFor(call: Call, keptCountry: string | undefined) {
  const typed = new Map(call.state.typed).get("countryCode");
  const countryCode = typed || keptCountry || defaultCountry;
  const [countries, states] = await Promise.all([
    call.api(locations.countries, {}),
    call.api(locations.states, { countryCode }),
  ]);
  return { countries, states, countryCode };
}

/** Without scripts a country can be changed while the state of another one stands beside it: that state is dropped. */
export function withoutForeignState(posted: FormData): void {
  const shown = posted.get("ShownCountry");
  if (shown !== null && shown !== posted.get("countryCode")) posted.set("state", "");
}
