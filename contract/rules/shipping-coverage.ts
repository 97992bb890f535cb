/** Finds tiers of a rule that never apply, because others cover all their quantities first. */
import { at } from "./at.ts";
import type { Tier } from "./shipping-tiers.ts";

export interface PlacedTier extends Tier {
  /** Empty: any country. */
  countryCode: string;
  /** A short name; empty: any state. */
  state: string;
}

export interface Unreachable {
  /** Index in the input list. */
  index: number;
  reason: string;
}

/**
 * Returns the tiers that never apply.
 * @param statesOf the short names of a country's states; empty if an address may be without one
 */
export function unreachableTiers(
  tiers: readonly PlacedTier[],
  statesOf: (countryCode: string) => readonly string[],
): Unreachable[] {
  return tiers.flatMap((tier, index) => {
    // The tier ends before it begins, which its field reports.
    if (tier.quantityTo !== null && tier.quantityTo < tier.quantityFrom) return [];
    const reason = isTakenBefore(tiers, index)
      ? "the tiers before it have all of these quantities"
      : isTakenByStates(tiers, tier, statesOf(tier.countryCode));
    return reason ? [{ index, reason: `This tier can never apply: ${reason}.` }] : [];
  });
}

function isTakenBefore(tiers: readonly PlacedTier[], index: number): boolean {
  const tier = at(tiers, index);
  const earlier = tiers.filter(
    (other, at) =>
      other.countryCode === tier.countryCode &&
      other.state === tier.state &&
      (other.quantityFrom < tier.quantityFrom || (other.quantityFrom === tier.quantityFrom && at < index)),
  );
  return isCovered(tier, earlier);
}

/**
 * An address in a country with states always has one, so tiers for each of the states leave nothing to the tier for any
 * state.
 */
function isTakenByStates(
  tiers: readonly PlacedTier[],
  tier: PlacedTier,
  states: readonly string[],
): string | undefined {
  if (tier.state !== "" || states.length === 0) return undefined;
  const ofCountry = tiers.filter(({ countryCode }) => countryCode === tier.countryCode);
  const isTaken = states.every((state) =>
    isCovered(
      tier,
      ofCountry.filter((other) => other.state === state),
    ),
  );
  return isTaken ? "every state has tiers of its own for these quantities" : undefined;
}

/** True if the other tiers cover every quantity of the tier. */
function isCovered({ quantityFrom, quantityTo }: Tier, others: readonly Tier[]): boolean {
  const end = quantityTo ?? Number.POSITIVE_INFINITY;
  let open = quantityFrom;
  for (const other of [...others].sort((a, b) => a.quantityFrom - b.quantityFrom)) {
    if (other.quantityFrom > open) return false;
    open = Math.max(open, (other.quantityTo ?? Number.POSITIVE_INFINITY) + 1);
    if (open > end || open === Number.POSITIVE_INFINITY) return true;
  }
  return false;
}
