/** Orders, their line items and their transactions. Dollars; amounts ex GST and their tax are pairs. */
import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { CommissionBasis } from "#contract/rules/commission.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";
import { products, productVariants } from "./catalogue.ts";
import { invoices } from "./invoices.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { users } from "./people.ts";
import { addresses, marketplaces, suppliers } from "./suppliers.ts";

const cents = (name: string) => numeric(name, { precision: 14, scale: 2, mode: "number" }).notNull();
/** Text with the same sort order on every database, as in `byText`. */
const sortable = customType<{ data: string }>({ dataType: () => `text collate "C"` });

/**
 * Copies of the order's columns, so that the rows of a supplier or a marketplace are found without the orders. Triggers
 * write them with the row, and whenever the order changes; nothing else does. They are null in rows of earlier versions
 * until the schedule “parties of orders” has filled them in, so queries that use them begin with `queryOfParts`.
 */
const partiesOfOrder = {
  supplierId: integer("supplier_id"),
  marketplaceId: integer("marketplace_id"),
};

export const orders = pgTable(
  "orders",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** The order's name in this system. */
    name: text().notNull(),
    /** The marketplace's order number. */
    marketplaceOrderId: text("marketplace_order_id").notNull(),
    orderedAt: momentOfInsert("ordered_at"),
    /** Null until an operator assigns a supplier. */
    supplierId: integer("supplier_id").references(() => suppliers.id),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    customerFirstName: text("customer_first_name").notNull(),
    customerSurname: text("customer_surname").notNull(),
    customerEmail: text("customer_email").notNull().default(""),
    customerPhoneNumber: text("customer_phone_number").notNull().default(""),
    companyName: text("company_name").notNull().default(""),
    orderNotes: text("order_notes").notNull().default(""),
    shippingAddressId: uuid("shipping_address_id").references(() => addresses.id),
    /** Something is still to be shipped, or the order has no items yet. Stored, because the list begins with these. */
    isOutstanding: boolean("is_outstanding").notNull().default(true),
    /** One of `orderStatuses`, derived from the line items. Stored, because the list filters by it. */
    status: integer().notNull().default(0),
    /**
     * The day on which the order must leave, in `shipByTimeZone`. Null for orders that were finished before there were
     * such days, and for outstanding ones until the schedule “days to ship by” fills it in.
     */
    shipBy: date("ship_by", { mode: "string" }),
    /** True if a marketplace or a person gave the day, false if it was counted in handling days. */
    shipByIsGiven: boolean("ship_by_is_given").notNull().default(false),
    /** Of the supplier when the day was set: whether the day has begun or passed depends on it. */
    shipByTimeZone: text("ship_by_time_zone"),
    supplierNotifiedAt: moment("supplier_notified_at"),
    /** When the customer's details were erased. */
    erasedAt: moment("erased_at"),
    /** When the supplier is emailed about the order; null if that has been done, or is not wanted. */
    emailDueAt: moment("email_due_at"),
    /** Search text: lower case, one value per line. */
    searchable: text()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`lower(marketplace_order_id || E'\\n' || customer_first_name || ' ' || customer_surname)`),
      ),
    /** Lower-cased sort keys. Stored columns, because index-only scans cannot use expressions. */
    sortableNumber: sortable("sortable_number").notNull().generatedAlwaysAs(sql.raw("lower(marketplace_order_id)")),
    sortableCustomer: sortable("sortable_customer")
      .notNull()
      .generatedAlwaysAs(sql.raw("lower(customer_first_name || ' ' || customer_surname)")),
  },
  (t) => [
    // Includes the filtered columns after the sort keys: lists are counted, searched and scanned with index-only scans.
    index("orders_ordered").on(t.orderedAt, t.id, t.supplierId, t.marketplaceId, t.searchable),
    index("orders_supplier").on(t.supplierId, t.orderedAt, t.id, t.marketplaceId, t.searchable),
    index("orders_marketplace").on(t.marketplaceId, t.orderedAt, t.id, t.supplierId, t.searchable),
    index("orders_outstanding")
      .on(t.orderedAt, t.id, t.supplierId, t.marketplaceId, t.searchable)
      .where(sql`${t.isOutstanding}`),
    index("orders_outstanding_supplier")
      .on(t.supplierId, t.orderedAt, t.id, t.marketplaceId, t.searchable)
      .where(sql`${t.isOutstanding}`),
    index("orders_number").on(t.sortableNumber, t.orderedAt, t.id, t.supplierId, t.marketplaceId, t.searchable),
    index("orders_customer").on(t.sortableCustomer, t.orderedAt, t.id, t.supplierId, t.marketplaceId, t.searchable),
    index("orders_status").on(t.status, t.orderedAt, t.id, t.supplierId, t.marketplaceId, t.searchable),
    index("orders_ship_by").on(t.shipBy, t.orderedAt, t.id, t.supplierId, t.marketplaceId, t.searchable),
    // For orders that are late or due soon; includes those without a day.
    index("orders_due")
      .on(t.shipBy, t.orderedAt, t.id, t.shipByTimeZone, t.supplierId, t.marketplaceId, t.searchable)
      .where(sql`${t.isOutstanding}`),
    index("orders_email_due").on(t.emailDueAt, t.supplierId).where(sql`${t.emailDueAt} is not null`),
    index("orders_search").using("gin", sql`${t.searchable} gin_trgm_ops`),
    // Words of one or two characters, which have no trigrams.
    index("orders_letters").using("gin", sql`letters_of(${t.searchable})`),
    // For the search in the header: the order's name, and the customer's email address.
    index("orders_name").on(sql`lower(${t.name}) collate "C"`),
    index("orders_email").on(sql`lower(${t.customerEmail}) collate "C"`),
  ],
);

