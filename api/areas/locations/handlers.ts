import { findOrCreateAddress, knownCountry } from "#api/areas/shared/entered-address.ts";
import { statesOf } from "#api/areas/shared/states.ts";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { countries } from "#contract/locations/countries.ts";
import type { Operations } from "#contract/operations.ts";

export const locations: AreaHandlers<Operations["locations"]> = {
  countries: async () => countries,
  states: async (input) => [...statesOf(knownCountry(input.countryCode))],
  findOrCreateAddress,
};
