import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { invoicedAmounts, invoices } from "./invoices.ts";
import { moment } from "./moment.ts";
import { orderLineItems, orders } from "./orders.ts";

/** A line item in an invoice, with the sums of the transactions that the invoice has claimed. */
export const invoiceRows = pgTable(
  "invoice_rows",
  {
    invoiceId: integer("invoice_id")
      .notNull()
      .references(() => invoices.id),
    lineItemId: integer("line_item_id")
      .notNull()
      .references(() => orderLineItems.id),
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    /** Copied from the order and the product when the invoice was created. */
    marketplaceOrderId: text("marketplace_order_id").notNull(),
    orderedAt: moment("ordered_at").notNull(),
    productName: text("product_name").notNull(),
    quantity: integer().notNull(),
    ...invoicedAmounts(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.lineItemId] }),
    index("invoice_rows_line_item").on(t.lineItemId),
    index("invoice_rows_number").using("gin", sql`lower(${t.marketplaceOrderId}) gin_trgm_ops`),
  ],
);
