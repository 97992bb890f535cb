import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { marketplaceProducts } from "./catalogue.ts";
import { marketplaces } from "./suppliers.ts";

/** A marketplace's own classifications of its products; a product can have categories of each. */
export const categoryGroups = pgTable(
  "category_groups",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    name: text().notNull(),
  },
  (t) => [index("category_groups_marketplace").on(t.marketplaceId, t.id)],
);

export const categories = pgTable(
  "categories",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    groupId: integer("group_id")
      .notNull()
      .references(() => categoryGroups.id, { onDelete: "cascade" }),
    /** Fully qualified: the names from the root down, separated by ` > `. */
    name: text().notNull(),
    /** The marketplace's own identifier. */
    externalId: text("external_id"),
  },
  (t) => [index("categories_group").on(t.groupId, t.id)],
);

/** The categories of a product on a marketplace. */
export const listingCategories = pgTable(
  "listing_categories",
  {
    listingId: integer("listing_id")
      .notNull()
      .references(() => marketplaceProducts.id, { onDelete: "cascade" }),
    categoryId: integer("category_id")
      .notNull()
      .references(() => categories.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.listingId, t.categoryId] }), index("listing_categories_category").on(t.categoryId)],
);
