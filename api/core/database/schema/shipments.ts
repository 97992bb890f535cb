/** Shipments: items of an order that were sent together, with courier and status. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, momentOfInsert } from "./moment.ts";
import { orderLineItems, orders } from "./orders.ts";
import { users } from "./people.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

export const shipments = pgTable(
  "shipments",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    /** Copied from the order, because a million shipments are searched by these columns. */
    supplierId: integer("supplier_id").references(() => suppliers.id),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    createdAt: momentOfInsert("created_at"),
    /** `ShipmentStatus`. */
    status: integer().notNull().default(0),
    /** Null until a courier is chosen. */
    courierId: integer("courier_id"),
    trackingNumber: text("tracking_number").notNull().default(""),
    /** The items of a cancelled shipment are outstanding again. */
    cancelledAt: moment("cancelled_at"),
    /** When its packing slip was last printed with the current courier and tracking number. */
    slipPrintedAt: moment("slip_printed_at"),
    slipPrintedBy: integer("slip_printed_by").references(() => users.id),
  },
  (t) => [
    index("shipments_created").on(t.createdAt, t.id),
    index("shipments_supplier").on(t.supplierId, t.createdAt, t.id),
    index("shipments_marketplace").on(t.marketplaceId, t.createdAt, t.id),
    index("shipments_order").on(t.orderId, t.id),
    // For the search in the header, also within the shipments of a supplier.
    index("shipments_tracking").on(sql`lower(${t.trackingNumber}) collate "C"`, t.supplierId),
    // For the list's filter by the status of those that have not left, which are few of very many rows.
    index("shipments_to_dispatch")
      .on(t.status, t.createdAt, t.id)
      .where(sql`cancelled_at is null and status in (0, 1)`),
    // For the list's filters "without tracking" and "slip not printed", which match few of very many rows.
    index("shipments_without_tracking")
      .on(t.createdAt, t.id)
      .where(sql`cancelled_at is null and (courier_id is null or tracking_number = '')`),
    index("shipments_slip_not_printed")
      .on(t.createdAt, t.id)
      .where(
        sql`cancelled_at is null and slip_printed_at is null and courier_id is not null and tracking_number <> ''`,
      ),
  ],
);

export const shipmentItems = pgTable(
  "shipment_items",
  {
    shipmentId: integer("shipment_id")
      .notNull()
      .references(() => shipments.id),
    lineItemId: integer("line_item_id")
      .notNull()
      .references(() => orderLineItems.id),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.lineItemId] }),
    index("shipment_items_line_item").on(t.lineItemId, t.shipmentId),
  ],
);
