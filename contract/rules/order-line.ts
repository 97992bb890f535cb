/**
 * The ledger of a line item of an order, and the figures derived from it.
 *
 * Every event is an entry: the purchase, each adjustment, each shipment (and its cancellation), each payment to the
 * supplier. Entries are never changed or deleted, so all figures are sums of entries. Dollars; amounts ex GST and their
 * tax stay a pair. The GST of a line is that of its total (s 9-90 GST Act): an entry holds the difference that it makes
 * to the line's GST, not the GST of its own amount, so that the entries of a refunded line add up to 0.00.
 */
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { formatDollars } from "./dollars.ts";
import { keysOf } from "./keys-of.ts";
import { add, share, taxPair, times } from "./money.ts";
import type { TaxClass } from "./tax-class.ts";

/** Dollars. */
export interface Pair {
  exTax: number;
  tax: number;
}

export interface Totals {
  quantity: number;
  purchase: Pair;
  commission: Pair;
  shipping: Pair;
}

export interface Entry extends Totals {
  /** `TransactionType`. */
  type: number;
}

export interface Ledger {
  /** As ordered. */
  ordered: Totals;
  /** With all adjustments. */
  adjusted: Totals;
  /** Shipped, and paid to the supplier. */
  done: Totals;
  /** Adjusted less done. */
  owed: Totals;
}

const none: Pair = { exTax: 0, tax: 0 };
const nothing: Totals = { quantity: 0, purchase: none, commission: none, shipping: none };

const plus = (a: Pair, b: Pair): Pair => ({ exTax: add(a.exTax, b.exTax), tax: add(a.tax, b.tax) });
const minus = (a: Pair, b: Pair): Pair => ({ exTax: add(a.exTax, -b.exTax), tax: add(a.tax, -b.tax) });

function both(
  a: Totals,
  b: Totals,
  quantity: (a: number, b: number) => number,
  pair: (a: Pair, b: Pair) => Pair,
): Totals {
  return {
    quantity: quantity(a.quantity, b.quantity),
    purchase: pair(a.purchase, b.purchase),
    commission: pair(a.commission, b.commission),
    shipping: pair(a.shipping, b.shipping),
  };
}

export const sumOf = (entries: readonly Totals[]): Totals =>
  entries.reduce((sum, entry) => both(sum, entry, (a, b) => a + b, plus), nothing);

/** Dollars inc GST. */
export const incTax = ({ exTax, tax }: Pair): number => add(exTax, tax);

/** Dollars inc GST: the amount due to the supplier. */
export const subTotal = ({ purchase, shipping, commission }: Totals): number =>
  add(incTax(purchase), incTax(shipping), -incTax(commission));

const isDone = ({ type }: Entry) => type === TransactionType.shipment || type === TransactionType.payment;

export function ledgerOf(entries: readonly Entry[]): Ledger {
  const ordered = sumOf(entries.filter(({ type }) => type === TransactionType.purchase));
  const adjusted = sumOf(entries.filter((entry) => !isDone(entry)));
  const done = sumOf(entries.filter(isDone));
  return { ordered, adjusted, done, owed: both(adjusted, done, (a, b) => a - b, minus) };
}

/**
 * Returns the status of a line item.
 * @param chosen the current status, of which users choose `processing` and `waitingOnStock`
 */
export function statusOf({ adjusted, done }: Ledger, chosen: number): number {
  if (adjusted.quantity <= 0) return OrderLineItemStatus.cancelled;
  if (done.quantity >= adjusted.quantity) return OrderLineItemStatus.complete;
  if (done.quantity > 0) return OrderLineItemStatus.partiallyFilled;
  return isChosen(chosen) ? chosen : OrderLineItemStatus.processing;
}

/** True for the statuses that users choose. */
export const isChosen = (status: number): boolean => status <= OrderLineItemStatus.waitingOnStock;

/** True while part of the line item is still to be shipped. */
export const isOpen = (status: number): boolean => status < OrderLineItemStatus.complete;

/**
 * Returns the status of an order with line items of these statuses: Partially Filled once part of it has been shipped,
 * and Processing without any items.
 */
export function orderStatusOf(statuses: readonly number[]): number {
  const { processing, waitingOnStock, partiallyFilled, complete, cancelled } = OrderLineItemStatus;
  if (statuses.length === 0) return processing;
  if (statuses.every((status) => status === cancelled)) return cancelled;
  if (!statuses.some(isOpen)) return complete;
  if (statuses.some((status) => status === partiallyFilled || status === complete)) return partiallyFilled;
  return statuses.includes(waitingOnStock) ? waitingOnStock : processing;
}

/**
 * Returns the marketplace's commission, a service with its own GST.
 * @param purchaseIncTax dollars inc GST; negative for a refund
 * @param commissionRate a fraction
 * @param gstRate a fraction
 */
export function commissionOn(purchaseIncTax: number, commissionRate: number, gstRate: number): Pair {
  return taxPair(times(purchaseIncTax, commissionRate), gstRate);
}

interface Purchase {
  quantity: number;
  /** Per item. */
  price: Pair;
  /** For the whole line. */
  shipping: Pair;
  /** A fraction. */
  commissionRate: number;
}

const isAtRate = (pair: Pair, gstRate: number): boolean => taxPair(incTax(pair), gstRate).tax === pair.tax;

/** Returns the total of all items. Prices that were not split at the GST rate (GST-free goods) keep their own split. */
function totalOf(price: Pair, quantity: number, gstRate: number): Pair {
  if (isAtRate(price, gstRate)) return taxPair(times(incTax(price), quantity), gstRate);
  return { exTax: times(price.exTax, quantity), tax: times(price.tax, quantity) };
}