/** The orders that marketplaces placed, with what was sent and answered, because a call may be repeated. */
export const placedOrders = pgTable(
  "placed_orders",
  {
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    /** The marketplace's order number, of all orders that were made of it. */
    number: text().notNull(),
    content: jsonb().notNull(),
    /** Set in the transaction that adds the row. */
    answer: jsonb(),
    placedAt: momentOfInsert("placed_at"),
  },
  (t) => [primaryKey({ columns: [t.marketplaceId, t.number] })],
);

export const orderLineItems = pgTable(
  "order_line_items",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    /**
     * Null for items that are not in the catalogue. The customer's purchase is copied, because it must not change with
     * the product.
     */
    productId: integer("product_id").references(() => products.id, { onDelete: "set null" }),
    variantId: integer("variant_id").references(() => productVariants.id, { onDelete: "set null" }),
    productName: text("product_name").notNull(),
    productSku: text("product_sku").notNull().default(""),
    productImageId: uuid("product_image_id"),
    options: jsonb().$type<{ name: string; value: string }[]>().notNull().default([]),
    /** Of one piece. */
    purchasePriceExTax: cents("purchase_price_ex_tax"),
    purchasePriceTax: cents("purchase_price_tax"),
    /** `TaxClass` at the time of the sale. Null for sales that were entered by versions that did not record it. */
    taxClass: text("tax_class").$type<TaxClass>(),
    /** As a fraction, at the time of the order. */
    commissionRate: numeric("commission_rate", { precision: 6, scale: 4, mode: "number" }).notNull(),
    /** What decided the commission, as it was then. Null for sales that were entered by versions without rules. */
    commissionBasis: jsonb("commission_basis").$type<CommissionBasis>(),
    /** `OrderLineItemStatus`. */
    status: integer().notNull().default(0),
    expectedInStockDate: date("expected_in_stock_date", { mode: "string" }),
    /** Pieces taken from managed stock; at most these are returned to it. */
    stockTaken: integer("stock_taken").notNull().default(0),
    orderNotes: text("order_notes").notNull().default(""),
    supplierNotes: text("supplier_notes").notNull().default(""),
    /** Deleted items keep their transactions. */
    deletedAt: moment("deleted_at"),
    ...partiesOfOrder,
    /** The order's, as its supplier and marketplace are. */
    orderedAt: moment("ordered_at"),
  },
  (t) => [
    index("order_line_items_order").on(t.orderId, t.id),
    index("order_line_items_product").on(t.productId, t.orderId, t.deletedAt),
  ],
);

/** Line items that are held from being invoiced: no new document takes them. Ending a hold removes its row. */
export const lineItemHolds = pgTable("line_item_holds", {
  lineItemId: integer("line_item_id")
    .primaryKey()
    .references(() => orderLineItems.id),
  heldAt: moment("held_at").notNull(),
  heldBy: integer("held_by")
    .notNull()
    .references(() => users.id),
  /** The supplier sees it. */
  reason: text().notNull(),
});

/** The ledger of line items. Rows are only ever added; only the invoice that claims a row is set later. */
export const orderTransactions = pgTable(
  "order_transactions",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    lineItemId: integer("line_item_id")
      .notNull()
      .references(() => orderLineItems.id),
    at: momentOfInsert("at"),
    /** `TransactionType`. */
    type: integer().notNull(),
    quantity: integer().notNull(),
    purchaseExTax: cents("purchase_ex_tax"),
    purchaseTax: cents("purchase_tax"),
    commissionExTax: cents("commission_ex_tax"),
    commissionTax: cents("commission_tax"),
    shippingExTax: cents("shipping_ex_tax"),
    shippingTax: cents("shipping_tax"),
    comment: text().notNull().default(""),
    /** The acting user; null for the system. */
    userId: integer("user_id"),
    /** The invoice that claims the entry, or, for a payment, that it pays; null until then. */
    invoiceId: integer("invoice_id").references(() => invoices.id),
    ...partiesOfOrder,
  },
  (t) => [
    index("order_transactions_line_item").on(t.lineItemId, t.id),
    index("order_transactions_at").on(t.at, t.id),
    index("order_transactions_invoice").on(t.invoiceId, t.lineItemId).where(sql`${t.invoiceId} is not null`),
    // The month of a supplier.
    index("order_transactions_supplier").on(t.supplierId, t.at).where(sql`${t.supplierId} is not null`),
    // Entries that an invoice can claim; the types are those of money.
    index("order_transactions_owed")
      .on(t.supplierId, t.marketplaceId, t.lineItemId, t.at)
      .where(sql`${t.invoiceId} is null and ${t.type} in (0, 1, 2) and ${t.supplierId} is not null`),
  ],
);
