import { and, eq, inArray, isNull } from "drizzle-orm";
import { addressOf } from "#api/areas/shared/address.ts";
import { documentsWith, holdsIn } from "#api/areas/shared/line-item-holds.ts";
import { flagsOf, type StoredOrder } from "#api/areas/shared/order.ts";
import { transactionsOf } from "#api/areas/shared/order-ledger.ts";
import { orderTextMatch } from "#api/areas/shared/order-text.ts";
import { visibleOrders } from "#api/core/access/caller.ts";
import { withoutDrafts } from "#api/core/access/visible-invoices.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  invoiceRows,
  marketplaces,
  orderLineItems,
  orders,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { byText, pageOf } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { add } from "#contract/rules/money.ts";
import { marketplaceDefaults } from "#contract/suppliers/schema.ts";
import { lineItemsOf, numberOfLineItems, type ShownLineItem, withAmounts } from "./line-item-view.ts";
import { filtersOf } from "./search.ts";
import { trackingOf } from "./tracking.ts";

type Orders = Operations["orders"];

const listed = (db: Db) =>
  db
    .select({
      id: orders.id,
      name: orders.name,
      marketplaceOrderId: orders.marketplaceOrderId,
      orderDate: orders.orderedAt,
      customerFirstName: orders.customerFirstName,
      customerSurname: orders.customerSurname,
      supplierId: orders.supplierId,
      supplierName: suppliers.name,
      marketplaceId: orders.marketplaceId,
      marketplaceName: marketplaces.name,
      status: orders.status,
      shipBy: orders.shipBy,
      shipByIsGiven: orders.shipByIsGiven,
      shipByTimeZone: orders.shipByTimeZone,
      lineItemCount: numberOfLineItems(orders.id),
    })
    .from(orders)
    .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, orders.marketplaceId))
    .$dynamic();

export const list: Handler<Orders["list"]> = async (input, context) => {
  const { db, caller } = context;
  const page = await pageOf(
    db,
    {
      rows: listed(db),
      keys: (columns) => db.select(columns).from(orders).$dynamic(),
      isHuge: true,
      textMatch: input.searchText === undefined ? undefined : orderTextMatch(input.searchText),
      visible: visibleOrders(caller),
      filters: filtersOf(input, context),
      sort: {
        shipBy: orders.shipBy,
        orderDate: orders.orderedAt,
        marketplaceOrderId: orders.sortableNumber,
        customerFullName: orders.sortableCustomer,
        supplierName: {
          key: byText(suppliers.name),
          other: { table: suppliers, id: suppliers.id, reference: orders.supplierId },
        },
        marketplaceName: {
          key: byText(marketplaces.name),
          other: { table: marketplaces, id: marketplaces.id, reference: orders.marketplaceId },
        },
      },
      secondaryKey: orders.orderedAt,
      uniqueKey: orders.id,
    },
    input,
  );
  const ids = input.includeLineItems ? page.items.map(({ id }) => id) : [];
  const items = await lineItemsOf(db, ids, withoutDrafts(caller));
  return {
    ...page,
    items: page.items.map(({ orderDate, ...row }) => ({
      ...row,
      orderDate: orderDate.toISOString(),
      lineItems: (items.get(row.id) ?? []).map(inList),
    })),
  };
};

const inList = ({
  id,
  productId,
  productName,
  productSku,
  options,
  status,
  quantity,
  shippingAmount,
  ...item
}: ShownLineItem) => ({
  id,
  productId,
  productName,
  productSku,
  options,
  status,
  adjustedQuantity: quantity.adjusted,
  purchasePriceIncTax: add(item.purchasePriceExTax, item.purchasePriceTax),
  adjustedShipping: shippingAmount.adjusted,
});

export const get: Handler<Orders["get"]> = async ({ id }, context) => {
  const { db, caller } = context;
  const [row] = await db
    .select({
      order: orders,
      supplier: suppliers,
      marketplaceName: marketplaces.name,
      commissionRate: supplierMarketplaces.commissionRate,
    })
    .from(orders)
    .innerJoin(marketplaces, eq(marketplaces.id, orders.marketplaceId))
    .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .leftJoin(
      supplierMarketplaces,
      and(
        eq(supplierMarketplaces.supplierId, orders.supplierId),
        eq(supplierMarketplaces.marketplaceId, orders.marketplaceId),
      ),
    )
    .where(and(eq(orders.id, id), visibleOrders(caller)));
  if (!row) throw notFound("This order");
  const { order, supplier } = row;
  const flags = flagsOf(caller, order);
  const tracking = await trackingOf(db, id);
  const items = (await lineItemsOf(db, [id], withoutDrafts(caller))).get(id) ?? [];
  const holdsOf = await itemHolds(context, order, items);
  return {
    ...order,
    ...flags,
    canCancelItems: flags.canEditDetails,
    orderDate: order.orderedAt.toISOString(),
    customerEmail: flags.canEditDetails ? order.customerEmail : null,
    supplierName: supplier?.name,
    supplierAddress: await addressOf(db, supplier?.billingAddressId ?? null),
    marketplaceName: row.marketplaceName,
    shippingAddress: await addressOf(db, order.shippingAddressId),
    defaultCommissionRate: row.commissionRate ?? marketplaceDefaults.commissionRate,
    supplierNotifiedAt: order.supplierNotifiedAt?.toISOString(),
    lineItems: items.map((item) => ({ ...item, ...tracking.get(item.id), ...holdsOf(item.id) })),
  };
};

/** Whether each item is held, and what the caller may do about it. What is in an issued document is not held. */
async function itemHolds(
  { db, caller }: Context,
  { id, supplierId }: StoredOrder,
  items: readonly Pick<ShownLineItem, "id">[],
) {
  const holds = await holdsIn(db, id);
  const mayHold = caller.permissions.invoices.add && supplierId !== null;
  const ids = mayHold ? items.map((item) => item.id) : [];
  const documents = await documentsWith(db, inArray(invoiceRows.lineItemId, ids));
  const issued = new Set(documents.filter(({ invoice }) => invoice.notifiedAt).map(({ lineItemId }) => lineItemId));
  return (itemId: number) => {
    const hold = holds.get(itemId) ?? null;
    return {
      hold,
      canHold: mayHold && hold === null && !issued.has(itemId),
      canEndHold: mayHold && hold !== null,
    };
  };
}

export const lineItemTransactions: Handler<Orders["lineItemTransactions"]> = async (
  { orderId, lineItemId },
  { db, caller },
) => {
  const [item] = await db
    .select({ id: orderLineItems.id })
    .from(orderLineItems)
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .where(
      and(
        eq(orderLineItems.id, lineItemId),
        eq(orders.id, orderId),
        isNull(orderLineItems.deletedAt),
        visibleOrders(caller),
      ),
    );
  if (!item) throw notFound("This item");
  return ((await transactionsOf(db, [item.id], withoutDrafts(caller))).get(item.id) ?? []).map(withAmounts);
};
