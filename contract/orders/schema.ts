import { z } from "zod";
import { frozenRule } from "#contract/commission-rules/frozen.ts";
import { OrderLineItemStatus, orderLineItemStatuses, orderStatuses } from "#contract/enumerations.ts";
import {
  atMost,
  chosenId,
  day,
  dayText,
  filterText,
  fourDecimals,
  list,
  maxDollars,
  oneOf,
  optionalText,
  recordId,
  recordIdOrNone,
  requiredMessage,
  text,
  uuidOrNone,
  yesNo,
  zonedMoment,
} from "#contract/fields.ts";
import { holdSchema } from "#contract/invoices/holds.ts";
import { addressSchema } from "#contract/locations/schema.ts";
import { inputsOf } from "#contract/records/schemas.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";
import { orderFields } from "./fields.ts";

/* ---- what is shown ---- */

export const orderSortFields = [
  "orderDate",
  "marketplaceOrderId",
  "customerFullName",
  "supplierName",
  "marketplaceName",
  // Not part of other APIs.
  "shipBy",
] as const;

/** `late`: before today. `week`: from today to Sunday. Only orders of which something is still to be sent. */
export const shipByFilters = ["late", "today", "week"] as const;

export const orderFilters = z.object({
  /** Part of the marketplace's number of the order, or of the customer's name. */
  searchText: filterText(),
  /** Only orders that contain this product. */
  productId: recordId.optional(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  onlyShowProductsWithNoSupplier: yesNo.default(false),
  /** Only orders with items to be shipped, or without any items. */
  outstandingOrdersOnly: yesNo.default(false),
  /** One of `orderStatuses`. Not part of other APIs, nor is `shipBy`. */
  status: oneOf(orderStatuses).optional(),
  /** Today is that of each order's supplier. */
  shipBy: z.enum(shipByFilters).optional(),
  /** Only orders with items that are held from being invoiced. Not part of other APIs. */
  heldOnly: yesNo.optional(),
  /** Start of the period, UTC. */
  fromDate: zonedMoment.optional(),
  /** End of the period, UTC, inclusive. */
  toDate: zonedMoment.optional(),
});

const id = z.number().int();

export const lineItemOption = z.object({ id, name: z.string(), value: z.string() });

/** The day on which the order must leave. Other APIs leave these fields out. */
const promise = {
  /** As `2026-03-02`, in the supplier's time zone; null for orders that were finished before such days existed. */
  shipBy: z.string().nullish(),
  /** The day was given by a marketplace or a person; otherwise it was counted in handling days. */
  shipByIsGiven: z.boolean().nullish(),
  /** The IANA time zone of the day. */
  shipByTimeZone: z.string().nullish(),
};

/** A line item in a list. */
export const orderRowLineItem = z.object({
  id,
  productId: id.nullish(),
  productName: z.string(),
  productSku: z.string().nullish(),
  options: z.array(lineItemOption).default([]),
  /** `OrderLineItemStatus`. */
  status: id,
  adjustedQuantity: id,
  /** Dollars inc GST, per item. */
  purchasePriceIncTax: z.number(),
  /** Dollars inc GST, for the whole line. */
  adjustedShipping: z.number(),
});

export const orderRow = z.object({
  id,
  name: z.string(),
  marketplaceOrderId: z.string(),
  /** UTC. */
  orderDate: z.string(),
  customerFirstName: z.string(),
  customerSurname: z.string(),
  supplierId: id.nullish(),
  supplierName: z.string().nullish(),
  marketplaceId: id,
  marketplaceName: z.string(),
  /** Empty if the request excluded them. */
  lineItems: z.array(orderRowLineItem).default([]),
  /** One of `orderStatuses`. Not part of other APIs. */
  status: id.nullish(),
  ...promise,
  /** Not part of other APIs. */
  lineItemCount: id.optional(),
});
export type OrderRow = z.output<typeof orderRow>;

/** One figure: as ordered, with all adjustments, and what is still to be shipped or paid. */
const figures = z.object({ ordered: z.number(), adjusted: z.number(), owed: z.number() });

export const transaction = z.object({
  id,
  /** UTC. */
  transactionDate: z.string(),
  /** `TransactionType`. */
  transactionType: id,
  quantity: id,
  /** Dollars, like all amounts that follow. */
  purchaseAmountExTax: z.number(),
  purchaseAmountTax: z.number(),
  commissionAmountExTax: z.number(),
  commissionAmountTax: z.number(),
  shippingAmountExTax: z.number(),
  shippingAmountTax: z.number(),
  comment: z.string().nullish(),
});
export type Transaction = z.output<typeof transaction>;

export const orderLineItem = z.object({
  id,
  productId: id.nullish(),
  productName: z.string(),
  productSku: z.string().nullish(),
  productImageId: z.string().nullish(),
  /** Dollars, per item. */
  purchasePriceExTax: z.number(),
  purchasePriceTax: z.number(),
  /** As at the time of the order; null if that was not recorded. Not part of other APIs. */
  taxClass: z.enum(taxClasses).nullish(),
  /** A fraction, as at the time of the order. */
  commissionRate: z.number(),
  /** The rule that decided the commission, as it was then; null if none did. Not part of other APIs. */
  commissionRule: frozenRule().nullish(),
  /** `OrderLineItemStatus`. */
  status: id,
  /** A day, as `2026-03-02`. */
  expectedInStockDate: z.string().nullish(),
  /** The courier of the latest shipment, and its tracking number. */
  courierId: id.nullish(),
  trackingNumber: z.string().nullish(),
  /** Visible to the customer. */
  orderNotes: z.string().nullish(),
  /** Internal: between the operator and the supplier. */
  supplierNotes: z.string().nullish(),
  options: z.array(lineItemOption).default([]),
  transactions: z.array(transaction).default([]),
  quantity: figures,
  /** Dollars inc GST, like the two fields that follow. */
  purchaseAmount: figures,
  shippingAmount: figures,
  commissionAmount: figures,
  /** Dollars inc GST: the amount due to the supplier. */
  subTotal: figures,
  /** Why and since when it is held from being invoiced; null if it is not. Not part of other APIs. */
  hold: holdSchema.nullish(),
  canHold: z.boolean().default(false),
  canEndHold: z.boolean().default(false),
});
export type OrderLineItem = z.output<typeof orderLineItem>;

export const orderSchema = z.object({
  id,
  name: z.string(),
  marketplaceOrderId: z.string(),
  /** UTC. */
  orderDate: z.string(),
  customerFirstName: z.string(),
  customerSurname: z.string(),
  /** Null for callers who may not edit the details. */
  customerEmail: z.string().nullish(),
  customerPhoneNumber: z.string().nullish(),
  companyName: z.string().nullish(),
  orderNotes: z.string().nullish(),
  supplierId: id.nullish(),
  supplierName: z.string().nullish(),
  supplierAddress: addressSchema.nullish(),
  marketplaceId: id,
  marketplaceName: z.string(),
  marketplaceLogoId: z.string().nullish(),
  shippingAddressId: z.string().nullish(),
  shippingAddress: addressSchema.nullish(),
  /** A fraction: from the supplier's agreement with the marketplace, otherwise the default. */
  defaultCommissionRate: z.number(),
  /** UTC; null until the supplier was notified. */
  supplierNotifiedAt: z.string().nullish(),
  /** One of `orderStatuses`. Not part of other APIs. */
  status: id.nullish(),
  ...promise,
  canEditDetails: z.boolean().default(false),
  /** All unshipped items can be cancelled with one command. Left out by APIs without that command. */
  canCancelItems: z.boolean().default(false),
  canUpdateLineItemStatus: z.boolean().default(false),
  lineItems: z.array(orderLineItem).default([]),
});
export type Order = z.output<typeof orderSchema>;

/* ---- what is sent ---- */

export const orderMessages = {
  saved: "Order details updated successfully.",
  cancelled: "Cancelled.",
  notSaved: "Oh dear, we could not save the order details due to an unexpected error.",
  supplier: "Please select the supplier for this order",
  marketplace: "Please select the marketplace for this order",
} as const;

export const enterShipBy = "Please enter a date.";

const { customerFirstName, customerSurname, customerEmail, customerPhoneNumber } = orderFields;

export const addOrder = z.object({
  SupplierId: chosenId(orderMessages.supplier),
  MarketplaceId: chosenId(orderMessages.marketplace),
  /** An internal name, until the marketplace's number is known; generated if left out. */
  Name: optionalText({ max: 50 }),
  /** UTC; now if left out. */
  OrderDate: zonedMoment.nullish(),
  ...inputsOf({ customerFirstName, customerSurname, customerEmail }),
  CustomerPhoneNumber: text({ max: customerPhoneNumber.max }),
  /** The day on which the order must leave, as `2026-03-02`; counted in handling days if left out. */
  ShipBy: dayText(enterShipBy).nullish(),
});

export const notes = () => optionalText({ max: orderFields.orderNotes.max, breaks: "kept" });

export const updateOrderDetails = z.object({
  OrderId: recordId,
  /** Assigns a supplier to an order without one; null leaves it unassigned. An assigned supplier cannot be changed. */
  SupplierId: recordIdOrNone,
  ...inputsOf(orderFields),
  /** UTC. */
  OrderDate: zonedMoment,
  ShippingAddressId: uuidOrNone.refine((value) => value !== null, requiredMessage),
  /** The day on which the order must leave; null to count it in handling days. Unchanged if left out. */
  ShipBy: dayText(enterShipBy).nullish(),
});

/** Per line item; with the largest price the total is still an amount that can be stored. */
export const maxOrderQuantity = 9_999;
const wholeNumber = z.int("Please enter a whole number.");
const quantityMessage = "Please enter a whole number, at least 1.";

/** Dollars with at most two decimals. */
const cents = z
  .number(requiredMessage)
  .refine((value) => Number(value.toFixed(2)) === value, "Please use no more than two decimals.")
  .refine((value) => Math.abs(value) <= maxDollars * maxOrderQuantity, atMost(maxDollars * maxOrderQuantity));
/** Dollars: 0 or more, with at most two decimals. */
export const price = cents.min(0, "This must not be less than 0.").max(maxDollars, atMost(maxDollars));
export const quantity = z.int(quantityMessage).min(1, quantityMessage).max(maxOrderQuantity, atMost(maxOrderQuantity));

export const addLineItem = z.object({
  OrderId: recordId,
  /** Null for items outside the catalogue. */
  ProductId: recordIdOrNone,
  ProductName: text({ max: 500 }),
  ProductSku: optionalText({ max: 255 }),
  /** Dollars, per item. */
  PurchasePriceExTax: price,
  PurchasePriceTax: price,
  Quantity: quantity,
  /** Dollars, for the whole line. */
  ShippingAmountExTax: price,
  ShippingAmountTax: price,
  /**
   * A fraction with at most four decimals, which is percent with two. If left out, the commission is that of the first
   * commission rule that fits, or of the agreement; other APIs need it.
   */
  CommissionRate: z
    .number(requiredMessage)
    .min(0, "This must not be less than 0.")
    .max(1, "Please enter at most 100 percent.")
    .refine(fourDecimals, "Please use no more than two decimals.")
    .nullish(),
  OrderNotes: notes(),
  SupplierNotes: notes(),
  Options: list(z.object({ Name: text({ max: 255 }), Value: text({ max: 255 }) }), { max: 50 }).default([]),
});

export const updateLineItem = z
  .object({
    LineItemId: recordId,
    OrderNotes: notes(),
    SupplierNotes: notes(),
    /** `OrderLineItemStatus`; only the first two can be chosen, any other must be the current one. */
    Status: oneOf(orderLineItemStatuses),
    /** A day, as `2026-03-02`. */
    ExpectedInStockDate: day.nullish().transform((value) => value ?? null),
  })
  .refine(
    ({ Status, ExpectedInStockDate }) => Status !== OrderLineItemStatus.waitingOnStock || ExpectedInStockDate !== null,
    {
      path: ["ExpectedInStockDate"],
      message: requiredMessage,
    },
  );

/**
 * Negative amounts are refunds to the customer. Positive ones are owed in addition: to the supplier, and the commission
 * to the marketplace.
 */
const adjustments = {
  QuantityAdjustment: wholeNumber
    .min(-maxOrderQuantity, `Please enter at least −${maxOrderQuantity.toLocaleString("en-AU")}.`)
    .max(maxOrderQuantity, atMost(maxOrderQuantity)),
  PurchaseAmountExTaxAdjustment: cents,
  PurchaseAmountTaxAdjustment: cents,
  CommissionAmountExTaxAdjustment: cents,
  CommissionAmountTaxAdjustment: cents,
  ShippingAmountExTaxAdjustment: cents,
  ShippingAmountTaxAdjustment: cents,
};
const adjustmentFields = keysOf(adjustments);

export const addLineItemAdjustment = z
  .object({
    LineItemId: recordId,
    ...adjustments,
    Comment: optionalText({ max: 1_000, breaks: "kept" }),
    /** True to keep money on an item whose quantity becomes 0. An extension of this API. */
    AmountsStayOwed: z.boolean().default(false),
  })
  .refine((input) => adjustmentFields.some((field) => input[field] !== 0), {
    path: ["QuantityAdjustment"],
    message: "Enter at least one amount to adjust.",
  });

/** Items that can be cancelled at once. */
const maxCancelled = 1_000;

/** Cancels the unshipped quantities of these items of an order; of all items if left out. */
export const cancelLineItems = z.object({
  OrderId: recordId,
  LineItemIds: list(recordId, { max: maxCancelled }).nullish(),
  Comment: optionalText({ max: 1_000, breaks: "kept" }),
});

export const lineItemCommand = z.object({ LineItemId: recordId });
export const orderCommand = z.object({ OrderId: recordId });
