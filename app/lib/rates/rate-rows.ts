/**
 * The rows of the rates editor as form fields, and the effect of its buttons, which is the same with and without
 * scripts.
 */

import type { FormValues } from "#app/lib/form-answer.ts";
import { fieldsOfRows, rowsOfFields, withoutRows } from "#app/lib/form-rows.ts";
import { addRow, followEnds, type RateRow, removeRow } from "#contract/rules/shipping-rows.ts";
import type { ShippingRate } from "#contract/shipping-rules/schema.ts";

const list = "ShippingRates";

/** Returns the name of a row's field. */
export function rateField(
  index: number,
  field: "CountryCode" | "State" | "QuantityFrom" | "QuantityTo" | "ShippingRatePerItem",
): string {
  return `${list}.${index}.${field}`;
}

/** Fields of the row for a new tier. The country whose states are offered may differ from the chosen one. */
export const newTier = { country: "NewCountry", state: "NewState", statesOf: "NewStatesOf" } as const;

/** Converts stored rates to rows. */
export function rowsOf(rates: readonly ShippingRate[]): RateRow[] {
  return rates.map((rate) => ({
    countryCode: rate.countryCode ?? "",
    state: rate.stateShortName ?? "",
    quantityFrom: rate.quantityFrom,
    quantityTo: String(rate.quantityTo ?? ""),
    ratePerItem: ratePerItem(rate.shippingRatePerItem),
  }));
}

/** Formats dollars ex GST, with cents and any further decimals that other systems have stored. */
function ratePerItem(rate: number): string {
  const cents = rate.toFixed(2);
  return Number(cents) === rate ? cents : String(rate);
}

/** Extracts the rows from the form's values. */
export function rowsIn(values: FormValues): RateRow[] {
  return rowsOfFields(list, values).map((row) => ({
    countryCode: row.CountryCode ?? "",
    state: row.State ?? "",
    quantityFrom: Number.parseInt(row.QuantityFrom ?? "", 10) || 1,
    quantityTo: row.QuantityTo ?? "",
    ratePerItem: row.ShippingRatePerItem ?? "",
  }));
}

function asValues(rows: readonly RateRow[]): FormValues {
  return fieldsOfRows(
    list,
    rows.map((row) => ({
      CountryCode: row.countryCode,
      State: row.state,
      QuantityFrom: String(row.quantityFrom),
      QuantityTo: row.quantityTo,
      ShippingRatePerItem: row.ratePerItem,
    })),
  );
}

/** The buttons: apply the input, load states, add a tier, remove a row. */
export type Press = "update" | "states" | "add" | `remove.${number}`;

/** Returns the form's values after one of the buttons that only change the form. */
export function afterPress(values: FormValues, what: string): FormValues {
  const rows = rowsIn(values);
  const others = withoutRows(values);
  const [, removed] = what.match(/^remove\.(\d{1,4})$/) ?? [];
  if (removed !== undefined) return { ...others, ...asValues(removeRow(rows, Number(removed))) };
  if (what !== "add") return { ...others, ...asValues(followEnds(rows).rows) };
  const place = { countryCode: String(values[newTier.country] ?? ""), state: String(values[newTier.state] ?? "") };
  // The state belongs to another country and has to be chosen again.
  const isStale = place.state !== "" && place.countryCode !== values[newTier.statesOf];
  if (isStale) return { ...others, ...asValues(followEnds(rows).rows), [newTier.state]: "" };
  return { ...others, ...asValues(addRow(rows, place)) };
}
