/** A line item of an order with its ledger. */
import type { orderLineItems, orderTransactions } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { taxPair, times } from "#contract/rules/money.ts";
import {
  adjustmentOf,
  commissionOn,
  type Entry,
  incTax,
  isChosen,
  ledgerOf,
  type Pair,
  purchaseOf,
  settled,
  shipmentOf,
  statusOf,
} from "#contract/rules/order-line.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import type { Goods } from "./order-goods.ts";
import { gst } from "./product-rows.ts";
import type { Random } from "./random.ts";

type Row = typeof orderLineItems.$inferInsert;
type Transaction = Omit<typeof orderTransactions.$inferInsert, "lineItemId">;

export interface DemoLine {
  row: Omit<Row, "orderId"> & { status: number };
  transactions: Transaction[];
}

interface LineFacts {
  goods: Goods;
  /** A fraction. */
  commissionRate: number;
  orderedAt: Date;
  /** Midnight, UTC. */
  today: Date;
  /** When the shipped part of the order leaves. */
  sentAt: Date;
  /** The order has no supplier yet: its items are not in the catalogue, and nothing has happened to it. */
  isUnassigned: boolean;
}

const hourMs = 60 * 60 * 1000;
const operator = 2;
const { processing, waitingOnStock, partiallyFilled, complete, cancelled } = OrderLineItemStatus;

const reasonsToCancel: readonly [string, ...string[]] = [
  "The customer changed their mind.",
  "Sold out at the supplier.",
  "Ordered twice by mistake.",
];
const presents: readonly [string, ...string[]] = [
  "A present: please leave the price out.",
  "Please wrap it as a gift.",
  "Needed by the end of next week.",
];
const remarks: readonly [string, ...string[]] = [
  "Checked with the workshop: the last of its batch.",
  "Customer called about the delivery date.",
  "Pack it in the double box.",
];

export function makeLine(facts: LineFacts, random: Random): DemoLine {
  const { goods, commissionRate, orderedAt, today, isUnassigned } = facts;
  const quantity = random.pick([1, 1, 1, 1, 1, 2, 2, 3, 4]);
  const rate = rateOf(goods.taxClass, gst);
  const price = taxPair(goods.price, rate);
  const shipping = taxPair(times(goods.shipping ?? random.pick([7.5, 9.95, 12, 14.95, 19.5]), quantity), rate);
  const bought = purchaseOf({ quantity, price, shipping, commissionRate }, gst);
  const fate = isUnassigned ? processing : fateOf((today.getTime() - orderedAt.getTime()) / dayMs, random);
  const later = eventsOf(fate, bought, { ...facts, shipping, commissionRate }, random);
  const entries = [{ entry: bought, at: orderedAt, comment: "", userId: null }, ...later];
  const status = statusOf(ledgerOf(entries.map(({ entry }) => entry)), isChosen(fate) ? fate : processing);
  return {
    row: {
      productId: isUnassigned ? null : goods.productId,
      variantId: isUnassigned ? null : goods.variantId,
      productName: goods.name,
      productSku: goods.sku,
      productImageId: isUnassigned ? null : goods.imageId,
      options: goods.options,
      purchasePriceExTax: price.exTax,
      purchasePriceTax: price.tax,
      taxClass: goods.taxClass,
      commissionRate,
      status,
      expectedInStockDate:
        status === waitingOnStock
          ? new Date(today.getTime() + random.between(3, 40) * dayMs).toISOString().slice(0, 10)
          : null,
      orderNotes: random.chance(0.05) ? random.pick(presents) : "",
      supplierNotes: random.chance(0.05) ? random.pick(remarks) : "",
    },
    transactions: entries.map(({ entry, ...rest }) => ({ ...columnsOf(entry), ...rest })),
  };
}

/** Returns the status that the line should get: old ones are complete, new ones have hardly begun. */
function fateOf(days: number, random: Random): number {
  const at = random.next();
  if (days > 60) return at < 0.96 ? complete : cancelled;
  if (days > 14) return at < 0.86 ? complete : at < 0.9 ? cancelled : at < 0.95 ? partiallyFilled : waitingOnStock;
  if (days > 4)
    return at < 0.6
      ? complete
      : at < 0.63
        ? cancelled
        : at < 0.73
          ? partiallyFilled
          : at < 0.82
            ? waitingOnStock
            : processing;
  return at < 0.2 ? complete : at < 0.25 ? partiallyFilled : at < 0.33 ? waitingOnStock : processing;
}

interface Event {
  entry: Entry;
  at: Date;
  comment: string;
  userId: number | null;
}

type Sale = LineFacts & { shipping: Pair };

/** Returns the time this many hours after the order, but never in the future. */
export function hoursAfter({ orderedAt, today }: Pick<LineFacts, "orderedAt" | "today">, hours: number): Date {
  return new Date(Math.min(orderedAt.getTime() + hours * hourMs, today.getTime() - hourMs));
}

function eventsOf(fate: number, bought: Entry, sale: Sale, random: Random): Event[] {
  const { sentAt } = sale;
  const shipped = (quantity: number): Event => ({ entry: shipmentOf(quantity), at: sentAt, comment: "", userId: null });
  if (fate === cancelled) {
    return [
      {
        entry: adjustmentOf(takenBack(bought)),
        at: hoursAfter(sale, random.between(2, 60)),
        comment: random.pick(reasonsToCancel),
        userId: operator,
      },
    ];
  }
  if (fate === partiallyFilled && bought.quantity > 1) return [shipped(random.between(1, bought.quantity - 1))];
  if (fate !== complete) return [];
  const sent = shipped(bought.quantity);
  return random.chance(0.02)
    ? [
        sent,
        {
          entry: goodwill(bought, sale),
          at: hoursAfter(sale, 300),
          comment: "Arrived with a scratch: a tenth back.",
          userId: operator,
        },
      ]
    : [sent];
}

function takenBack({ quantity, purchase, commission, shipping }: Entry): Omit<Entry, "type"> {
  return {
    quantity: -quantity,
    purchase: negative(purchase),
    commission: negative(commission),
    shipping: negative(shipping),
  };
}

/** Refunds a tenth of the price, with the commission on it. */
function goodwill(bought: Entry, { commissionRate, goods: { taxClass } }: Sale): Entry {
  const back = -times(incTax(bought.purchase), 0.1);
  const refund = {
    quantity: 0,
    purchase: taxPair(back, rateOf(taxClass, gst)),
    commission: commissionOn(back, commissionRate, gst),
    shipping: { exTax: 0, tax: 0 },
  };
  return adjustmentOf(settled(ledgerOf([bought]), refund, gst, taxClass));
}

/** Avoids negative zero. */
const negative = ({ exTax, tax }: Pair): Pair => ({ exTax: 0 - exTax, tax: 0 - tax });

function columnsOf({ type, quantity, purchase, commission, shipping }: Entry) {
  return {
    type,
    quantity,
    purchaseExTax: purchase.exTax,
    purchaseTax: purchase.tax,
    commissionExTax: commission.exTax,
    commissionTax: commission.tax,
    shippingExTax: shipping.exTax,
    shippingTax: shipping.tax,
  };
}
