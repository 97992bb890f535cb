/** Cancellations and refunds by the marketplace that placed an order. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { lockedOrder, type StoredLineItem } from "#api/areas/shared/order.ts";
import { currentLedger, ledgerOfRows, transactionsOf } from "#api/areas/shared/order-ledger.ts";
import { visibleOrders } from "#api/core/access/caller.ts";
import { orderLineItems, orders } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound, Refusal, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { valueAt } from "#contract/rules/at.ts";
import { adjustmentProblems, incTax, type Ledger } from "#contract/rules/order-line.ts";
import { adjustLine, cancellationOf, refundOf } from "./adjusting.ts";

type Orders = Operations["orders"];

interface OrderKey {
  MarketplaceId: number;
  MarketplaceOrderId: string;
}

/**
 * Returns the items of all orders with this number, which are locked, in the sequence in which stock is locked.
 * @throws Refusal 404
 */
export async function lockedItems(context: Context, { MarketplaceId, MarketplaceOrderId }: OrderKey) {
  const { db, caller } = context;
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.sortableNumber, MarketplaceOrderId.toLowerCase()),
        eq(orders.marketplaceOrderId, MarketplaceOrderId),
        eq(orders.marketplaceId, MarketplaceId),
        visibleOrders(caller),
      ),
    )
    .orderBy(asc(orders.id));
  if (found.length === 0) throw notFound("This order");
  const ids = found.map(({ id }) => id);
  for (const id of ids) await lockedOrder(context, id);
  return db
    .select()
    .from(orderLineItems)
    .where(and(inArray(orderLineItems.orderId, ids), isNull(orderLineItems.deletedAt)))
    .orderBy(asc(orderLineItems.productId), asc(orderLineItems.variantId), asc(orderLineItems.id));
}

/**
 * Returns each named line with its item.
 * @throws Refusal 422 with the lines that are not in the order, or are named twice
 */
function namedItems<Line extends { LineItemId?: number | null | undefined; Sku: string }>(
  items: StoredLineItem[],
  lines: readonly Line[],
): { line: Line; index: number; item: StoredLineItem }[] {
  const problems: Record<string, string> = {};
  const named = lines.flatMap((line, index) => {
    const byId = items.filter(({ id }) => id === line.LineItemId);
    const bySku = items.filter(({ productSku }) => productSku.toLowerCase() === line.Sku.toLowerCase());
    const found = (line.LineItemId ?? null) === null ? bySku : byId;
    const [item] = found;
    if (item && found.length === 1) return [{ line, index, item }];
    const field = (line.LineItemId ?? null) === null ? "Sku" : "LineItemId";
    problems[`Lines.${index}.${field}`] =
      found.length > 1
        ? `${found.length} lines of this order have the SKU “${line.Sku}”. Please give the line's id.`
        : "This line is not in the order.";
    return [];
  });
  const ids = new Set<number>();
  for (const { index, item } of named) {
    if (ids.has(item.id)) problems[`Lines.${index}.LineItemId`] = "This line is named twice.";
    ids.add(item.id);
  }
  refuse(problems);
  const position = new Map(items.map(({ id }, i) => [id, i]));
  return named.sort((a, b) => (position.get(a.item.id) ?? 0) - (position.get(b.item.id) ?? 0));
}

/** Refusals by the field of the request, all at once. */
class Problems {
  readonly #errors: Record<string, string[]> = {};

  add(field: string, message: string): void {
    this.#errors[field] = [message];
  }

  /** @throws Refusal 409 if there are any */
  assertNone(): void {
    const [first] = Object.values(this.#errors).flat();
    if (first) throw new Refusal(409, `${first} Nothing was changed.`, this.#errors);
  }
}

export const cancelPlaced: Handler<Orders["cancelPlaced"]> = async (input, context) => {
  const items = await lockedItems(context, input);
  const wanted = input.Lines
    ? namedItems(items, input.Lines)
    : items.map((item) => ({ line: { Quantity: undefined }, index: undefined, item }));
  const ledgers = await ledgersOf(context, items);
  const problems = new Problems();
  const toCancel = wanted.map(({ line, index, item }) => {
    const ledger = valueAt(ledgers, item.id);
    const open = Math.max(ledger.owed.quantity, 0);
    const quantity = line.Quantity ?? open;
    const sent = Math.max(ledger.done.quantity, 0);
    const field = index === undefined ? "Lines" : `Lines.${index}.Quantity`;
    // Everything, but part of it has left; or more than what is left.
    if ((line.Quantity ?? null) === null && sent > 0) problems.add(field, hasLeft(item, sent, ledger));
    else if (quantity > open) problems.add(field, sent > 0 ? hasLeft(item, sent, ledger) : fewerLeft(item, open));
    return { item, ledger, quantity };
  });
  problems.assertNone();
  for (const { item, ledger, quantity } of toCancel) {
    if (quantity === 0) continue;
    await adjustLine(
      context,
      item,
      ledger,
      cancellationOf(item, ledger, quantity, context.config.gstRate),
      input.Comment,
    );
  }
  return present(
    context,
    toCancel.map(({ item }) => item),
  );
};

const hasLeft = ({ productName }: StoredLineItem, sent: number, { adjusted }: Ledger) =>
  `${sent} of ${adjusted.quantity} of “${productName}” ${sent === 1 ? "has" : "have"} already been sent and cannot be cancelled. Refund it instead, or cancel only what is left.`;

const fewerLeft = ({ productName }: StoredLineItem, open: number) =>
  open === 0
    ? `Nothing is left of “${productName}” to cancel.`
    : `Only ${open} of “${productName}” ${open === 1 ? "is" : "are"} left to cancel.`;

export const refundPlaced: Handler<Orders["refundPlaced"]> = async (input, context) => {
  const { gstRate } = context.config;
  const items = await lockedItems(context, input);
  const wanted = namedItems(items, input.Lines);
  const ledgers = await ledgersOf(context, items);
  const problems = new Problems();
  const refunds = wanted.map(({ line, index, item }) => {
    const ledger = valueAt(ledgers, item.id);
    const amounts = { price: line.PriceIncTax ?? 0, shipping: line.ShippingIncTax ?? 0 };
    const refund = refundOf(item, ledger, amounts, gstRate);
    const wrong = adjustmentProblems(ledger, refund);
    if (wrong.purchase) problems.add(`Lines.${index}.PriceIncTax`, wrong.purchase);
    if (wrong.shipping) problems.add(`Lines.${index}.ShippingIncTax`, wrong.shipping);
    return { item, ledger, refund };
  });
  problems.assertNone();
  for (const { item, ledger, refund } of refunds) await adjustLine(context, item, ledger, refund, input.Comment);
  return present(
    context,
    refunds.map(({ item }) => item),
  );
};

async function ledgersOf({ db }: Context, items: StoredLineItem[]): Promise<Map<number, Ledger>> {
  const rows = await transactionsOf(
    db,
    items.map(({ id }) => id),
  );
  return new Map([...rows].map(([id, entries]) => [id, ledgerOfRows(entries)]));
}

/** Returns what remains of each item after all refunds. */
async function present({ db }: Context, items: StoredLineItem[]) {
  const lines = [];
  for (const { id, orderId } of items) {
    const { adjusted } = await currentLedger(db, id);
    lines.push({
      orderId,
      lineItemId: id,
      quantity: adjusted.quantity,
      priceIncTax: incTax(adjusted.purchase),
      shippingIncTax: incTax(adjusted.shipping),
    });
  }
  return { lines };
}
