/** Orders and refunds as the interface shows them. */
import { type Args, connection } from "./graphql.ts";
import type { StoredLine, StoredOrder, StoredRefund } from "./orders.ts";
import { moneyBag, type Settings, taxOf } from "./parts.ts";
import type { Products } from "./products.ts";

const address = {
  firstName: "Mia",
  lastName: "Wong",
  company: "",
  address1: "1 King Street",
  address2: "Flat 2",
  city: "Newtown",
  province: "New South Wales",
  provinceCode: "NSW",
  zip: "2042",
  countryCodeV2: "AU",
  phone: "0400 000 001",
};

interface ShownWith {
  settings: Settings;
  products: Products;
}

export function shownOrder(order: StoredOrder, parts: ShownWith): Args {
  const { purchase, lines, refunds, taxesIncluded } = order;
  const shipping = (purchase.shipping ?? 0) - (purchase.shippingDiscount ?? 0);
  const shippingLines =
    purchase.shipping === undefined
      ? []
      : [{ discountedPriceSet: moneyBag(shipping), taxLines: taxLines(order.shippingTax) }];
  const tip = lines.find(({ kind }) => kind === "tip");
  const to = purchase.address === null ? null : { ...address, ...purchase.address };
  return {
    ...order,
    currencyCode: parts.settings.currencyCode,
    taxesIncluded,
    shippingAddress: to,
    billingAddress: { ...address, ...to },
    email: purchase.email ?? "mia@customer.example",
    phone: purchase.phone ?? null,
    note: purchase.note ?? null,
    totalTipReceivedSet: moneyBag(tip?.price ?? 0),
    shippingLines: (args: Args) => connection(shippingLines, args),
    refunds: () => refunds.map((refund) => shownRefund(refund, parts.settings)),
    lineItems: (args: Args) =>
      connection(
        lines.map((line) => shownLine(line, parts.products)),
        args,
      ),
  };
}

function shownLine(line: StoredLine, products: Products): object {
  const found = products.withSku(line.sku);
  return {
    id: line.id,
    title: line.title,
    sku: line.sku || null,
    quantity: line.quantity,
    isGiftCard: line.kind === "giftCard",
    requiresShipping: (line.kind ?? "goods") === "goods",
    variantTitle: found ? found.variant.options.join(" / ") : null,
    originalTotalSet: moneyBag(line.price * line.quantity),
    discountAllocations: (line.discounts ?? []).map((cents) => ({ allocatedAmountSet: moneyBag(cents) })),
    taxLines: taxLines(line.tax),
    customAttributes: line.attributes ?? [],
    variant: found ? products.shownVariant(found.product, found.variant) : null,
  };
}

export function shownRefund({ id, createdAt, refunding }: StoredRefund, settings: Settings): object {
  const lines = (refunding.lines ?? []).map(({ id: lineId, quantity, subtotal, tax }) => ({
    quantity,
    lineItem: { id: lineId },
    subtotalSet: moneyBag(subtotal),
    totalTaxSet: moneyBag(tax ?? taxOf(subtotal, settings)),
  }));
  const { shipping, less, note } = refunding;
  const shippingLines =
    shipping === undefined
      ? []
      : [{ subtotalAmountSet: moneyBag(shipping), taxAmountSet: moneyBag(taxOf(shipping, settings)) }];
  const adjustments = less === undefined ? [] : [{ amountSet: moneyBag(less), taxAmountSet: moneyBag(0) }];
  return {
    id,
    createdAt,
    note: note ?? null,
    refundLineItems: (args: Args) => connection(lines, args),
    refundShippingLines: (args: Args) => connection(shippingLines, args),
    orderAdjustments: (args: Args) => connection(adjustments, args),
  };
}

const taxLines = (cents: number) => (cents === 0 ? [] : [{ priceSet: moneyBag(cents) }]);
