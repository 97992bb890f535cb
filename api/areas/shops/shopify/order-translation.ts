/**
 * Translates an order of Shopify. Amounts are whole cents of the shop's currency until they are given away.
 *
 * The total is what the lines and the shipping cost after all discounts: neither tips, nor gift cards that were bought,
 * nor duties, nor the rounding of cash are part of it. A gift card that paid for the order does not make it cheaper.
 */
import type { ShopAddress, ShopLine, ShopOrder } from "../shop.ts";
import { numberOf } from "./graph.ts";
import type { MailingAddress, OrderAnswer, OrderLine } from "./order-schema.ts";

const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0);

/** States in which the whole price was paid, whatever was given back later. Money that is only reserved is not paid. */
const paid: readonly string[] = ["PAID", "PARTIALLY_REFUNDED", "REFUNDED"];

/** The lines with goods. Shopify has tips and gift cards among the lines. */
export function goodsOf({ lines, tip }: { lines: OrderLine[]; tip: number }): OrderLine[] {
  const isTip = (line: OrderLine) => tip > 0 && !line.requiresShipping && line.sku === "" && priceOf(line) === tip;
  const first = lines.find(isTip);
  return lines.filter((line) => line !== first && !line.isGiftCard);
}

/** With or without GST, as the shop has it. */
const priceOf = ({ originalTotalSet, discountAllocations }: OrderLine) =>
  originalTotalSet - sum(discountAllocations.map(({ allocatedAmountSet }) => allocatedAmountSet));

const taxOf = ({ taxLines }: Pick<OrderLine, "taxLines">) => sum(taxLines.map(({ priceSet }) => priceSet));

/** An order with the amounts that refunds are compared with. */
export interface Translated {
  order: Omit<ShopOrder, "refunds">;
  /** Cents inc GST by the line's key. */
  lineCents: Map<string, number>;
  shippingCents: number;
}

/** @param lines those with goods, of all pages */
export function translated(order: OrderAnswer, lines: readonly OrderLine[]): Translated {
  const { taxesIncluded } = order;
  const withTax = (price: number, tax: number) => (taxesIncluded ? price : price + tax);
  const lineCents = new Map(lines.map((line) => [line.id, withTax(priceOf(line), taxOf(line))]));
  const shippingCents = sum(order.shippingLines.nodes.map((line) => withTax(line.discountedPriceSet, taxOf(line))));
  return {
    lineCents,
    shippingCents,
    order: {
      id: order.id,
      number: order.name,
      orderedAt: order.createdAt,
      changedAt: order.updatedAt,
      state: stateOf(order),
      currency: order.currencyCode,
      customer: customerOf(order),
      address: order.shippingAddress ? addressOf(order.shippingAddress) : null,
      notes: order.note,
      lines: lines.map((line) => lineOf(line, lineCents.get(line.id) ?? 0)),
      shipping: shippingCents / 100,
      total: (sum([...lineCents.values()]) + shippingCents) / 100,
    },
  };
}

function stateOf({ cancelledAt, displayFinancialStatus }: OrderAnswer): ShopOrder["state"] {
  if (cancelledAt !== "") return "cancelled";
  return paid.includes(displayFinancialStatus) ? "paid" : "unpaid";
}

/** The person at the delivery address. Customer accounts would need a permission of their own. */
function customerOf({ shippingAddress, billingAddress, email, phone }: OrderAnswer): ShopOrder["customer"] {
  const person = shippingAddress ?? billingAddress;
  return {
    firstName: person?.firstName ?? "",
    surname: person?.lastName ?? "",
    email,
    phone: person?.phone || phone || billingAddress?.phone || "",
    company: person?.company ?? "",
  };
}

const addressOf = (address: MailingAddress): ShopAddress => ({
  streetAddress: address.address1,
  streetAddress2: address.address2,
  city: address.city,
  state: address.provinceCode || address.province,
  postCode: address.zip,
  countryCode: address.countryCodeV2,
});

/** Pieces that were taken off the order later are refunds in Shopify, so that the quantity stays as it was. */
const lineOf = (line: OrderLine, cents: number): ShopLine => ({
  id: line.id,
  sku: line.sku,
  marketplaceSku: line.variant ? numberOf(line.variant.product.id) : "",
  name: line.title,
  quantity: line.quantity,
  total: cents / 100,
  gst: taxOf(line) / 100,
  options: optionsOf(line),
});

function optionsOf({ variant, variantTitle, customAttributes }: OrderLine): ShopLine["options"] {
  // Only the title is left of variants that were deleted.
  const chosen = variant?.selectedOptions ?? [{ name: "Variant", value: variantTitle }];
  return [
    ...chosen.filter(({ value }) => value !== "" && value !== "Default Title"),
    // Shops hide those that begin with an underscore from customers.
    ...customAttributes.filter(({ key }) => !key.startsWith("_")).map(({ key, value }) => ({ name: key, value })),
  ];
}
