/** What the forms on the page of an order send. */
import { locations } from "@contract/locations/operations.ts";
import { adjustmentForm, lineItemForm, orderDetailsForm } from "@contract/orders/forms.ts";
import { orders } from "@contract/orders/operations.ts";
import { type OrderLineItem, orderMessages } from "@contract/orders/schema.ts";
import { parseAmount, taxPair, times } from "@contract/rules/money.ts";
import { z } from "zod";
import type { FormValues } from "~/lib/form-answer";
import { paths, withParams } from "~/lib/paths";
import { type Call, wantedPath } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { configuration } from "./identity.server";
import { orderId } from "./order.server";
import { missing } from "./route.server";
import { knownZone, momentIn, timeZoneOf } from "./time-zone.server";

const { saved, notSaved } = orderMessages;

const readView = (call: Call) => withParams(wantedPath(call), { edit: null });

async function detailsInput({ OrderDate, TimeZone, ShownDate, ...typed }: z.output<typeof orderDetailsForm>, call: Call) {
  const { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryCode, ...details } = typed;
  const address = { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryCode };
  const [ShippingAddressId, ownZone] = await Promise.all([call.api(locations.findOrCreateAddress, address), timeZoneOf(call)]);
  return { ...details, OrderId: orderId(call), OrderDate: momentIn(OrderDate, knownZone(TimeZone) ?? ownZone, ShownDate) ?? "", ShippingAddressId };
}

/** The item whose form was sent. */
const editedItem = ({ url }: Call) => url.searchParams.get("edit") ?? "";

export const orderForms: Record<string, CommandForm> = {
  details: commandForm({ operation: orders.updateDetails, schema: orderDetailsForm, input: detailsInput, saved, notSaved, next: readView }),
  notify: commandForm({
    operation: orders.sendSupplierNotification,
    schema: z.object({}),
    input: (_, call) => ({ OrderId: orderId(call) }),
    saved: "The supplier will be notified by email.",
    notSaved,
    next: wantedPath,
  }),
  item: commandForm({
    operation: orders.updateLineItem,
    schema: lineItemForm,
    input: ({ ExpectedInStockDate, ...typed }, call) => ({ ...typed, ExpectedInStockDate: ExpectedInStockDate || null, LineItemId: editedItem(call) }),
    saved,
    notSaved,
    next: readView,
  }),
};

/** For the dialogs of one item. */
export async function loadLineItem(call: Call) {
  const [order, { gstRate }] = await Promise.all([call.api(orders.get, { id: orderId(call) }), configuration()]);
  const item = order.lineItems.find(({ id }) => String(id) === call.params.lineItemId);
  if (!item || !order.canEditDetails) throw missing();
  return { orderId: order.id, item: itemOf(item), gstRate, commandId: newCommandId() };
}

const itemOf = ({ id, productName, commissionRate, quantity, purchaseAmount, shippingAmount, commissionAmount, subTotal }: OrderLineItem) => ({
  id,
  productName,
  commissionRate,
  quantity,
  purchaseAmount,
  shippingAmount,
  commissionAmount,
  subTotal,
});

/** The item of a dialog. */
export type DialogItem = Awaited<ReturnType<typeof loadLineItem>>["item"];

/** Without scripts: the commission that goes with the purchase amount that was typed. */
function withCommission(typed: FormValues): FormValues {
  const purchase = parseAmount(String(typed.PurchaseAmountExTaxAdjustment ?? ""));
  const rate = Number(typed.CommissionRate);
  if (purchase === undefined || !(rate >= 0 && rate <= 1)) return typed;
  return { ...typed, CommissionAmountExTaxAdjustment: times(purchase, rate).toFixed(2) };
}

const lineItemId = ({ params }: Call) => params.lineItemId ?? "";
const orderPage = (call: Call) => `${paths.order(orderId(call))}${call.url.search}`;

export const itemForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: orders.deleteLineItem,
    schema: z.object({}),
    input: (_, call) => ({ LineItemId: lineItemId(call) }),
    saved,
    notSaved,
    next: orderPage,
  }),
  adjust: commandForm({
    operation: orders.addLineItemAdjustment,
    schema: adjustmentForm,
    refresh: withCommission,
    async input(typed, call) {
      const { gstRate } = await configuration();
      const purchase = taxPair(typed.PurchaseAmountExTaxAdjustment, gstRate);
      const commission = taxPair(typed.CommissionAmountExTaxAdjustment, gstRate);
      const shipping = taxPair(typed.ShippingAmountExTaxAdjustment, gstRate);
      return {
        LineItemId: lineItemId(call),
        QuantityAdjustment: typed.QuantityAdjustment,
        PurchaseAmountExTaxAdjustment: purchase.exTax,
        PurchaseAmountTaxAdjustment: purchase.tax,
        CommissionAmountExTaxAdjustment: commission.exTax,
        CommissionAmountTaxAdjustment: commission.tax,
        ShippingAmountExTaxAdjustment: shipping.exTax,
        ShippingAmountTaxAdjustment: shipping.tax,
        Comment: typed.Comment,
      };
    },
    saved,
    notSaved,
    next: orderPage,
  }),
};
