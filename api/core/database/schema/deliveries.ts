/** Events about orders and products for marketplaces with a webhook. */
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { DeliveryEvent, DeliveryState } from "#contract/deliveries/schema.ts";
import { products } from "./catalogue.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { orders } from "./orders.ts";
import { marketplaces } from "./suppliers.ts";

const isOpen = sql`state in ('waiting', 'failing')`;

/** Written in the transaction of what happened, and sent afterwards by any API process. */
export const deliveries = pgTable(
  "deliveries",
  {
    /** Ascending within a subject, because its changes are serialised by a lock. */
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** In the body, so that receivers recognise a repetition. */
    eventId: uuid("event_id").notNull(),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    orderId: integer("order_id").references(() => orders.id),
    productId: integer("product_id").references(() => products.id, { onDelete: "set null" }),
    /** The order or the product. Deliveries about one subject are sent one after the other, in the order of their ids. */
    subject: text().notNull(),
    event: text().$type<DeliveryEvent>().notNull(),
    /** JSON, exactly as it is sent. */
    body: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default("waiting"),
    createdAt: momentOfInsert("created_at"),
    nextAttemptAt: moment("next_attempt_at").notNull(),
    giveUpAt: moment("give_up_at").notNull(),
    /** While an API process sends it; if that process dies, another one sends it afterwards. */
    claimedUntil: moment("claimed_until"),
    attempts: integer().notNull().default(0),
    lastAttemptAt: moment("last_attempt_at"),
    /** Of the last attempt, as are all that follow. */
    requestHeaders: jsonb("request_headers").$type<Record<string, string>>(),
    answerStatus: integer("answer_status"),
    /** The first characters. */
    answerBody: text("answer_body").notNull().default(""),
    failure: text().notNull().default(""),
  },
  (t) => [
    index("deliveries_due").on(t.marketplaceId, t.nextAttemptAt, t.id).where(isOpen),
    index("deliveries_subject").on(t.marketplaceId, t.subject, t.id).where(isOpen),
    index("deliveries_created").on(t.createdAt, t.id),
    index("deliveries_marketplace").on(t.marketplaceId, t.createdAt, t.id),
    index("deliveries_not_sent").on(t.state, t.createdAt, t.id).where(sql`state <> 'sent'`),
    index("deliveries_product").on(t.productId).where(sql`${t.productId} is not null`),
  ],
);

/** Marketplaces whose webhook has failed since its last success. */
export const failingChannels = pgTable("failing_channels", {
  marketplaceId: integer("marketplace_id")
    .primaryKey()
    .references(() => marketplaces.id),
  since: moment("since").notNull(),
  /** When people were told; null until then. */
  toldAt: moment("told_at"),
});
