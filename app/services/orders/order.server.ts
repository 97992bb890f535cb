/** Loaders of the order page, and of the page with the transactions of a line item. */

import { detailsCard } from "#app/lib/order-edit.ts";
import { holdPaths } from "#app/lib/order-hold-paths.ts";
import { heldText } from "#app/lib/order-hold-text.ts";
import { newCommandId } from "#app/services/forms/command-form.server.ts";
import { recordPicker } from "#app/services/forms/pickers.server.ts";
import { placesFor } from "#app/services/forms/places.server.ts";
import { discussionOf } from "#app/services/pages/discussion.server.ts";
import { momentFields, operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { listedShipment } from "#app/services/shipments/shipments.server.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";
import { OrderLineItemStatus, TransactionType, transactionTypes } from "#contract/enumerations.ts";
import { postCodeWarning } from "#contract/locations/schema.ts";
import { givenShipBy, lineItemDetails, orderDetails } from "#contract/orders/edits.ts";
import { orderFields } from "#contract/orders/fields.ts";
import { orderDetailsForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";
import type { Order, OrderLineItem, Transaction } from "#contract/orders/schema.ts";
import { can } from "#contract/permissions.ts";
import { products } from "#contract/products/operations.ts";
import { formValues } from "#contract/records/fields.ts";
import { termsText } from "#contract/rules/commission.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { add } from "#contract/rules/money.ts";
import { untaxedName } from "#contract/rules/tax-class.ts";
import { shipments } from "#contract/shipments/operations.ts";
import type { ShipmentRow } from "#contract/shipments/schema.ts";
import { shownShipBy, statusWord } from "./ship-by.server.ts";

const settled: readonly number[] = [OrderLineItemStatus.complete, OrderLineItemStatus.cancelled];

/** Returns why the supplier cannot be notified of the order; undefined if it can. */
export function whyNoNotice({ supplierId, lineItems }: Pick<Order, "supplierId" | "lineItems">): string | undefined {
  if (!supplierId) return "This order has no supplier yet, so there is nobody to notify.";
  return lineItems.every(({ status }) => settled.includes(status)) ? "Nothing is left to ship." : undefined;
}

export async function loadOrder(context: RequestContext) {
  const [order, timeZone, { cdnBaseUrl }, permissions, hasShipBy, hasStatus, hasPlaced, hasRules] = await Promise.all([
    context.api(orders.get, { id: orderId(context) }),
    operatorZone(),
    configuration(),
    permissionsOf(context),
    hasFeature("shipBy"),
    hasFeature("orderStatus"),
    hasFeature("placedOrders"),
    hasFeature("commissionRules"),
  ]);
  const [sent, discussion] = await Promise.all([
    can(permissions, shipments.list) ? shipmentsOf(context, order) : [],
    discussionOf(context, "order", order.id),
  ]);
  const shown = shownOrder(order, timeZone);
  const edited = order.canUpdateLineItemStatus
    ? order.lineItems.find(({ id }) => String(id) === context.url.searchParams.get("edit"))
    : undefined;
  const details = detailsForm(context, order, timeZone, hasShipBy);
  return {
    order: shown,
    postCodeWarning: order.shippingAddress ? postCodeWarning(order.shippingAddress) : undefined,
    shipments: sent.map((shipment) => listedShipment(shipment, timeZone)),
    discussion,
    timeZone,
    cdnBaseUrl,
    has: { status: hasStatus, shipBy: hasShipBy },
    canSeeProducts: can(permissions, products.list),
    canSeeRules: hasRules && can(permissions, commissionRules.why),
    whyNoNotice: whyNoNotice(order),
    canAssignSupplier: hasPlaced && can(permissions, orders.assignSupplier) && !order.supplierId,
    commandId: newCommandId(),
    /** The line item that is being edited in place. */
    editedItem: edited && { id: edited.id, shown: shownText(lineItemDetails(edited)) },
    details: details && {
      ...details,
      shown: shownText(orderDetails({ ...order, shippingAddressId: order.shippingAddress?.id })),
      places: await placesFor(context, order.shippingAddress?.countryCode),
      /** For an order without a supplier, the suppliers that it can be assigned to. */
      suppliers: order.supplierId ? undefined : await recordPicker(context, "suppliers"),
    },
  };
}

/** In place of what marketplaces may leave out when they place orders: nobody has to add it. */
const notGiven = { email: "not-given@customer.invalid", phone: "Not given" };

/**
 * Returns the initial values of the details form, or undefined while it is closed. It is open if the user opened it, or
 * if a required value is missing and the user has not closed it.
 */
function detailsForm({ url }: RequestContext, order: Order, timeZone: string, hasShipBy: boolean) {
  const asked = url.searchParams.get("edit");
  if (!order.canEditDetails || (asked !== null && asked !== detailsCard)) return undefined;
  const values = {
    SupplierId: "",
    ...formValues(orderFields, order),
    ...momentFields("OrderDate", order.orderDate, timeZone),
    FutureIsRight: [],
    TimeZone: timeZone,
    ShownDate: order.orderDate,
    ...(hasShipBy && { ShipBy: givenShipBy(order) ?? "" }),
  };
  const given = {
    ...values,
    CustomerEmail: values.CustomerEmail || notGiven.email,
    CustomerPhoneNumber: values.CustomerPhoneNumber || notGiven.phone,
  };
  const isComplete = orderDetailsForm.safeParse({ ...given, ...order.shippingAddress }).success;
  return asked === detailsCard || !isComplete ? { values } : undefined;
}

/**
 * Returns the shipments, latest first. An API that searches by order number alone may return those of other orders,
 * which are removed.
 */
async function shipmentsOf(context: RequestContext, { id, marketplaceOrderId }: Order): Promise<ShipmentRow[]> {
  const { items } = await context.api(shipments.list, {
    orderId: id,
    searchText: marketplaceOrderId,
    pageSize: 100,
    includeTotalCount: false,
  });
  return items.filter(({ orderId }) => orderId === id);
}

/** Data of the order page. */
export type OrderPage = Awaited<ReturnType<typeof loadOrder>>;
export type ShownLineItem = OrderPage["order"]["lineItems"][number];

function shownOrder({ orderDate, supplierNotifiedAt, lineItems, ...order }: Order, timeZone: string) {
  return {
    ...order,
    statusWord: statusWord(order.status),
    promise: shownShipBy(order, timeZone),
    orderedAt: formatMoment(orderDate, timeZone),
    notifiedAt: supplierNotifiedAt ? formatMoment(supplierNotifiedAt, timeZone) : undefined,
    lineItems: lineItems.map((item) => shownLineItem(order.id, item, timeZone)),
    total: customerTotal(lineItems),
  };
}

/** Returns the customer's total after all adjustments, in dollars inc GST. */
function customerTotal(lineItems: readonly OrderLineItem[]) {
  const products = add(...lineItems.map(({ purchaseAmount }) => purchaseAmount.adjusted));
  const shipping = add(...lineItems.map(({ shippingAmount }) => shippingAmount.adjusted));
  return { products, shipping, both: add(products, shipping) };
}

/** Prices in dollars inc GST, and dates formatted. Transactions are shown on a page of their own. */
function shownLineItem(
  ofOrder: number,
  { purchasePriceExTax, purchasePriceTax, transactions, hold, canHold, canEndHold, ...item }: OrderLineItem,
  timeZone: string,
) {
  const { expectedInStockDate, quantity } = item;
  const isInvoiced = transactions.some(({ transactionType }) => transactionType === TransactionType.payment);
  return {
    ...item,
    /** Shipped or invoiced items can only be adjusted. */
    canDelete: !isInvoiced && quantity.owed >= quantity.adjusted,
    commissionTerms: item.commissionRule ? termsText(item.commissionRule) : undefined,
    price: add(purchasePriceExTax, purchasePriceTax),
    gst: untaxedName(item.taxClass) ?? "inc GST",
    held: hold ? heldText(hold, timeZone) : undefined,
    holdPath: canHold ? holdPaths.item(ofOrder, item.id) : undefined,
    endHoldPath: canEndHold ? holdPaths.endItem(ofOrder, item.id) : undefined,
    expectedDay: expectedInStockDate ? formatPlainDay(expectedInStockDate) : undefined,
  };
}

/** Loads the transactions of a line item, with its order. */
export async function loadTransactions(context: RequestContext) {
  const lineItemId = context.param("lineItemId");
  const [{ id, name, lineItems }, transactions, timeZone] = await Promise.all([
    context.api(orders.get, { id: orderId(context) }),
    context.api(orders.lineItemTransactions, { orderId: orderId(context), lineItemId }),
    operatorZone(),
  ]);
  const item = lineItems.find((each) => String(each.id) === lineItemId);
  if (!item) throw missing();
  return {
    order: { id, name },
    productName: item.productName,
    transactions: transactions.map((each) => shownTransaction(each, timeZone)),
  };
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

export function orderId({ param }: RequestContext): string {
  return param("id");
}
