/** Shops with a programming interface of their own, and their orders that somebody has to look at. */
import { z } from "zod";
import { recordId, text } from "#contract/fields.ts";

export const shopKindNames = { wooCommerce: "WooCommerce", shopify: "Shopify" } as const;
export type ShopKindName = keyof typeof shopKindNames;
export const shopKinds = ["wooCommerce", "shopify"] as const satisfies readonly ShopKindName[];

/**
 * `waiting` will be read from the shop; `unpaid` may be paid later, also if it was cancelled before; `taken` is an order
 * here; `refused` could not become one; `leftOut` never will, because it is older than the connection, or somebody said so.
 */
export const shopOrderStates = ["waiting", "unpaid", "taken", "refused", "leftOut"] as const;
export type ShopOrderState = (typeof shopOrderStates)[number];

/** The shop of a marketplace, without its secrets. */
export const shopSchema = z.object({
  url: z.string(),
  /** Null for callers who may not edit; empty where the kind of shop has none. */
  key: z.string().nullable(),
  /** UTC. */
  secretSetDate: z.string(),
  secretSetByUserFullName: z.string().nullish(),
  /** The version with which this kind of shop was proven; null if it was with none. Left out by other APIs. */
  provenWith: z.string().nullish(),
  /** Where the shop calls about orders. */
  webhookAddress: z.string(),
  /** UTC: when the shop, which had stopped calling, was told to call again; null if not in the last seven days. */
  callsResumedDate: z.string().nullish(),
  /** UTC: when all changed orders were read last; null if they never were. */
  readDate: z.string().nullish(),
  /** Why they cannot be read; empty if they can. */
  problem: z.string(),
  /** Orders that somebody has to look at. */
  problemOrders: z.number().int(),
});

export const shopOrderRow = z.object({
  /** The shop's own key. */
  id: z.string(),
  /** As the customer knows it; empty if it could not be read. */
  number: z.string(),
  state: z.enum(shopOrderStates),
  problem: z.string(),
  /** UTC. */
  problemDate: z.string().nullish(),
});
export type ShopOrderRow = z.output<typeof shopOrderRow>;

export const shopOrderSortFields = ["problemAt", "number"] as const;

export const shopOrderCommand = z.object({ MarketplaceId: recordId, ShopOrderId: text({ max: 100 }) });

export const shopMessages = {
  reading: "The orders of the shop are being read.",
  notRead: "Oh dear, the orders could not be read due to an unexpected error.",
  again: "The order is being read again.",
  leftOut: "The order has been left out.",
  notSaved: "Oh dear, this could not be saved due to an unexpected error.",
};
