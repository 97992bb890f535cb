import { eq } from "drizzle-orm";
import { addressRow } from "#api/areas/shared/address.ts";
import { countries, countryName } from "#api/areas/shared/countries.ts";
import { findState, statesOf } from "#api/areas/shared/states.ts";
import { addresses } from "#api/database/schema/index.ts";
import type { AreaHandlers } from "#api/operations/handlers.ts";
import { invalid } from "#api/refusals/refusal.ts";
import { type AddressInput, stateProblem } from "#contract/locations/schema.ts";
import type { Operations } from "#contract/operations.ts";

export const locations: AreaHandlers<Operations["locations"]> = {
  countries: async () => countries,
  states: async (input) => [...statesOf(knownCountry(input.countryCode))],
  async findOrCreateAddress(input, { db, caller }) {
    const countryCode = knownCountry(input.countryCode);
    const row = addressRow({ ...input, countryCode, state: knownState({ ...input, countryCode }) }, caller);
    const [created] = await db.insert(addresses).values(row).onConflictDoNothing().returning({ id: addresses.id });
    if (created) return created.id;
    const [existing] = await db.select({ id: addresses.id }).from(addresses).where(eq(addresses.digest, row.digest));
    if (!existing) throw new Error("The address is neither new nor known.");
    return existing.id;
  },
};

/** @throws Refusal 422 */
function knownCountry(code: string): string {
  const upper = code.toUpperCase();
  if (countryName(upper) === undefined)
    throw invalid({ countryCode: [`There is no country with the code “${code}”. Please choose one from the list.`] });
  return upper;
}

/**
 * Returns the state to store: the short name if the country has a list, free text otherwise.
 * @throws Refusal 422
 */
function knownState(address: AddressInput): string {
  const problem = stateProblem(address);
  if (problem !== undefined) throw invalid({ state: [problem] });
  if (statesOf(address.countryCode).length === 0) return address.state;
  const state = findState(address.countryCode, address.state);
  if (!state)
    throw invalid({
      state: [
        `There is no state or territory “${address.state}” in ${countryName(address.countryCode)}. Please choose one from the list.`,
      ],
    });
  return state.shortName;
}
