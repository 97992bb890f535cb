import { z } from "zod";
import { OrderLineItemStatus, orderLineItemStatuses } from "#contract/enumerations.ts";
import {
  atMost,
  chosenId,
  day,
  email,
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
import { addressSchema } from "#contract/locations/schema.ts";

/* ---- what is shown ---- */

export const orderSortFields = [
  "orderDate",
  "marketplaceOrderId",
  "customerFullName",
  "supplierName",
  "marketplaceName",
] as const;

export const orderFilters = z.object({
  /** In the marketplace's number of the order, or in the customer's name. */
  searchText: filterText(),
  /** Of orders in which this product is. */
  productId: recordId.optional(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  onlyShowProductsWithNoSupplier: yesNo.default(false),
  /** Of those with something still to be shipped, or with nothing in them yet. */
  outstandingOrdersOnly: yesNo.default(false),
  /** The first moment, UTC. */
  fromDate: zonedMoment.optional(),
  /** The last moment, UTC. */
  toDate: zonedMoment.optional(),
});

const id = z.number().int();

export const lineItemOption = z.object({ id, name: z.string(), value: z.string() });

/** A line item as a list shows it. */
export const orderRowLineItem = z.object({
  id,
  productId: id.nullish(),
  productName: z.string(),
  productSku: z.string().nullish(),
  options: z.array(lineItemOption).default([]),
  /** `OrderLineItemStatus`. */
  status: id,
  adjustedQuantity: id,
  /** Dollars inc GST, of one item. */
  purchasePriceIncTax: z.number(),
  /** Dollars inc GST, of the whole line. */
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
  lineItems: z.array(orderRowLineItem).default([]),
});
export type OrderRow = z.output<typeof orderRow>;

/** One figure as it was placed, with all adjustments, and what is still to be shipped or paid. */
const figures = z.object({ ordered: z.number(), adjusted: z.number(), owed: z.number() });

export const transaction = z.object({
  id,
  /** UTC. */
  transactionDate: z.string(),
  /** `TransactionType`. */
  transactionType: id,
  quantity: id,
  /** Dollars, as all of them. */
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
  /** Dollars, of one item. */
  purchasePriceExTax: z.number(),
  purchasePriceTax: z.number(),
  /** A fraction, as it was when the item was ordered. */
  commissionRate: z.number(),
  /** `OrderLineItemStatus`. */
  status: id,
  /** A day, as `2026-03-02`. */
  expectedInStockDate: z.string().nullish(),
  /** With whom it left last, and its number there. */
  courierId: id.nullish(),
  trackingNumber: z.string().nullish(),
  /** For the customer. */
  orderNotes: z.string().nullish(),
  /** Within the house. */
  supplierNotes: z.string().nullish(),
  options: z.array(lineItemOption).default([]),
  transactions: z.array(transaction).default([]),
  quantity: figures,
  /** Dollars inc GST, as the two after it. */
  purchaseAmount: figures,
  shippingAmount: figures,
  commissionAmount: figures,
  /** Dollars inc GST: what the supplier gets. */
  subTotal: figures,
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
  /** A fraction: what the supplier's agreement with the marketplace says, or else the usual. */
  defaultCommissionRate: z.number(),
  /** UTC; null until the supplier was told. */
  supplierNotifiedAt: z.string().nullish(),
  canEditDetails: z.boolean().default(false),
  /** What has not been shipped can be cancelled with one command. Missing from APIs that have none. */
  canCancelItems: z.boolean().default(false),
  canUpdateLineItemStatus: z.boolean().default(false),
  lineItems: z.array(orderLineItem).default([]),
});
export type Order = z.output<typeof orderSchema>;

/* ---- what is sent ---- */

export const orderMessages = {
  saved: "Order details updated successfully.",
  notSaved: "Oh dear, we could not save the order details due to an unexpected error.",
  supplier: "Please select the supplier for this order",
  marketplace: "Please select the marketplace for this order",
} as const;

export const addOrder = z.object({
  SupplierId: chosenId(orderMessages.supplier),
  MarketplaceId: chosenId(orderMessages.marketplace),
  /** What it is called here, and its number at the marketplace until that is known; nothing makes one. */
  Name: optionalText({ max: 50 }),
  /** UTC; nothing is now. */
  OrderDate: zonedMoment.nullish(),
  CustomerFirstName: text({ max: 100 }),
  CustomerSurname: text({ max: 100 }),
  CustomerEmail: email({ max: 256 }),
  CustomerPhoneNumber: text({ max: 25 }),
});

const maxNotes = 2_000;
const notes = () => optionalText({ max: maxNotes });

export const updateOrderDetails = z.object({
  OrderId: recordId,
  /** Whose it is, of an order that is nobody's yet; nothing leaves that as it is, and what is known is never changed. */
  SupplierId: recordIdOrNone,
  MarketplaceOrderId: text({ max: 50 }),
  /** UTC. */
  OrderDate: zonedMoment,
  CustomerFirstName: text({ max: 100 }),
  CustomerSurname: text({ max: 100 }),
  CustomerEmail: email({ max: 256 }),
  CustomerPhoneNumber: optionalText({ max: 25 }),
  CompanyName: optionalText({ max: 100 }),
  ShippingAddressId: uuidOrNone.refine((value) => value !== null, requiredMessage),
  OrderNotes: notes(),
});

/** Of one line item; with the largest price it still is an amount that can be kept. */
export const maxOrderQuantity = 9_999;
const wholeNumber = z.int("Please enter a whole number.");
const quantityMessage = "Please enter a whole number, at least 1.";

/** Dollars with at most two decimals. */
const cents = z
  .number(requiredMessage)
  .refine((value) => Number(value.toFixed(2)) === value, "Please use no more than two decimals.")
  .refine((value) => Math.abs(value) <= maxDollars * maxOrderQuantity, atMost(maxDollars * maxOrderQuantity));
const price = cents.min(0, "This must not be less than 0.").max(maxDollars, atMost(maxDollars));

export const addLineItem = z.object({
  OrderId: recordId,
  /** Null for what is not in the catalogue. */
  ProductId: recordIdOrNone,
  ProductName: text({ max: 500 }),
  ProductSku: optionalText({ max: 255 }),
  /** Dollars, of one item. */
  PurchasePriceExTax: price,
  PurchasePriceTax: price,
  Quantity: z.int(quantityMessage).min(1, quantityMessage).max(maxOrderQuantity, atMost(maxOrderQuantity)),
  /** Dollars, of the whole line. */
  ShippingAmountExTax: price,
  ShippingAmountTax: price,
  /** A fraction with at most four decimals: percent with two. */
  CommissionRate: z
    .number(requiredMessage)
    .min(0, "This must not be less than 0.")
    .max(1, "Please enter at most 100 percent.")
    .refine(fourDecimals, "Please use no more than two decimals."),
  OrderNotes: notes(),
  SupplierNotes: notes(),
  Options: list(z.object({ Name: text({ max: 255 }), Value: text({ max: 255 }) }), { max: 50 }).default([]),
});

export const updateLineItem = z
  .object({
    LineItemId: recordId,
    OrderNotes: notes(),
    SupplierNotes: notes(),
    /** `OrderLineItemStatus`; only the first two are a choice, any other has to be the one that it has. */
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

/** Below zero is a refund to the customer, above it is owed in addition: to the supplier, and of the commission to the marketplace. */
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
const adjustmentFields = Object.keys(adjustments) as (keyof typeof adjustments)[];

export const addLineItemAdjustment = z
  .object({
    LineItemId: recordId,
    ...adjustments,
    Comment: optionalText({ max: 1_000 }),
    /** True to keep money on an item whose quantity is 0 after this (ours). */
    AmountsStayOwed: z.boolean().default(false),
  })
  .refine((input) => adjustmentFields.some((field) => input[field] !== 0), {
    path: ["QuantityAdjustment"],
    message: "Enter at least one amount to adjust.",
  });

/** So many items can be cancelled at once. */
const mostCancelled = 1_000;

/** What has not been shipped of these items of an order; nothing is all of them. */
export const cancelLineItems = z.object({
  OrderId: recordId,
  LineItemIds: list(recordId, { max: mostCancelled }).nullish(),
  Comment: optionalText({ max: 1_000 }),
});

export const lineItemCommand = z.object({ LineItemId: recordId });
export const orderCommand = z.object({ OrderId: recordId });
