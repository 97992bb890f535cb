/** The forms of orders: local times, prices in dollars inc GST, percent. */
import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import {
  atMost,
  dayText,
  list,
  localMoment,
  maxDollars,
  optionalTypedPercent,
  requiredMessage,
  turnOfMoment,
  typedAmount,
  typedNumber,
} from "#contract/fields.ts";
import { addressInput, stateProblem } from "#contract/locations/schema.ts";
import { taxPair } from "#contract/rules/money.ts";
import { dayAfter } from "#contract/rules/ship-by.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";
import { assignSupplier } from "./placing.ts";
import {
  addLineItem,
  addLineItemAdjustment,
  cancelLineItems,
  maxOrderQuantity,
  updateLineItem,
  updateOrderDetails,
} from "./schema.ts";

const enterDate = "Please enter a date.";

export const orderDateMessage = (timeZone: string) => `Please enter the order date and time in ${timeZone}.`;

/**
 * Includes the address of the order. The time is local, in the zone that was shown beside it; the timestamp shown is
 * UTC.
 */
export const orderDetailsForm = acrossFields(
  updateOrderDetails.omit({ OrderId: true, OrderDate: true, ShippingAddressId: true }).extend({
    /** Left out if the API has no such days. */
    ShipBy: z.union([z.literal("", enterDate), dayText(enterDate)], enterDate).optional(),
    ...addressInput.shape,
    OrderDate: localMoment,
    OrderDateTurn: turnOfMoment,
    TimeZone: z.string().default(""),
    ShownDate: z.string().default(""),
    /** Confirmation of an order date in the future. The checkbox is shown if it applies. */
    FutureIsRight: list(z.literal("yes"), { max: 1 }).default([]),
  }),
  (typed, context) => {
    if (typed.OrderDate === "")
      context.addIssue({ code: "custom", path: ["OrderDate"], message: orderDateMessage(typed.TimeZone ?? "") });
    // The days can be those of two time zones, so the day before is allowed.
    if (typed.ShipBy && typed.OrderDate && dayAfter(typed.ShipBy) < typed.OrderDate.slice(0, 10))
      context.addIssue({
        code: "custom",
        path: ["ShipBy"],
        message: "Please enter a date that is not before the order date.",
      });
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

/** Unit price and total shipping inc GST, the commission in percent, with the field names of refusals. */
export const addLineItemForm = addLineItem
  .pick({ ProductId: true, ProductName: true, ProductSku: true, OrderNotes: true, SupplierNotes: true, Options: true })
  .extend({
    PurchasePriceExTax: dollars,
    Quantity: wholeItems,
    ShippingAmountExTax: dollars,
    /** Empty: that of the first commission rule that fits, or of the agreement. */
    CommissionRate: optionalTypedPercent({ min: 0, max: 1, message: "Please enter a percentage from 0 to 100." }),
    /** Decides how much GST the price and the shipping include. */
    TaxClass: z.enum(taxClasses, "Please choose one from the list.").default("taxable"),
  });

/**
 * Converts typed prices to the fields of AddLineItem. Shipping is part of the supply, and taxed as it is.
 * @param gstRate that of the tax class, as a fraction
 */
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

/** Amounts inc GST, with the field names of refusals; negative amounts are refunds to the customer. */
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
  /** The quantity that the amounts in the form were worked out for last. */
  WorkedOutFor: z.coerce.number().optional().catch(undefined),
  Comment: addLineItemAdjustment.shape.Comment,
  /** Confirmation that money stays on an item whose quantity becomes 0. The checkbox is shown if it applies. */
  AmountsStayOwed: list(z.literal("yes"), { max: 1 }).default([]),
});

export const supplierForm = assignSupplier.pick({ SupplierId: true });

export const cancellationForm = z.object({ Comment: cancelLineItems.shape.Comment });

/** Converts typed values to the fields of AddLineItemAdjustment. */
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
    // An extension of this API that others may not know, so it is sent only if confirmed.
    ...(AmountsStayOwed.length > 0 && { AmountsStayOwed: true }),
  };
}
