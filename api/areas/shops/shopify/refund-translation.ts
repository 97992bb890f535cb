/** Translates the refunds of an order of Shopify, in whole cents until they are given away. */
import type { ShopRefund } from "../shop.ts";
import type { RefundAnswer } from "./order-schema.ts";
import type { Translated } from "./order-translation.ts";

interface Part {
  quantity: number;
  cents: number;
}

/**
 * @param refunds those that were made first first
 * @param taxesIncluded the amounts of the order have GST in them
 */
export function refundsOf(
  refunds: readonly RefundAnswer[],
  { lineCents, shippingCents }: Pick<Translated, "lineCents" | "shippingCents">,
  taxesIncluded: boolean,
): ShopRefund[] {
  const left = { lines: new Map(lineCents), shipping: shippingCents };
  return refunds
    .map((refund) => refundOf(refund, left, taxesIncluded))
    .filter(({ lines, shipping }) => lines.length > 0 || shipping > 0);
}

/** The paid amount that has not been refunded yet. */
interface Left {
  lines: Map<string, number>;
  shipping: number;
}

function refundOf(refund: RefundAnswer, left: Left, taxesIncluded: boolean): ShopRefund {
  const withTax = (amount: number, tax: number) => (taxesIncluded ? amount : amount + tax);
  const parts = new Map<string, Part>();
  for (const { lineItem, quantity, subtotalSet, totalTaxSet } of refund.refundLineItems.nodes) {
    // Tips and gift cards are no lines of the order here.
    if (!left.lines.has(lineItem.id)) continue;
    give(parts, left, lineItem.id, { quantity, cents: withTax(subtotalSet, totalTaxSet) });
  }
  let shipping = 0;
  for (const { subtotalAmountSet, taxAmountSet } of refund.refundShippingLines.nodes)
    shipping += withTax(subtotalAmountSet, taxAmountSet);
  left.shipping -= shipping;
  // The difference between the goods and the refund, such as a fee; negative for more, such as a gesture of goodwill.
  let less = 0;
  for (const { amountSet, taxAmountSet } of refund.orderAdjustments.nodes) less += withTax(amountSet, taxAmountSet);
  if (less > 0) {
    const own = new Map([...parts].map(([lineId, { cents }]) => [lineId, cents]));
    for (const [lineId, cents] of shares(less, own)) give(parts, left, lineId, { quantity: 0, cents: -cents });
  } else {
    const given = shares(-less, left.lines);
    for (const [lineId, cents] of given) give(parts, left, lineId, { quantity: 0, cents });
    const rest = -less - sum(given.values());
    const more = Math.min(rest, Math.max(left.shipping, 0));
    shipping += more;
    left.shipping -= more;
  }
  return {
    id: refund.id,
    reason: refund.note,
    lines: [...parts].map(([lineId, { quantity, cents }]) => ({ lineId, quantity, total: cents / 100 })),
    shipping: shipping / 100,
  };
}

function give(parts: Map<string, Part>, left: Left, lineId: string, { quantity, cents }: Part): void {
  const before = parts.get(lineId) ?? { quantity: 0, cents: 0 };
  parts.set(lineId, { quantity: before.quantity + quantity, cents: before.cents + cents });
  left.lines.set(lineId, (left.lines.get(lineId) ?? 0) - cents);
}

const sum = (cents: Iterable<number>) => [...cents].reduce((all, each) => all + each, 0);

/** Divides cents in proportion to the room of each, and never more than that. Leaves out those that get nothing. */
function shares(cents: number, rooms: ReadonlyMap<string, number>): Map<string, number> {
  const given = new Map<string, number>();
  let [left, room] = [cents, sum([...rooms.values()].map((each) => Math.max(each, 0)))];
  for (const [lineId, own] of rooms) {
    if (own <= 0 || left <= 0) continue;
    const share = Math.min(own, Math.round((left * own) / room));
    if (share > 0) given.set(lineId, share);
    left -= share;
    room -= own;
  }
  return given;
}
