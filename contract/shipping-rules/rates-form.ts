/** The form of the rates editor: one group of fields for each row. */
import { z } from "zod";
import { list } from "#contract/fields.ts";
import { parseAmount } from "#contract/rules/money.ts";
import {
  followEnds,
  maxRates,
  type RateRow,
  rateDecimals,
  rowProblems,
  tooManyRates,
  wholeNumber,
} from "#contract/rules/shipping-rows.ts";
import type { SentRate } from "./schema.ts";

const typed = z.string().max(255).default("");

const typedRow = z.object({
  CountryCode: typed,
  State: typed,
  QuantityFrom: z.coerce.number().int().min(1),
  QuantityTo: typed,
  ShippingRatePerItem: typed,
});

const fieldNames = { quantityTo: "QuantityTo", ratePerItem: "ShippingRatePerItem" } as const;

/**
 * Converts typed rows to the command's rates. Nothing is sent that the user has not seen: if an end had to be raised,
 * the form is shown again.
 */
export const shippingRatesForm = z.object({
  ShippingRates: list(typedRow, { max: maxRates, tooMany: tooManyRates })
    .default([])
    .transform((typed, context): SentRate[] => {
      const { rows, raised } = followEnds(typed.map(asRow));
      const say = (index: number, field: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, field], message });
      for (const index of raised) say(index, "QuantityTo", raisedMessage(rows[index]));
      for (const { index, field, message } of rowProblems(rows)) say(index, fieldNames[field], message);
      return rows.map(asSent);
    }),
});

function raisedMessage(row: RateRow | undefined): string {
  return `This was raised to ${row?.quantityTo}, because the tier before it now ends at ${(row?.quantityFrom ?? 1) - 1}. Save again if that is right.`;
}

function asRow(row: z.output<typeof typedRow>): RateRow {
  return {
    countryCode: row.CountryCode,
    state: row.State,
    quantityFrom: row.QuantityFrom,
    quantityTo: row.QuantityTo,
    ratePerItem: row.ShippingRatePerItem,
  };
}

function asSent(row: RateRow): SentRate {
  return {
    CountryCode: row.countryCode || null,
    State: row.state || null,
    QuantityFrom: row.quantityFrom,
    QuantityTo: wholeNumber(row.quantityTo) ?? null,
    ShippingRatePerItem: parseAmount(row.ratePerItem, rateDecimals) ?? 0,
  };
}
