/** The commands of orders as people type them: local times, prices in dollars inc GST, percent. */
import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import {
  atMost,
  list,
  localMoment,
  maxDollars,
  requiredMessage,
  turnOfMoment,
  typedAmount,
  typedNumber,
  typedPercent,
} from "#contract/fields.ts";
import { addressInput, stateProblem } from "#contract/locations/schema.ts";
import { taxPair } from "#contract/rules/money.ts";
import {
  addLineItem,
  addLineItemAdjustment,
  cancelLineItems,
  maxOrderQuantity,
  updateLineItem,
  updateOrderDetails,
} from "./schema.ts";

export const orderDateMessage = (timeZone: string) => `Please enter the order date and time in ${timeZone}.`;

/** With the address that it goes to. The time is local, in the zone that stood beside it; the moment that was shown for it is UTC. */
export const orderDetailsForm = acrossFields(
  updateOrderDetails.omit({ OrderId: true, OrderDate: true, ShippingAddressId: true }).extend({
    ...addressInput.shape,
    OrderDate: localMoment,
    OrderDateTurn: turnOfMoment,
    TimeZone: z.string().default(""),
    ShownDate: z.string().default(""),
    /** The second yes, for an order of the future. The box is shown where it matters. */
    FutureIsRight: list(z.literal("yes"), { max: 1 }).default([]),
  }),
  (typed, context) => {
    if (typed.OrderDate === "")
      context.addIssue({ code: "custom", path: ["OrderDate"], message: orderDateMessage(typed.TimeZone ?? "") });
    const state = stateProblem(typed);
    if (state) context.addIssue({ code: "custom", path: ["state"], message: state });
  },
);

const wholeItems = typedNumber({
  min: 1,
  max: maxOrderQuantity,
  tooLarge: atMost(maxOrderQuantity),
  decimals: 0,
  message: "Please enter a whole number, at least 1.",
});
const dollars = typedAmount({
  min: 0,
  max: maxDollars,
  tooLarge: atMost(maxDollars),
  message: "Please enter an amount of 0 or more, for example 9.95.",
});

/** The price of one and the shipping of all inc GST, the commission in percent, under the names that refusals come back with. */
export const addLineItemForm = addLineItem
  .pick({ ProductId: true, ProductName: true, ProductSku: true, OrderNotes: true, SupplierNotes: true, Options: true })
  .extend({
    PurchasePriceExTax: dollars,
    Quantity: wholeItems,
    ShippingAmountExTax: dollars,
    CommissionRate: typedPercent({ min: 0, max: 1, message: "Please enter a percentage from 0 to 100." }),
  });

/** What AddLineItem takes for the prices that were typed. */
export function pricesToSend(
  { PurchasePriceExTax, ShippingAmountExTax }: Record<"PurchasePriceExTax" | "ShippingAmountExTax", number>,
  gstRate: number,
) {
  const price = taxPair(PurchasePriceExTax, gstRate);
  const shipping = taxPair(ShippingAmountExTax, gstRate);
  return {
    PurchasePriceExTax: price.exTax,
    PurchasePriceTax: price.tax,
    ShippingAmountExTax: shipping.exTax,
    ShippingAmountTax: shipping.tax,
  };
}

const enterDate = "Please enter a date.";

export const lineItemForm = acrossFields(
  z.object({
    OrderNotes: updateLineItem.shape.OrderNotes,
    SupplierNotes: updateLineItem.shape.SupplierNotes,
    Status: z.string().transform(Number),
    ExpectedInStockDate: z.union([z.literal("", enterDate), z.iso.date(enterDate)], enterDate).default(""),
  }),
  ({ Status, ExpectedInStockDate }, context) => {
    if (Status === OrderLineItemStatus.waitingOnStock && ExpectedInStockDate === "")
      context.addIssue({ code: "custom", path: ["ExpectedInStockDate"], message: requiredMessage });
  },
);

const mostDollars = maxDollars * maxOrderQuantity;
const amount = typedAmount({
  min: -mostDollars,
  max: mostDollars,
  tooLarge: atMost(mostDollars),
  message: "Please enter an amount, for example −9.95.",
});

/** Amounts inc GST, under the names that refusals come back with; below zero is a refund to the customer. */
export const adjustmentForm = z.object({
  QuantityAdjustment: typedNumber({
    min: -maxOrderQuantity,
    max: maxOrderQuantity,
    tooLarge: atMost(maxOrderQuantity),
    decimals: 0,
    message: "Please enter a whole number, for example −1.",
  }),
  PurchaseAmountExTaxAdjustment: amount,
  CommissionAmountExTaxAdjustment: amount,
  ShippingAmountExTaxAdjustment: amount,
  Comment: addLineItemAdjustment.shape.Comment,
  /** The second yes, for an item whose quantity becomes 0. The box is shown where it matters. */
  AmountsStayOwed: list(z.literal("yes"), { max: 1 }).default([]),
});

export const cancellationForm = z.object({ Comment: cancelLineItems.shape.Comment });

/** What AddLineItemAdjustment takes for what was typed. */
export function adjustmentToSend(
  { QuantityAdjustment, Comment, AmountsStayOwed, ...typed }: z.output<typeof adjustmentForm>,
  gstRate: number,
) {
  const purchase = taxPair(typed.PurchaseAmountExTaxAdjustment, gstRate);
  const commission = taxPair(typed.CommissionAmountExTaxAdjustment, gstRate);
  const shipping = taxPair(typed.ShippingAmountExTaxAdjustment, gstRate);
  return {
    QuantityAdjustment,
    PurchaseAmountExTaxAdjustment: purchase.exTax,
    PurchaseAmountTaxAdjustment: purchase.tax,
    CommissionAmountExTaxAdjustment: commission.exTax,
    CommissionAmountTaxAdjustment: commission.tax,
    ShippingAmountExTaxAdjustment: shipping.exTax,
    ShippingAmountTaxAdjustment: shipping.tax,
    Comment,
    // Ours: another API may not know it, so it is sent only where it was answered.
    ...(AmountsStayOwed.length > 0 && { AmountsStayOwed: true }),
  };
}
