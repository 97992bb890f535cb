/** Who followed a link of a marketplace to what a supplier sells on a site of their own. */
import { date, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { products } from "./catalogue.ts";
import { moment } from "./moment.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

export const referralClicks = pgTable(
  "referral_clicks",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    clickedAt: moment("clicked_at").notNull(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    /** The product's. */
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    /** Dollars ex GST, as agreed at that moment. */
    cost: numeric({ precision: 12, scale: 4, mode: "number" }).notNull(),
    /** The keyed hash of the address, see `limits/address.ts`: the same for one day, and nobody's after it. */
    visitor: text().notNull(),
  },
  (t) => [
    index("referral_clicks_moment").on(t.clickedAt),
    index("referral_clicks_supplier").on(t.supplierId, t.clickedAt),
    index("referral_clicks_visitor").on(t.visitor, t.clickedAt),
  ],
);

/** Clicks above the ceiling of a day, which nobody pays for. */
export const referralOverflows = pgTable(
  "referral_overflows",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    /** Of UTC. */
    day: date({ mode: "string" }).notNull(),
    clicks: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.marketplaceId, t.day] })],
);