/** Returns the first entry of a line item. */
export function purchaseOf({ quantity, price, shipping, commissionRate }: Purchase, gstRate: number): Entry {
  const purchase = totalOf(price, quantity, gstRate);
  return {
    type: TransactionType.purchase,
    quantity,
    purchase,
    shipping,
    commission: commissionOn(incTax(purchase), commissionRate, gstRate),
  };
}

/**
 * Returns the entry for a change of one of the line's amounts: its GST after the change less its GST before.
 * @param before the amount with all adjustments so far
 * @param change only its sum counts, unless it is the first amount or changes only the GST
 * @param gstRate a fraction
 */
export function changeOf(before: Pair, change: Pair, gstRate: number): Pair {
  const now = incTax(before);
  const by = incTax(change);
  const after = add(now, by);
  const changesGstAlone = by === 0;
  if (after !== 0 && (now === 0 || changesGstAlone)) return change;
  const tax = add(taxAfter(before, after, gstRate), -before.tax);
  return { exTax: add(by, -tax), tax };
}

/** GST-free amounts, and those with another split, keep their share of GST. */
function taxAfter(before: Pair, after: number, gstRate: number): number {
  if (after === 0) return 0;
  return isAtRate(before, gstRate) ? taxPair(after, gstRate).tax : share(before.tax, after, incTax(before));
}

/**
 * Returns an adjustment whose GST is that of the line's totals after it, less the current GST. Goods that were sold
 * without GST, and their delivery, are adjusted without it.
 * @param taxClass of the line; null if it is not known
 */
export function settled(
  { adjusted }: Ledger,
  { quantity, purchase, commission, shipping }: Totals,
  gstRate: number,
  taxClass: TaxClass | null,
): Totals {
  const asSold = (change: Pair): Pair =>
    taxClass === null || taxClass === "taxable" ? change : { exTax: incTax(change), tax: 0 };
  return {
    quantity,
    purchase: changeOf(adjusted.purchase, asSold(purchase), gstRate),
    commission: changeOf(adjusted.commission, commission, gstRate),
    shipping: changeOf(adjusted.shipping, asSold(shipping), gstRate),
  };
}

/** Returns the entry of an adjustment: of type refund if the customer gets anything back. */
export function adjustmentOf(totals: Totals): Entry {
  const isRefund = totals.quantity < 0 || incTax(totals.purchase) < 0 || incTax(totals.shipping) < 0;
  return { ...totals, type: isRefund ? TransactionType.refund : TransactionType.adjustment };
}

/** The entry of shipped items, or, with a negative quantity, of items whose shipment was cancelled. */
export const shipmentOf = (quantity: number): Entry => ({ ...nothing, type: TransactionType.shipment, quantity });

/** The entry of a payment to the supplier: all money that is owed, as an invoice pays it. */
export const paymentOf = ({ owed }: Ledger): Entry => ({ ...owed, type: TransactionType.payment, quantity: 0 });

/** Returns why this quantity of a line item cannot be shipped, naming the quantity owed; undefined if it can. */
export function shipmentProblem({ owed }: Ledger, quantity: number): string | undefined {
  if (quantity <= owed.quantity) return undefined;
  return owed.quantity > 0 ? `Only ${owed.quantity} left to ship.` : "There is nothing left to ship for this item.";
}

type Part = Exclude<keyof Totals, "quantity">;
const parts: Record<Part, string> = {
  purchase: "purchase amount",
  commission: "commission",
  shipping: "shipping amount",
};

/** Returns the errors of an adjustment by part, naming the current figures. */
export function adjustmentProblems(
  { adjusted, done }: Ledger,
  adjustment: Totals,
): Partial<Record<keyof Totals, string>> {
  const wrong: Partial<Record<keyof Totals, string>> = {};
  const free = adjusted.quantity - Math.max(done.quantity, 0);
  if (-adjustment.quantity > free) wrong.quantity = tooMany(adjusted.quantity, done.quantity);
  for (const part of keysOf(parts)) {
    const now = incTax(adjusted[part]);
    if (add(now, incTax(adjustment[part])) < 0)
      wrong[part] = `The ${parts[part]} is ${formatDollars(now)}; you can't refund more than that.`;
  }
  return wrong;
}

function tooMany(quantity: number, shipped: number): string {
  if (quantity <= 0) return "The quantity is already 0.";
  if (shipped <= 0) return `The quantity is ${quantity}, so it can't be reduced by more than that.`;
  const all = shipped === 1 ? "It has" : shipped === 2 ? "Both have" : `All ${shipped} have`;
  if (shipped >= quantity) return `${all} already shipped, so the quantity can't be reduced.`;
  return `${shipped} of ${quantity} ${shipped === 1 ? "has" : "have"} already shipped, so the quantity can't be reduced by more than ${quantity - shipped}.`;
}

/** Returns why money that stays on an item of quantity 0 needs a confirmation; undefined if none stays. */
export function moneyLeftBehind({ adjusted }: Ledger, adjustment: Totals): string | undefined {
  if (adjusted.quantity + adjustment.quantity !== 0) return undefined;
  return moneyLeft((part) => add(incTax(adjusted[part]), incTax(adjustment[part])));
}

/** @param amount dollars inc GST after the adjustment */
export function moneyLeft(amount: (part: Part) => number): string | undefined {
  const left = keysOf(parts).filter((part) => amount(part) !== 0);
  if (left.length === 0) return undefined;
  const amounts = left.map((part) => `${formatDollars(amount(part))} of ${parts[part]}`);
  return `The quantity would be 0, but ${amounts.join(" and ")} would stay and be invoiced. Refund it as well, or confirm that it stays.`;
}
