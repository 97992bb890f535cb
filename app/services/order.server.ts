/** What the page of an order loads, and the page of what happened to one of its items. */
import { transactionTypes } from "@contract/enumerations.ts";
import { orders } from "@contract/orders/operations.ts";
import type { Order, OrderLineItem, Transaction } from "@contract/orders/schema.ts";
import { can } from "@contract/permissions.ts";
import { products } from "@contract/products/operations.ts";
import { formatDay, formatMoment } from "@contract/rules/dates.ts";
import { add } from "@contract/rules/money.ts";
import type { Call } from "./call.server";
import { configuration } from "./identity.server";
import { permissionsOf } from "./permissions.server";
import { missing } from "./route.server";
import { timeZoneOf } from "./time-zone.server";

export async function loadOrder(call: Call) {
  const [order, timeZone, { cdnBaseUrl }, permissions] = await Promise.all([
    call.api(orders.get, { id: orderId(call) }),
    timeZoneOf(call),
    configuration(),
    permissionsOf(call),
  ]);
  return { order: shownOrder(order, timeZone), timeZone, cdnBaseUrl, canSeeProducts: can(permissions, products.list) };
}

/** The page of an order. */
export type OrderPage = Awaited<ReturnType<typeof loadOrder>>;
export type ShownLineItem = OrderPage["order"]["lineItems"][number];

function shownOrder({ orderDate, lineItems, ...order }: Order, timeZone: string) {
  return { ...order, orderedAt: formatMoment(orderDate, timeZone), lineItems: lineItems.map(shownLineItem) };
}

/** Prices in dollars inc GST, a day as it is read; what happened to it has a page of its own. */
function shownLineItem({ purchasePriceExTax, purchasePriceTax, expectedInStockDate, transactions: _, ...item }: OrderLineItem) {
  return {
    ...item,
    price: add(purchasePriceExTax, purchasePriceTax),
    expectedDay: expectedInStockDate ? formatDay(`${expectedInStockDate}T00:00:00Z`, "UTC") : undefined,
  };
}

/** Everything that happened to a line item, with its order. */
export async function loadTransactions(call: Call) {
  const lineItemId = call.params.lineItemId ?? "";
  const [{ id, name, lineItems }, transactions, timeZone] = await Promise.all([
    call.api(orders.get, { id: orderId(call) }),
    call.api(orders.lineItemTransactions, { orderId: orderId(call), lineItemId }),
    timeZoneOf(call),
  ]);
  const item = lineItems.find((each) => String(each.id) === lineItemId);
  if (!item) throw missing();
  return { order: { id, name }, productName: item.productName, timeZone, transactions: transactions.map((each) => shownTransaction(each, timeZone)) };
}

/** Amounts in dollars inc GST. */
function shownTransaction(transaction: Transaction, timeZone: string) {
  const { id, transactionDate, transactionType, quantity, comment } = transaction;
  return {
    id,
    at: formatMoment(transactionDate, timeZone),
    type: transactionTypes.find(({ value }) => value === transactionType)?.displayName ?? "Unknown",
    quantity,
    purchase: add(transaction.purchaseAmountExTax, transaction.purchaseAmountTax),
    commission: add(transaction.commissionAmountExTax, transaction.commissionAmountTax),
    shipping: add(transaction.shippingAmountExTax, transaction.shippingAmountTax),
    comment,
  };
}

function orderId({ params }: Call): string {
  return params.id ?? "";
}
