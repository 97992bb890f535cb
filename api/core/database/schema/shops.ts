/** Shops with a programming interface of their own, and what came from them. */
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ShopKindName, ShopOrderState } from "#contract/marketplaces/shops.ts";
import { moment } from "./moment.ts";
import { marketplaces } from "./suppliers.ts";

/** The shop of a marketplace; without a row its channel is a webhook or the built-in one. */
export const shops = pgTable("shops", {
  marketplaceId: integer("marketplace_id")
    .primaryKey()
    .references(() => marketplaces.id),
  kind: text().$type<ShopKindName>().notNull(),
  url: text().notNull(),
  /** See `ShopConnection`. */
  key: text().notNull().default(""),
  /** `secret` and `webhookSecret`, sealed together with the marketplace's id. */
  secrets: text().notNull(),
  secretsSetAt: moment("secrets_set_at").notNull(),
  secretsSetBy: integer("secrets_set_by").notNull(),
  /** Whom the entries of its orders name; from the same sequence as users. */
  callerId: integer("caller_id").notNull(),
  /** Orders from before this moment are not taken. */
  connectedAt: moment("connected_at").notNull(),
  /** Milliseconds that its clock was ahead of ours when its orders were read last. */
  aheadMs: bigint("ahead_ms", { mode: "number" }).notNull().default(0),
  /** Orders that were changed before this moment of its clock have been read. */
  readUntil: moment("read_until").notNull(),
  nextReadAt: moment("next_read_at").notNull(),
  /** When all changed orders were read last; null if they never were. */
  readAt: moment("read_at"),
  /** When the shop was told to call again, after it had stopped by itself; null if it never had. */
  callsResumedAt: moment("calls_resumed_at"),
  /** Why they could not be read; empty if the last attempt succeeded. */
  problem: text().notNull().default(""),
  failingSince: moment("failing_since"),
  /** When people were told that it is failing. */
  toldAt: moment("told_at"),
});

/** The shop's keys of what it was sent. */
export const shopKeys = pgTable(
  "shop_keys",
  {
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    kind: text().notNull(),
    ownId: text("own_id").notNull(),
    shopId: text("shop_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketplaceId, t.kind, t.ownId] })],
);

/** Which line items were made of a line of the shop. */
export interface TakenLine {
  lineId: string;
  lineItemIds: number[];
}

/** The orders of shops. */
export const shopOrders = pgTable(
  "shop_orders",
  {
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    shopId: text("shop_id").notNull(),
    /** As the customer knows it; empty until the order has been read. */
    number: text().notNull().default(""),
    state: text().$type<ShopOrderState>().notNull().default("waiting"),
    /** UTC, in ISO 8601, as the shop says it: of the change that was read last. */
    changedAt: text("changed_at").notNull().default(""),
    /** When it is read from the shop again; null if nothing waits. */
    nextAttemptAt: moment("next_attempt_at"),
    attempts: integer().notNull().default(0),
    /** The problem that a person has to look at; empty for none. */
    problem: text().notNull().default(""),
    problemAt: moment("problem_at"),
    /** The problem that somebody has dealt with, which does not come back. */
    dealtWith: text("dealt_with").notNull().default(""),
    lines: jsonb().$type<TakenLine[]>().notNull().default([]),
    /** The lines as they were taken, to notice later changes. */
    taken: text().notNull().default(""),
    /** The refunds of the shop that were entered here. */
    refundIds: jsonb("refund_ids").$type<string[]>().notNull().default([]),
    /** Its cancellation in the shop was followed here. */
    isCancelled: boolean("is_cancelled").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.marketplaceId, t.shopId] }),
    index("shop_orders_number").on(t.marketplaceId, t.number),
    index("shop_orders_due").on(t.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index("shop_orders_problem").on(t.marketplaceId, t.problemAt).where(sql`problem <> ''`),
  ],
);
