/**
 * The rows of the rates editor as entered, and the actions of its buttons. The same functions run in the browser and,
 * without scripts, on the server.
 */
import { at } from "#contract/rules/at.ts";
import { parseAmount } from "./money.ts";
import { addTier, changeEnd, highestEnd, isRemovable, removeTier, type Tier, tierMessages } from "./shipping-tiers.ts";

export interface RateRow {
  /** Empty: any country. */
  countryCode: string;
  /** A short name; empty: any state. */
  state: string;
  /** Computed from the rows above, never entered. */
  quantityFrom: number;
  /** As entered; empty: no upper limit. */
  quantityTo: string;
  /** Dollars ex GST per item, as entered. */
  ratePerItem: string;
}

/** Rates ex GST from other systems may have four decimals, which are preserved. */
export const rateDecimals = 4;
export const rateMessage = "Please enter the shipping rate per item ex GST";

/** Maximum number of rows. */
export const maxRates = 300;
export const tooManyRates = `A shipping rule has at most ${maxRates} rates.`;

/** Returns the indexes of the rows of each country and state. Rows of one place need not be adjacent. */
export function groupsOf(rows: readonly Pick<RateRow, "countryCode" | "state">[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, { countryCode, state }] of rows.entries()) {
    const key = `${countryCode} ${state}`;
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()];
}

/**
 * Applies the entered ends: the starts of the following rows are adjusted. An invalid end is left as entered, and
 * `rowProblems` reports it.
 * @returns also the indexes of rows whose unchanged end had to be raised
 */
export function followEnds(rows: readonly RateRow[]): { rows: RateRow[]; raised: number[] } {
  const result = [...rows];
  const raised: number[] = [];
  for (const group of groupsOf(rows)) {
    const before = tiersOf(group.map((index) => at(rows, index)));
    const after = before.reduce(
      (tiers, _, place) => takeOver(tiers, before, place, at(rows, at(group, place))),
      before,
    );
    for (const [place, index] of group.entries()) {
      const [row, was, tier] = [at(rows, index), at(before, place), at(after, place)];
      const isRaised = wholeNumber(row.quantityTo) === was.quantityTo && tier.quantityTo !== was.quantityTo;
      if (isRaised) raised.push(index);
      result[index] = { ...row, quantityFrom: tier.quantityFrom, quantityTo: isRaised ? asText(tier) : row.quantityTo };
    }
  }
  return { rows: result, raised: raised.sort((a, b) => a - b) };
}

function takeOver(tiers: Tier[], before: readonly Tier[], place: number, { quantityTo }: RateRow): Tier[] {
  const typed = wholeNumber(quantityTo);
  return typeof typed === "number" && typed !== before[place]?.quantityTo ? changeEnd(tiers, place, typed) : tiers;
}

/**
 * Returns the tiers of the rows of one country and state: each ends where the next one starts, whatever was entered.
 */
function tiersOf(rows: readonly RateRow[]): Tier[] {
  const tiers: Tier[] = [];
  for (const [place, row] of rows.entries()) {
    const quantityFrom = (tiers.at(-1)?.quantityTo ?? 0) + 1;
    const next = rows[place + 1];
    const end = next ? next.quantityFrom - 1 : wholeNumber(row.quantityTo);
    tiers.push({
      quantityFrom,
      quantityTo: typeof end === "number" ? Math.max(end, quantityFrom) : next ? quantityFrom : null,
    });
  }
  return tiers;
}

/** Adds a tier for a country and state, after applying the entered ends. */
export function addRow(
  current: readonly RateRow[],
  { countryCode, state }: Pick<RateRow, "countryCode" | "state">,
): RateRow[] {
  const { rows } = followEnds(current);
  const group = rows.flatMap((row, index) => (row.countryCode === countryCode && row.state === state ? [index] : []));
  const tiers = addTier(tiersOf(group.map((index) => at(rows, index))));
  if (tiers.length === group.length || rows.length >= maxRates) return rows;
  const last = group.at(-1);
  const fresh = (tier: Tier | undefined) => ({
    countryCode,
    state,
    ratePerItem: "",
    quantityFrom: tier?.quantityFrom ?? 1,
    quantityTo: asText(tier),
  });
  if (last === undefined) return [...rows, fresh(tiers[0])];
  const moved = {
    ...at(rows, last),
    quantityFrom: tiers.at(-1)?.quantityFrom ?? 1,
    quantityTo: asText(tiers.at(-1)),
  };
  return [...rows.slice(0, last), fresh(tiers.at(-2)), moved, ...rows.slice(last + 1)];
}

/** Removes a row, after applying the entered ends. Returns the same rows if it cannot be removed. */
export function removeRow(current: readonly RateRow[], index: number): RateRow[] {
  const { rows } = followEnds(current);
  const group = groupsOf(rows).find((places) => places.includes(index));
  if (!group) return rows;
  const place = group.indexOf(index);
  const tiers = tiersOf(group.map((index) => at(rows, index)));
  const left = removeTier(tiers, place);
  if (left.length === tiers.length) return rows;
  const next = group[place + 1];
  const moved =
    next === undefined
      ? rows
      : rows.map((row, i) => (i === next ? { ...row, quantityFrom: left[place]?.quantityFrom ?? 1 } : row));
  return moved.filter((_, i) => i !== index);
}

/** Returns how many rows of the same country and state follow this one, and whether it can be removed. */
export function placeOf(rows: readonly RateRow[], index: number): { later: number; isRemovable: boolean } {
  const group = groupsOf(rows).find((places) => places.includes(index)) ?? [];
  const place = group.indexOf(index);
  const tiers = tiersOf(group.map((index) => at(rows, index)));
  return { later: group.length - 1 - place, isRemovable: isRemovable(tiers, place) };
}

export interface RowProblem {
  index: number;
  field: "quantityTo" | "ratePerItem";
  message: string;
}

/** Returns the remaining errors by row and field; the starts must have been applied. */
export function rowProblems(rows: readonly RateRow[]): RowProblem[] {
  return rows.flatMap((row, index): RowProblem[] => {
    const end = endProblem(row, placeOf(rows, index).later);
    const rate = rateProblem(row.ratePerItem);
    return [
      ...(end ? [{ index, field: "quantityTo" as const, message: end }] : []),
      ...(rate ? [{ index, field: "ratePerItem" as const, message: rate }] : []),
    ];
  });
}

function endProblem({ quantityFrom, quantityTo }: RateRow, later: number): string | undefined {
  const typed = wholeNumber(quantityTo);
  if (typed === null) return later === 0 ? undefined : tierMessages.required;
  if (typed === undefined) return "Please enter a whole number.";
  const highest = highestEnd(later);
  if (typed > highest) return `Please enter at most ${highest.toLocaleString("en-AU")}.`;
  return typed < quantityFrom ? tierMessages.end : undefined;
}

function rateProblem(typed: string): string | undefined {
  const rate = parseAmount(typed, rateDecimals);
  if (rate === undefined) return rateMessage;
  return rate < 0 ? "This must not be less than 0." : undefined;
}

/** Parses a whole number; null if empty, undefined if invalid. */
export function wholeNumber(typed: string): number | null | undefined {
  const plain = typed.trim().replaceAll(",", "");
  if (plain === "") return null;
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined;
}

const asText = (tier: Tier | undefined) => String(tier?.quantityTo ?? "");
