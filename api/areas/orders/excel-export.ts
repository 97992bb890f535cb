/**
 * The orders of a list as a workbook. Its shipment columns can be filled in, because the import of shipments reads the
 * same columns.
 */

import { and, desc, eq, isNull } from "drizzle-orm";
import { flagsOf } from "#api/areas/shared/order.ts";
import { orderTextMatch } from "#api/areas/shared/order-text.ts";
import { visibleOrders } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { addresses, marketplaces, orderLineItems, orders, suppliers } from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import { type Column, keptNote } from "#api/core/excel/sheet.ts";
import { batchesOf, countUpTo, type Keys } from "#api/core/lists/batches.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { type Choice, orderLineItemStatuses, orderStatuses } from "#contract/enumerations.ts";
import { countryName } from "#contract/locations/countries.ts";
import type { Operations } from "#contract/operations.ts";
import { add } from "#contract/rules/money.ts";
import { couriers } from "#contract/shipments/couriers.ts";
import { chosenShipmentStatuses } from "#contract/shipments/schema.ts";
import { lineItemsOf, type ShownLineItem } from "./line-item-view.ts";

import { filtersOf } from "./search.ts";

type Excel = Operations["orders"]["excelExport"];
type Filters = Parameters<Handler<Excel>>[0];

export const excelExport: Handler<Excel> = async (filters, context) =>
  answer(
    context,
    "Orders.xlsx",
    { name: "Orders", columns: columnsFor(context), rows: rowsOf(context, filters) },
    { format: filters.format, countUpTo: (most) => countUpTo(context.db, rowsListOf(context, filters), most) },
  );

const wholeOrders = (db: Db) =>
  db
    .select({ order: orders, supplierName: suppliers.name, marketplaceName: marketplaces.name, address: addresses })
    .from(orders)
    .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, orders.marketplaceId))
    .leftJoin(addresses, eq(addresses.id, orders.shippingAddressId))
    .$dynamic();

type WholeOrder = Awaited<ReturnType<typeof wholeOrders>>[number];

/** An order with one of its items, or without one for an empty order. */
type Row = WholeOrder & { item: ShownLineItem | undefined };

const listOf = (context: Context, filters: Filters) => ({
  keys: (columns: Parameters<Keys>[0]) => context.db.select(columns).from(orders).$dynamic(),
  visible: visibleOrders(context.caller),
  filters: [
    ...filtersOf(filters, context),
    filters.searchText === undefined ? undefined : orderTextMatch(filters.searchText).perRow,
  ],
  uniqueKey: orders.id,
});

/** An order for each of its rows: its items, or the order itself if it has none. */
const rowsListOf = (context: Context, filters: Filters) => ({
  ...listOf(context, filters),
  keys: (columns: Parameters<Keys>[0]) =>
    context.db
      .select(columns)
      .from(orders)
      .leftJoin(orderLineItems, and(eq(orderLineItems.orderId, orders.id), isNull(orderLineItems.deletedAt)))
      .$dynamic(),
});

async function* rowsOf(context: Context, filters: Filters): AsyncGenerator<Row[]> {
  const { db } = context;
  const batches = batchesOf({
    ...listOf(context, filters),
    rows: () => wholeOrders(db),
    key: orders.orderedAt,
    direction: desc,
  });
  for await (const batch of batches) {
    const items = await lineItemsOf(
      db,
      batch.map(({ order }) => order.id),
    );
    yield batch.flatMap((whole) => {
      const own = items.get(whole.order.id) ?? [];
      return (own.length > 0 ? own : [undefined]).map((item) => ({ ...whole, item }));
    });
  }
}

const namesOf = (choices: readonly Choice[]) => choices.map(({ displayName }) => displayName);
const keep = keptNote("item");
const toFillIn = () => null;

const whichItem: Column<Row>[] = [
  { title: "OrderId", width: 10, kind: "number", note: keep, value: ({ order }) => order.id },
  { title: "LineItemId", width: 12, kind: "number", note: keep, value: ({ item }) => item?.id },
  { title: "Order number", width: 20, kind: "text", value: ({ order }) => order.marketplaceOrderId },
  { title: "Order date", width: 18, kind: "moment", value: ({ order }) => order.orderedAt },
  { title: "Marketplace", width: 20, kind: "text", value: ({ marketplaceName }) => marketplaceName },
  { title: "Supplier", width: 24, kind: "text", value: ({ supplierName }) => supplierName },
  { title: "Product", width: 36, kind: "text", value: ({ item }) => item?.productName },
  { title: "SKU", width: 18, kind: "text", value: ({ item }) => item?.productSku },
  {
    title: "Options",
    width: 24,
    kind: "text",
    value: ({ item }) => item?.options.map(({ name, value }) => `${name}: ${value}`).join(", "),
  },
  {
    title: "Status",
    width: 18,
    kind: "text",
    value: ({ item }) => orderLineItemStatuses.find(({ value }) => value === item?.status)?.displayName,
  },
  { title: "Expected in stock", width: 16, kind: "day", value: ({ item }) => item?.expectedInStockDate },
  { title: "Ordered", width: 10, kind: "number", note: "As ordered.", value: ({ item }) => item?.quantity.ordered },
  {
    title: "Adjusted",
    width: 10,
    kind: "number",
    note: "With all adjustments.",
    value: ({ item }) => item?.quantity.adjusted,
  },
  {
    title: "Shipped",
    width: 10,
    kind: "number",
    value: ({ item }) => item && item.quantity.adjusted - item.quantity.owed,
  },
  {
    title: "To ship",
    width: 10,
    kind: "number",
    note: "Adjusted less shipped.",
    value: ({ item }) => item?.quantity.owed,
  },
];

