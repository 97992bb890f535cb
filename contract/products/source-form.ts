/** The form that says what the columns of a received file mean. */
import { z } from "zod";
import {
  atMost,
  list,
  maxDollars,
  optionalText,
  optionalTypedAmount,
  recordIdOrNone,
  yesNo,
} from "#contract/fields.ts";
import { maxShippingNotes, priceMessages } from "./commands.ts";
import { maxSourceColumns } from "./source.ts";

const longestField = 300;
const longestShipping = 10;

export const sourceFileForm = z.object({
  SupplierId: recordIdOrNone,
  ProductTypeId: recordIdOrNone,
  PricesIncludeGst: yesNo,
  MakesUnknown: yesNo,
  /** How new products are shipped: empty for not yet, `flat`, or the id of a shipping rule. */
  Shipping: z
    .string()
    .trim()
    .max(longestShipping)
    .regex(/^(flat|\d*)$/),
  /** Inc GST. */
  DomesticFlatRate: optionalTypedAmount({
    min: 0,
    max: maxDollars,
    tooLarge: atMost(maxDollars),
    message: priceMessages.notAnAmount,
  }),
  ShippingNotes: optionalText({ max: maxShippingNotes, breaks: "kept" }),
  /** The field of each column, in the order of the columns; empty for none. */
  Columns: list(z.object({ Field: z.string().max(longestField) }), { max: maxSourceColumns }).default([]),
});
