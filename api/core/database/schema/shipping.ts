import { boolean, index, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { suppliers } from "./suppliers.ts";

/** Dollars ex GST per item. */
const rate = (name: string) => numeric(name, { precision: 14, scale: 4, mode: "number" });

export const shippingRules = pgTable(
  "shipping_rules",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    name: text().notNull(),
    sellAnywhereDomestically: boolean("sell_anywhere_domestically").notNull().default(true),
    defaultDomesticRate: rate("default_domestic_rate"),
    sellAnywhereInternationally: boolean("sell_anywhere_internationally").notNull().default(false),
    defaultInternationalRate: rate("default_international_rate"),
    isDisabled: boolean("is_disabled").notNull().default(false),
  },
  (t) => [index("shipping_rules_supplier").on(t.supplierId, t.id)],
);

/** The shipping cost of one item to a destination, for a range of quantities. */
export const shippingRates = pgTable(
  "shipping_rates",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    shippingRuleId: integer("shipping_rule_id")
      .notNull()
      .references(() => shippingRules.id, { onDelete: "cascade" }),
    /** Null: any country. */
    countryCode: text("country_code"),
    /** A short name, as in `Place.state`; null: any state. */
    state: text(),
    quantityFrom: integer("quantity_from").notNull(),
    /** Null: no upper end. */
    quantityTo: integer("quantity_to"),
    ratePerItem: rate("rate_per_item").notNull(),
  },
  (t) => [index("shipping_rates_rule").on(t.shippingRuleId, t.countryCode, t.state, t.quantityFrom)],
);
