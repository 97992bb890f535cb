/** The form that says what the columns of a received file mean. */
import { z } from "zod";
import { list, optionalText, recordIdOrNone, yesNo } from "#contract/fields.ts";
import { typedOf } from "#contract/records/schemas.ts";
import { maxShippingNotes } from "./commands.ts";
import { shippingFields } from "./fields.ts";
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
  DomesticFlatRate: typedOf(shippingFields).DomesticFlatRate,
  ShippingNotes: optionalText({ max: maxShippingNotes, breaks: "kept" }),
  /** The field of each column, in the order of the columns; empty for none. */
  Columns: list(z.object({ Field: z.string().max(longestField) }), { max: maxSourceColumns }).default([]),
});
