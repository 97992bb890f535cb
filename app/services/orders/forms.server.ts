/** Forms of the order page and its dialogs. */

import type { z } from "zod";
import type { FormValues } from "#app/lib/form-answer.ts";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { addressConflict, type ConflictField, choiceConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { withoutForeignState } from "#app/services/forms/places.server.ts";
import { knownZone, momentIn, operatorZone } from "#app/services/pages/time-zone.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { orderLineItemStatuses } from "#contract/enumerations.ts";
import { locations } from "#contract/locations/operations.ts";
import { amountFields, commissionField } from "#contract/orders/adjustment-fields.ts";
import { adjustmentForm, adjustmentToSend, lineItemForm, orderDetailsForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";
import { type OrderLineItem, orderMessages } from "#contract/orders/schema.ts";
import { dayMs, formatPlainDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { parseAmount } from "#contract/rules/money.ts";
import { orderId, whyNoNotice } from "./order.server.ts";

const { saved, notSaved } = orderMessages;

async function detailsInput(
  { OrderDate, OrderDateTurn, TimeZone, ShownDate, FutureIsRight, ShipBy, ...typed }: z.output<typeof orderDetailsForm>,
  context: RequestContext,
) {
  const { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryCode, ...details } = typed;
  const address = { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryCode };
  const [ShippingAddressId, ownZone] = await Promise.all([
    context.api(locations.findOrCreateAddress, address),
    operatorZone(),
  ]);
  const orderedAt = momentIn("OrderDate", OrderDate, knownZone(TimeZone) ?? ownZone, ShownDate, OrderDateTurn) ?? "";
  if (orderedAt !== ShownDate && FutureIsRight.length === 0 && isFuture(orderedAt))
    throw new ApiRefusal(422, undefined, { FutureIsRight: [inFuture] });
  const shipBy = ShipBy === undefined ? {} : { ShipBy: ShipBy || null };
  return { ...details, ...shipBy, OrderId: orderId(context), OrderDate: orderedAt, ShippingAddressId };
}

/** Allows one day, for clock differences and time zones. */
const isFuture = (moment: string) => Date.parse(moment) > Date.now() + dayMs;
const inFuture = "This order date is in the future. Please change it, or tick the box if it is right.";

const detailsConflicts: Record<string, ConflictField> = {
  ShippingAddressId: addressConflict(
    async (context) => (await context.api(orders.get, { id: orderId(context) })).shippingAddress,
  ),
  OrderDate: { display: async (moment) => formatMoment(String(moment), await operatorZone()) },
  ShipBy: { display: (day) => (typeof day === "string" ? formatPlainDay(day) : "from the handling days") },
};

/** Returns the id of the line item whose form was submitted. */
const editedItem = ({ url }: RequestContext) => url.searchParams.get("edit") ?? "";

export const orderForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: orders.updateDetails,
    schema: orderDetailsForm,
    prepare: withoutForeignState,
    input: detailsInput,
    conflictFields: detailsConflicts,
    saved,
    notSaved,
    next: readView,
  }),
  item: commandForm({
    operation: orders.updateLineItem,
    schema: lineItemForm,
    conflictFields: { Status: choiceConflict(orderLineItemStatuses) },
    input: ({ ExpectedInStockDate, ...typed }, context) => ({
      ...typed,
      ExpectedInStockDate: ExpectedInStockDate || null,
      LineItemId: editedItem(context),
    }),
    saved,
    notSaved,
    next: readView,
  }),
};

/** For the confirmation before the supplier is notified. */
export async function loadNotice(context: RequestContext) {
  const [order, timeZone] = await Promise.all([context.api(orders.get, { id: orderId(context) }), operatorZone()]);
  if (!order.canEditDetails) throw missing();
  const why = whyNoNotice(order);
  if (why) throw await redirectWithError(`${paths.order(order.id)}${context.url.search}`, why);
  const { id, supplierName, supplierNotifiedAt } = order;
  const notifiedAt = supplierNotifiedAt && formatMoment(supplierNotifiedAt, timeZone);
  return { orderId: id, supplierName: supplierName || "The supplier", notifiedAt };
}

