/** Who followed a link of a marketplace to what a supplier sells on a site of their own. */
import { index, integer, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { products } from "./catalogue.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

export const referralClicks = pgTable(
  "referral_clicks",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    clickedAt: timestamp("clicked_at", { withTimezone: true, precision: 3 }).notNull(),
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
    /** The same for the same browser on one day; says nothing of whose it is. */
    visitor: text().notNull(),
  },
  (t) => [
    index("referral_clicks_moment").on(t.clickedAt),
    index("referral_clicks_supplier").on(t.supplierId, t.clickedAt),
    index("referral_clicks_visitor").on(t.visitor, t.clickedAt),
  ],
);
