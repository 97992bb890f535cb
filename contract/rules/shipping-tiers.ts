/**
 * The tiers of one country and state: ranges of quantities that start at 1 and follow each other without gaps or
 * overlaps. Only the last may be open-ended. All functions preserve this invariant.
 */

export interface Tier {
  quantityFrom: number;
  /** Null: open-ended. */
  quantityTo: number | null;
}

/** The largest quantity a tier can name: PostgreSQL's integer. */
export const maxQuantity = 2_147_483_647;

/**
 * Returns the tiers with one more. The first tier of a country and state covers every quantity. Each further tier
 * limits the last one to its first quantity and starts after it.
 */
export function addTier(tiers: readonly Tier[]): Tier[] {
  const last = tiers.at(-1);
  if (!last) return [{ quantityFrom: 1, quantityTo: null }];
  const { quantityFrom } = last;
  if (quantityFrom >= maxQuantity) return [...tiers];
  return [...tiers.slice(0, -1), { quantityFrom, quantityTo: quantityFrom }, startingAt(last, quantityFrom + 1)];
}

/**
 * Returns the tiers with a changed end. Later tiers move along: the next one starts one later, and if that exceeds its
 * own end, the end is raised and the following tier moves as well.
 * @returns the same tiers for an invalid end, and for the last tier, whose end cannot be changed
 */
export function changeEnd(tiers: readonly Tier[], index: number, quantityTo: number): Tier[] {
  const tier = tiers[index];
  const later = tiers.length - 1 - index;
  if (
    !tier ||
    later === 0 ||
    !Number.isInteger(quantityTo) ||
    quantityTo < tier.quantityFrom ||
    quantityTo > highestEnd(later)
  )
    return [...tiers];
  return following([...tiers.slice(0, index), { ...tier, quantityTo }], tiers.slice(index + 1));
}

/** Returns the highest possible end of a tier: each of the later ones needs at least one quantity. */
export function highestEnd(laterTiers: number): number {
  return maxQuantity - laterTiers;
}

/** True for a tier with an end, and for the only one of its country and state. */
export function isRemovable(tiers: readonly Tier[], index: number): boolean {
  return tiers.length === 1 || typeof tiers[index]?.quantityTo === "number";
}

/**
 * Returns the tiers without one: the next one starts where it started. Returns the same tiers if it cannot be removed.
 */
export function removeTier(tiers: readonly Tier[], index: number): Tier[] {
  const removed = tiers[index];
  if (!removed || !isRemovable(tiers, index)) return [...tiers];
  const [next, ...rest] = tiers.slice(index + 1);
  const before = tiers.slice(0, index);
  return next ? [...before, { ...next, quantityFrom: removed.quantityFrom }, ...rest] : before;
}

/** Moves the later tiers so that they follow the earlier ones. */
function following(before: readonly Tier[], later: readonly Tier[]): Tier[] {
  const tiers = [...before];
  for (const tier of later) tiers.push(startingAt(tier, (tiers.at(-1)?.quantityTo ?? 0) + 1));
  return tiers;
}

function startingAt({ quantityTo }: Tier, quantityFrom: number): Tier {
  return { quantityFrom, quantityTo: quantityTo === null ? null : Math.max(quantityTo, quantityFrom) };
}

export const tierMessages = {
  end: "Must be greater than or equal to Quantity From",
  required: "This is required",
  start: "The first tier of a country and state starts at 1.",
} as const;

/** An error in a list of rates. */
export interface TierProblem {
  /** Index in the input list. */
  index: number;
  field: "quantityFrom" | "quantityTo";
  message: string;
}

/** Returns why these are not valid tiers of one country and state, in any order; undefined if they are. */
export function tierProblems(tiers: readonly Tier[]): TierProblem[] {
  const problems: TierProblem[] = [];
  const sorted = tiers.map((tier, index) => ({ ...tier, index })).sort((a, b) => a.quantityFrom - b.quantityFrom);
  for (const [place, { index, quantityFrom, quantityTo }] of sorted.entries()) {
    const before = sorted[place - 1];
    const isLast = place === sorted.length - 1;
    const add = (field: TierProblem["field"], message: string) => problems.push({ index, field, message });
    if (!before && quantityFrom !== 1) add("quantityFrom", tierMessages.start);
    if (before && before.quantityTo !== null && quantityFrom !== before.quantityTo + 1) {
      add("quantityFrom", `Must be ${before.quantityTo + 1}, so that there is no gap or overlap between tiers.`);
    }
    if (quantityTo === null && !isLast) add("quantityTo", tierMessages.required);
    if (quantityTo !== null && quantityTo < quantityFrom) add("quantityTo", tierMessages.end);
  }
  return problems;
}