export const noticeForms: Record<string, CommandForm> = {
  notify: commandForm({
    operation: orders.sendSupplierNotification,
    input: (_, context) => ({ OrderId: orderId(context) }),
    saved: "The supplier will be notified by email.",
    notSaved,
    next: (context) => `${paths.order(orderId(context))}${context.url.search}`,
  }),
};

/** For the dialogs of a single line item. */
export async function loadLineItem(context: RequestContext) {
  const [order, { gstRate }] = await Promise.all([context.api(orders.get, { id: orderId(context) }), configuration()]);
  const item = order.lineItems.find(({ id }) => String(id) === context.param("lineItemId"));
  if (!item || !order.canEditDetails) throw missing();
  return { orderId: order.id, item: itemOf(item), gstRate, commandId: newCommandId() };
}

const itemOf = ({
  id,
  productName,
  commissionRate,
  commissionRule,
  quantity,
  purchaseAmount,
  shippingAmount,
  commissionAmount,
  subTotal,
}: OrderLineItem) => ({
  id,
  productName,
  commissionRate,
  commissionRule,
  quantity,
  purchaseAmount,
  shippingAmount,
  commissionAmount,
  subTotal,
});

/** The line item of a dialog. */
export type DialogItem = Awaited<ReturnType<typeof loadLineItem>>["item"];

/** Without scripts: suggests the amounts for the quantity, or the commission for the purchase amount. */
async function withSuggestions(typed: FormValues, what: string, context: RequestContext): Promise<FormValues> {
  const { item } = await loadLineItem(context);
  const numberIn = (name: keyof z.input<typeof adjustmentForm>) => parseAmount(String(typed[name] ?? ""));
  if (what === "quantity") return { ...typed, ...amountFields(item, numberIn("QuantityAdjustment")) };
  const shipping = numberIn("ShippingAmountExTaxAdjustment");
  return { ...typed, ...commissionField(item, numberIn("PurchaseAmountExTaxAdjustment"), shipping) };
}

/** Without scripts, amounts do not follow a typed quantity: if none was entered, they are worked out and shown. */
async function followingAmounts(
  { QuantityAdjustment: quantity, WorkedOutFor, ...typed }: z.output<typeof adjustmentForm>,
  context: RequestContext,
) {
  const amounts = [
    typed.PurchaseAmountExTaxAdjustment,
    typed.CommissionAmountExTaxAdjustment,
    typed.ShippingAmountExTaxAdjustment,
  ];
  if (WorkedOutFor === undefined || WorkedOutFor === quantity || amounts.some((amount) => amount !== 0))
    return undefined;
  const { item } = await loadLineItem(context);
  // The API refuses it, and says why.
  if (item.quantity.adjusted + quantity < 0) return undefined;
  const message = "The amounts below follow from the quantity. Please check them, and save again.";
  return { values: amountFields(item, quantity), errors: { QuantityAdjustment: { type: "proposal", message } } };
}

const lineItemId = ({ param }: RequestContext) => param("lineItemId");
const orderPage = (context: RequestContext) => `${paths.order(orderId(context))}${context.url.search}`;

export const itemForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: orders.deleteLineItem,
    input: (_, context) => ({ LineItemId: lineItemId(context) }),
    saved,
    notSaved,
    next: orderPage,
  }),
  adjust: commandForm({
    operation: orders.addLineItemAdjustment,
    schema: adjustmentForm,
    refresh: withSuggestions,
    propose: followingAmounts,
    async input(typed, context) {
      const { gstRate } = await configuration();
      return { ...adjustmentToSend(typed, gstRate), LineItemId: lineItemId(context) };
    },
    saved,
    notSaved,
    next: orderPage,
  }),
};
