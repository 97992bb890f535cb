/** Addresses as callers enter them: stored once for each that differs. */
import { eq } from "drizzle-orm";
import { addresses } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import { countryName } from "#contract/locations/countries.ts";
import { type AddressInput, stateProblem } from "#contract/locations/schema.ts";
import { addressRow } from "./address.ts";
import { findState, statesOf } from "./states.ts";

/**
 * Stores an address, unless the caller has already entered an equal one. Returns its id.
 * @throws Refusal 422 if there is no such country or state
 */
export async function findOrCreateAddress(
  input: AddressInput,
  { db, caller }: Pick<Context, "db" | "caller">,
): Promise<string> {
  const countryCode = knownCountry(input.countryCode);
  const row = addressRow({ ...input, countryCode, state: knownState({ ...input, countryCode }) }, caller);
  const [created] = await db.insert(addresses).values(row).onConflictDoNothing().returning({ id: addresses.id });
  if (created) return created.id;
  const [existing] = await db.select({ id: addresses.id }).from(addresses).where(eq(addresses.digest, row.digest));
  if (!existing) throw new Error("The address is neither new nor known.");
  return existing.id;
}

/** @throws Refusal 422 */
export function knownCountry(code: string): string {
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
