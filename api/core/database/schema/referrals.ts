/** Clicks on marketplace links to products that suppliers sell on their own sites. */
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
    /** The supplier of the product. */
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    /** Dollars ex GST, as agreed at the time of the click. */
    cost: numeric({ precision: 12, scale: 4, mode: "number" }).notNull(),
    /**
     * Keyed hash of the visitor's IP address, see `limits/address.ts`: the same within one day, and not traceable
     * afterwards.
     */
    visitor: text().notNull(),
  },
  (t) => [
    index("referral_clicks_moment").on(t.clickedAt),
    index("referral_clicks_supplier").on(t.supplierId, t.clickedAt),
    index("referral_clicks_visitor").on(t.visitor, t.clickedAt),
  ],
);

/** Number of clicks above the daily ceiling, which nobody pays for. */
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
    /** In the operator's time zone; in UTC for those of earlier versions. */
    day: date({ mode: "string" }).notNull(),
    clicks: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.marketplaceId, t.day] })],
);
