/** Follows what a shop did to an order after it was taken: cancellations and refunds. */
import { adjustLine, cancellationOf, refundOf } from "#api/areas/orders/adjusting.ts";
import { lockedItems } from "#api/areas/orders/placed-changes.ts";
import type { StoredLineItem } from "#api/areas/shared/order.ts";
import { currentLedger } from "#api/areas/shared/order-ledger.ts";
import type { shopOrders } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { add, share } from "#contract/rules/money.ts";
import { adjustmentProblems, incTax, type Ledger } from "#contract/rules/order-line.ts";
import { contentOf, isSameContent } from "./order-to-place.ts";
import type { ShopOrder, ShopRefund } from "./shop.ts";

type Taken = Pick<typeof shopOrders.$inferSelect, "lines" | "taken" | "refundIds" | "isCancelled" | "number">;

interface Followed {
  /** All refunds that have been entered. */
  refundIds: string[];
  isCancelled: boolean;
  /** The problem that a person has to look at; empty for none. */
  problem: string;
}

/** Enters what is new. Refunds come first, because a cancelled order may have been refunded in parts before. */
export async function followOrder(context: Context, taken: Taken, order: ShopOrder): Promise<Followed> {
  const problems: string[] = [];
  if (!isSameContent(contentOf(order), taken.taken))
    problems.push(
      "Its lines or its shipping were changed in the shop after the order was taken. Please change them here as well, where that is still possible.",
    );
  const refundIds = [...taken.refundIds];
  const news = order.refunds.filter(({ id }) => !refundIds.includes(id));
  const isCancelled = order.state === "cancelled";
  if (taken.isCancelled && !isCancelled)
    problems.push(
      "It was taken up again in the shop, for example out of the trash, after it was cancelled there and here. If it is to be sent, please enter it by hand.",
    );
  if (news.length > 0 || isCancelled) {
    const key = { MarketplaceId: context.caller.key?.marketplaceId ?? 0, MarketplaceOrderId: taken.number };
    const items = await lockedItems(context, key);
    for (const refund of news) {
      const wrong = await enterRefund(context, taken, items, refund);
      if (wrong === undefined) refundIds.push(refund.id);
      else problems.push(`A refund of the shop could not be entered. ${wrong}`);
    }
    if (isCancelled) problems.push(...(await cancelRest(context, items)));
  }
  return { refundIds, isCancelled: taken.isCancelled || isCancelled, problem: problems.join(" ") };
}

interface Part {
  item: StoredLineItem;
  ledger: Ledger;
}

async function partsOf({ db }: Context, items: readonly StoredLineItem[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const item of items) parts.push({ item, ledger: await currentLedger(db, item.id) });
  return parts;
}

const openOf = ({ ledger }: Part) => Math.max(ledger.owed.quantity, 0);

/**
 * Takes away the pieces that have not been sent, and the amounts that the shop gave back.
 * @returns why it cannot be entered; undefined if it was
 */
async function enterRefund(
  context: Context,
  { lines }: Taken,
  items: readonly StoredLineItem[],
  refund: ShopRefund,
): Promise<string | undefined> {
  const { gstRate } = context.config;
  const parts = await partsOf(context, items);
  const quantities = new Map<Part, number>();
  const prices = new Map<Part, number>();
  for (const { lineId, quantity, total } of refund.lines) {
    const ids = lines.find((line) => line.lineId === lineId)?.lineItemIds ?? [];
    const own = parts.filter(({ item }) => ids.includes(item.id));
    const left = [
      spread(quantity, own, quantities, openOf),
      spread(total, own, prices, ({ ledger }) => incTax(ledger.adjusted.purchase)),
    ];
    if ((left[1] ?? 0) > 0) return "It is more than the customer has paid for the line.";
  }
  const shippings = new Map<Part, number>();
  if (spreadEvenly(refund.shipping, parts, shippings, ({ ledger }) => incTax(ledger.adjusted.shipping)) > 0)
    return "It is more than the customer has paid for shipping.";
  const adjustments = parts.flatMap((part) => {
    const amounts = { price: prices.get(part) ?? 0, shipping: shippings.get(part) ?? 0 };
    const quantity = quantities.get(part) ?? 0;
    if (quantity === 0 && amounts.price === 0 && amounts.shipping === 0) return [];
    return [{ part, totals: { ...refundOf(part.item, part.ledger, amounts, gstRate), quantity: 0 - quantity } }];
  });
  const [wrong] = adjustments.flatMap(({ part, totals }) => Object.values(adjustmentProblems(part.ledger, totals)));
  if (wrong) return wrong;
  for (const { part, totals } of adjustments)
    await adjustLine(context, part.item, part.ledger, totals, reasonOf(refund));
  return undefined;
}

const reasonOf = ({ reason }: ShopRefund) => (reason.trim() || "Refunded in the shop.").slice(0, 1_000);

/**
 * Divides an amount among parts, none of which gets more than its remaining maximum.
 * @returns the rest that no part can take
 */
function spread(
  amount: number,
  parts: readonly Part[],
  given: Map<Part, number>,
  room: (part: Part) => number,
): number {
  let left = amount;
  for (const part of parts) {
    const before = given.get(part) ?? 0;
    const own = Math.min(left, add(room(part), -before));
    if (own <= 0) continue;
    given.set(part, add(before, own));
    left = add(left, -own);
  }
  return left;
}

/**
 * Divides an amount among parts in proportion to their maxima: each supplier's delivery, with GST and without.
 * @returns the rest that no part can take
 */
function spreadEvenly(
  amount: number,
  parts: readonly Part[],
  given: Map<Part, number>,
  room: (part: Part) => number,
): number {
  const whole = add(...parts.map(room));
  const most = Math.min(amount, whole);
  if (most <= 0) return amount;
  let counted = 0;
  let divided = 0;
  // The difference between two rounded sums, so that no part gets more than its maximum.
  for (const part of parts) {
    counted = add(counted, room(part));
    const before = divided;
    divided = share(most, counted, whole);
    given.set(part, add(divided, -before));
  }
  return add(amount, -most);
}

/** Cancels everything that is still to be sent. Returns what a person has to look at. */
async function cancelRest(context: Context, items: readonly StoredLineItem[]): Promise<string[]> {
  const parts = await partsOf(context, items);
  for (const part of parts) {
    const quantity = openOf(part);
    if (quantity === 0) continue;
    const cancellation = cancellationOf(part.item, part.ledger, quantity, context.config.gstRate);
    await adjustLine(context, part.item, part.ledger, cancellation, "Cancelled in the shop.");
  }
  const sent = parts.filter(({ ledger }) => ledger.done.quantity > 0).map(({ item }) => `“${item.productName}”`);
  return sent.length === 0
    ? []
    : [`It was cancelled in the shop, but goods have already been sent: ${sent.slice(0, 5).join(", ")}.`];
}
