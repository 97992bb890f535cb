import { boolean, date, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import type { CommissionTerms } from "#contract/rules/commission.ts";
import { productTypes } from "./catalogue.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

const dollars = (name: string) => numeric(name, { precision: 14, scale: 2, mode: "number" });

/** The first rule, by position, that fits a sale decides its commission. Conditions that are null fit every sale. */
export const commissionRules = pgTable("commission_rules", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull(),
  /** From 1; there may be gaps. */
  position: integer().notNull(),
  marketplaceId: integer("marketplace_id").references(() => marketplaces.id),
  supplierId: integer("supplier_id").references(() => suppliers.id),
  /** This type, or one below it. */
  productTypeId: integer("product_type_id").references(() => productTypes.id),
  /** Of one piece, in dollars inc GST. */
  priceFrom: dollars("price_from"),
  priceTo: dollars("price_to"),
  fromDay: date("from_day", { mode: "string" }),
  untilDay: date("until_day", { mode: "string" }),
  /** A fraction of the price inc GST. */
  rate: numeric({ precision: 6, scale: 4, mode: "number" }).notNull(),
  /** Dollars ex GST, like the minimum and the maximum. */
  fixedAmount: dollars("fixed_amount").notNull().default(0),
  fixedPer: text("fixed_per").$type<CommissionTerms["fixedPer"]>().notNull().default("line"),
  minimum: dollars("minimum"),
  maximum: dollars("maximum"),
  onShipping: boolean("on_shipping").notNull().default(false),
});
