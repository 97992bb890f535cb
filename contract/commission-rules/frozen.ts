import { z } from "zod";
import { fixedPers } from "#contract/rules/commission.ts";

export const commissionTerms = {
  /** A fraction of the price inc GST. */
  rate: z.number(),
  /** Dollars ex GST, like the minimum and the maximum. */
  fixedAmount: z.number(),
  /** The fixed amount is charged once for a line item, or for each piece. */
  fixedPer: z.enum(fixedPers),
  /** For the whole line item. */
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /** The rate is also taken of the shipping. */
  onShipping: z.boolean(),
};

/**
 * The rule that decided the commission of a line item, as it was then. A function, because `contract/fields.ts` has to
 * be loaded before the first object in a browser.
 */
export const frozenRule = () =>
  z.object({
    id: z.number().int(),
    name: z.string(),
    ...commissionTerms,
    /** The commission on the whole line item as it was sold, in dollars inc GST. */
    charged: z.number(),
  });