/** With the titles that the import of shipments expects. */
const shipment: Column<Row>[] = [
  {
    title: "QuantityShipped",
    width: 17,
    kind: "number",
    note: "How many of this item are in the shipment: a whole number, no more than is left to ship. Leave it empty for items not sent.",
    value: toFillIn,
  },
  {
    title: "ShipmentId",
    width: 13,
    kind: "number",
    note: "Leave it empty for a new shipment. To change an existing one, enter its number.",
    value: toFillIn,
  },
  {
    title: "ShippingStatus",
    width: 17,
    kind: "text",
    note: "The status of the shipment. Please choose from the list.",
    allowed: namesOf(chosenShipmentStatuses),
    value: toFillIn,
  },
  {
    title: "Courier",
    width: 22,
    kind: "text",
    note: "The courier. Please choose from the list.",
    allowed: couriers.map(({ name }) => name),
    value: toFillIn,
  },
  {
    title: "TrackingNumber",
    width: 22,
    kind: "text",
    note: "The courier's tracking number, at most 50 characters.",
    value: toFillIn,
  },
];

const customer: Column<Row>[] = [
  {
    title: "Customer",
    width: 24,
    kind: "text",
    value: ({ order }) => `${order.customerFirstName} ${order.customerSurname}`,
  },
  { title: "Company", width: 22, kind: "text", value: ({ order }) => order.companyName },
  { title: "Phone", width: 16, kind: "text", value: ({ order }) => order.customerPhoneNumber },
];

const email: Column<Row> = { title: "Email", width: 28, kind: "text", value: ({ order }) => order.customerEmail };

const delivery: Column<Row>[] = [
  { title: "Unit", width: 10, kind: "text", value: ({ address }) => address?.unitNumber },
  { title: "Street address", width: 28, kind: "text", value: ({ address }) => address?.streetAddress },
  { title: "Street address 2", width: 20, kind: "text", value: ({ address }) => address?.streetAddress2 },
  { title: "City", width: 18, kind: "text", value: ({ address }) => address?.city },
  { title: "State", width: 10, kind: "text", value: ({ address }) => address?.state },
  { title: "Postcode", width: 10, kind: "text", value: ({ address }) => address?.postCode },
  {
    title: "Country",
    width: 16,
    kind: "text",
    value: ({ address }) => address && (countryName(address.countryCode) ?? address.countryCode),
  },
  { title: "Order notes", width: 30, kind: "text", value: ({ order }) => order.orderNotes },
  { title: "Item notes", width: 30, kind: "text", value: ({ item }) => item?.orderNotes },
  { title: "Internal notes", width: 30, kind: "text", value: ({ item }) => item?.supplierNotes },
];

/** After all others, so that the columns of earlier files stay where they were. */
const dispatch: Column<Row>[] = [
  {
    title: "Order status",
    width: 18,
    kind: "text",
    value: ({ order }) => orderStatuses.find(({ value }) => value === order.status)?.displayName,
  },
  {
    title: "Ship by",
    width: 14,
    kind: "day",
    note: "The day on which the order must leave.",
    value: ({ order }) => order.shipBy,
  },
];

const adjusted = "Of the whole line, inc GST, with all adjustments.";

const amounts: Column<Row>[] = [
  {
    title: "Item price",
    width: 13,
    kind: "money",
    note: "Of one item, inc GST.",
    value: ({ item }) => item && add(item.purchasePriceExTax, item.purchasePriceTax),
  },
  { title: "Purchase", width: 13, kind: "money", note: adjusted, value: ({ item }) => item?.purchaseAmount.adjusted },
  { title: "Shipping", width: 13, kind: "money", note: adjusted, value: ({ item }) => item?.shippingAmount.adjusted },
  {
    title: "Commission",
    width: 13,
    kind: "money",
    note: adjusted,
    value: ({ item }) => item?.commissionAmount.adjusted,
  },
  {
    title: "Sub-total",
    width: 13,
    kind: "money",
    note: `${adjusted} Purchase and shipping less commission.`,
    value: ({ item }) => item?.subTotal.adjusted,
  },
];

/** Only callers who see the customer's email address on the order's page get its column. */
function columnsFor({ caller }: Context): Column<Row>[] {
  const mayKnowEmail = flagsOf(caller, { supplierId: null }).canEditDetails;
  return [
    ...whichItem,
    ...shipment,
    ...customer,
    ...(mayKnowEmail ? [email] : []),
    ...delivery,
    ...amounts,
    ...dispatch,
  ];
}
