/** Changing many products at once. */
import { z } from "zod";
import { maxFullName } from "#contract/categories/schema.ts";
import { amountExGst, maxDollars, recordId, text } from "#contract/fields.ts";
import { changeOf } from "#contract/many.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";
import { shippingMessages } from "./commands.ts";
import { productFilters } from "./schema.ts";

/** To the nearest price that ends in 95 cents. */
const EndsIn95 = z.boolean().default(false);

/** The change that is made to each of the products. */
export const productChange = z.discriminatedUnion("Kind", [
  z.object({ Kind: z.literal("activate") }),
  z.object({ Kind: z.literal("deactivate") }),
  z.object({ Kind: z.literal("type"), ProductTypeId: recordId }),
  /** Null: that of its product type. Prices inc GST stay as they are. */
  z.object({ Kind: z.literal("taxClass"), TaxClass: z.enum(taxClasses).nullable() }),
  /** Recommended and sale price, and those of variants that have their own. */
  z.object({
    Kind: z.literal("pricePercent"),
    /** A fraction: 0.05 is five percent more, -0.05 five percent less. */
    Fraction: z.number("Please enter a percentage.").min(-0.99).max(10),
    EndsIn95,
  }),
  z.object({
    Kind: z.literal("priceDollars"),
    /** Inc GST; negative for less. */
    Dollars: z.number("Please enter an amount in dollars.").min(-maxDollars).max(maxDollars),
    EndsIn95,
  }),
  /** Dollars ex GST, as for taxable products; customers pay the same for others. International shipping stays. */
  z.object({ Kind: z.literal("flatRate"), DomesticFlatRate: amountExGst(shippingMessages.domesticRate) }),
  z.object({ Kind: z.literal("rule"), ShippingRuleId: recordId }),
  z.object({ Kind: z.literal("carrier") }),
  /** Of a marketplace; for those who approve products there. */
  z.object({
    Kind: z.literal("category"),
    MarketplaceId: recordId,
    /** Fully qualified: the names from the root down, separated by ` > `. */
    Category: text({ max: maxFullName, required: "Please choose a category." }),
    /** In place of the others of the same classification. */
    Replaces: z.boolean().default(false),
  }),
  z.object({ Kind: z.literal("synchronise"), MarketplaceId: recordId }),
]);
export type ProductChange = z.output<typeof productChange>;

export const changeProducts = changeOf("product", { filter: productFilters, change: productChange });
