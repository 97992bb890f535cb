/** Changing many products at once. */
import { z } from "zod";
import { list, recordId } from "#contract/fields.ts";
import { productFilters } from "./schema.ts";

/** Products that are ticked in a list. */
export const mostChosen = 200;
/** Products that are changed at once. */
export const mostAtOnce = 20_000;
/** Products that the preview shows. */
export const mostPreviewed = 20;

const mostDollars = 100_000;
/** To the nearest price that ends in 95 cents. */
const EndsIn95 = z.boolean().default(false);
const flatRate = z.number("Please enter an amount in dollars.").min(0).max(mostDollars);

/** What is done to each of the products. */
export const productChange = z.discriminatedUnion("Kind", [
  z.object({ Kind: z.literal("activate") }),
  z.object({ Kind: z.literal("deactivate") }),
  z.object({ Kind: z.literal("type"), ProductTypeId: recordId }),
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
    Dollars: z.number("Please enter an amount in dollars.").min(-mostDollars).max(mostDollars),
    EndsIn95,
  }),
  /** Dollars ex GST. International shipping stays as it is. */
  z.object({ Kind: z.literal("flatRate"), DomesticFlatRate: flatRate }),
  z.object({ Kind: z.literal("rule"), ShippingRuleId: recordId }),
  z.object({ Kind: z.literal("carrier") }),
]);
export type ProductChange = z.output<typeof productChange>;

export const changeKinds = [
  "pricePercent",
  "priceDollars",
  "activate",
  "deactivate",
  "type",
  "flatRate",
  "rule",
  "carrier",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

const which = {
  Ids: list(recordId, {
    max: mostChosen,
    tooMany: `Please choose at most ${mostChosen} products, or all that match.`,
  }).default([]),
  /** All products that match, unless `Ids` are given. */
  Filter: productFilters.nullish(),
};

type Which = { Ids: unknown[]; Filter?: unknown };
const isChosen = ({ Ids, Filter }: Which) => Ids.length > 0 || Boolean(Filter);
const chooseFirst = { path: ["Ids"], message: "Please choose at least one product." };

export const changeProducts = z.object({ ...which, Change: productChange }).refine(isChosen, chooseFirst);

const id = z.number().int();

export const productsPreview = z.object({
  /** Products that match and that the caller may change. */
  count: id,
  /** The first of them, by name, as they would be. */
  first: z.array(
    z.object({
      id,
      name: z.string(),
      externalSku: z.string(),
      /** As text, prices inc GST. Empty if nothing changes. */
      changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
      /** Why it cannot be changed; null if it can. */
      why: z.string().nullable(),
    }),
  ),
});
export type ProductsPreview = z.output<typeof productsPreview>;
