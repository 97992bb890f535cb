/** Orders that the shops of marketplaces place in one call, which may be repeated. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { pricedLines } from "#api/areas/shared/commission.ts";
import { findOrCreateAddress } from "#api/areas/shared/entered-address.ts";
import type { StoredLineItem } from "#api/areas/shared/order.ts";
import { planEmails } from "#api/areas/shared/order-emails.ts";
import { emitOrderAccepted } from "#api/areas/shared/order-events.ts";
import { settleShipBy } from "#api/areas/shared/ship-by.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  marketplaces,
  orderLineItems,
  orders,
  orderTransactions,
  placedOrders,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { forbidden, invalid, mostProblems, Refusal, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { orderFields } from "#contract/orders/fields.ts";
import { lineTotal, type PlacedLine, type PlacedOrder, type PlaceOrder } from "#contract/orders/placing.ts";
import { orderMessages } from "#contract/orders/schema.ts";
import { fromCommand } from "#contract/records/fields.ts";
import { at } from "#contract/rules/at.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { add, share, taxPair } from "#contract/rules/money.ts";
import type { Entry, Pair } from "#contract/rules/order-line.ts";
import { rateOf, soldAs, type TaxClass } from "#contract/rules/tax-class.ts";
import { differencesOf } from "./placed-differences.ts";
import { type Bought, boughtProducts } from "./placed-products.ts";
import { given, namePrefix } from "./shared.ts";
import { followQuantity } from "./stock.ts";

export const place: Handler<Operations["orders"]["place"]> = async ({ Id: _, ...order }, context) => {
  const [marketplace] = await context.db
    .select({ prefix: marketplaces.orderNumberPrefix })
    .from(marketplaces)
    .where(eq(marketplaces.id, order.MarketplaceId));
  refuse({ MarketplaceId: !marketplace && orderMessages.marketplace });
  const { marketplaceId = null } = context.caller.key ?? {};
  if (marketplaceId !== null && marketplaceId !== order.MarketplaceId)
    throw forbidden("This key may only place the orders of its own marketplace.");
  const earlier = await claimNumber(context.db, order);
  if (earlier) return earlier;
  await assertNotEntered(context.db, order);
  const answer = await placeOrder(context, order, namePrefix(marketplace?.prefix));
  await context.db
    .update(placedOrders)
    .set({ answer })
    .where(and(eq(placedOrders.marketplaceId, order.MarketplaceId), eq(placedOrders.number, order.MarketplaceOrderId)));
  return answer;
};

/**
 * Claims the order's number, or returns the answer that the same order got before. A call with the same number that
 * runs at the same time is waited for.
 * @throws Refusal 409 if an order with other content has this number; it names the fields
 */
async function claimNumber(db: Db, order: PlaceOrder): Promise<PlacedOrder | undefined> {
  const { MarketplaceId: marketplaceId, MarketplaceOrderId: number } = order;
  const claimed = await db
    .insert(placedOrders)
    .values({ marketplaceId, number, content: order })
    .onConflictDoNothing()
    .returning({ number: placedOrders.number });
  if (claimed.length > 0) return undefined;
  const [earlier] = await db
    .select({ content: placedOrders.content, answer: placedOrders.answer })
    .from(placedOrders)
    .where(and(eq(placedOrders.marketplaceId, marketplaceId), eq(placedOrders.number, number)));
  const differences = differencesOf(earlier?.content, order).slice(0, mostProblems);
  if (differences.length === 0) return earlier?.answer as PlacedOrder;
  const errors = differences.map((field): [string, string[]] => [field, ["This was different in the first call."]]);
  throw new Refusal(
    409,
    `Order ${number} of this marketplace has already been placed with other content. Nothing was changed.`,
    Object.fromEntries(errors),
  );
}

/** @throws Refusal 409 if somebody has already entered an order with this number */
async function assertNotEntered(db: Db, { MarketplaceId, MarketplaceOrderId }: PlaceOrder): Promise<void> {
  const [entered] = await db
    .select({ name: orders.name })
    .from(orders)
    .where(
      and(
        // The column with an index; the case of letters counts all the same.
        eq(orders.sortableNumber, MarketplaceOrderId.toLowerCase()),
        eq(orders.marketplaceOrderId, MarketplaceOrderId),
        eq(orders.marketplaceId, MarketplaceId),
      ),
    )
    .limit(1);
  if (!entered) return;
  const message = `Order ${MarketplaceOrderId} of this marketplace has already been entered by hand, as ${entered.name}.`;
  throw new Refusal(409, message, { MarketplaceOrderId: [message] });
}

/** A line of the request, with what was found for it. */
interface Line {
  sent: PlacedLine;
  bought: Bought | undefined;
  /** Of one item. */
  price: Pair;
  shipping: Pair;
  taxClass: TaxClass;
}

function linesOf(order: PlaceOrder, bought: readonly (Bought | undefined)[], gstRate: number): Line[] {
  const lines = order.Lines.map((sent, i) => {
    const productClass = bought[i]?.appliedTaxClass;
    const price = pairOf(sent.PriceIncTax, sent.PriceExTax, sent.PriceTax, rateOf(productClass, gstRate));
    return { sent, bought: bought[i], price, taxClass: soldAs(price, productClass, gstRate) };
  });
  const shipping = shippingOf(
    order,
    lines.map(({ taxClass }) => rateOf(taxClass, gstRate)),
  );
  return lines.map((line, i) => ({ ...line, shipping: at(shipping, i) }));
}

async function placeOrder(context: Context, order: PlaceOrder, prefix: string): Promise<PlacedOrder> {
  const { db, config } = context;
  const bought = await boughtProducts(context, order.MarketplaceId, order.Lines);
  const lines = linesOf(order, bought, config.gstRate);
  const supplierIds = [...new Set(lines.map((line) => line.bought?.supplierId ?? null))];
  const made = await insertOrders(context, order, prefix, supplierIds);
  const orderIdOf = (line: Line) => made.find(({ supplierId }) => supplierId === (line.bought?.supplierId ?? null))?.id;
  const priced = await pricedLines(
    context,
    { marketplaceId: order.MarketplaceId, orderedAt: orderedAtOf(order, context) },
    lines.map(({ sent, bought: product, price, shipping }) => ({
      supplierId: product?.supplierId ?? null,
      productId: product?.productId ?? null,
      quantity: sent.Quantity,
      price,
      shipping,
    })),
  );
  const items = await db
    .insert(orderLineItems)
    .values(
      lines.map((line, i) => ({
        orderId: orderIdOf(line) as number,
        productId: line.bought?.productId ?? null,
        variantId: line.bought?.variantId ?? null,
        productImageId: line.bought?.imageId ?? null,
        productName: line.sent.ProductName || line.bought?.name || line.sent.Sku || line.sent.MarketplaceSku,
        productSku: line.sent.Sku || line.bought?.sku || line.sent.MarketplaceSku,
        options: line.sent.Options.map(({ Name, Value }) => ({ name: Name, value: Value })),
        purchasePriceExTax: line.price.exTax,
        purchasePriceTax: line.price.tax,
        taxClass: line.taxClass,
        commissionRate: at(priced, i).commissionRate,
        commissionBasis: at(priced, i).commissionBasis,
        orderNotes: line.sent.OrderNotes,
      })),
    )
    .returning();
  await recordPurchases(
    context,
    items,
    priced.map(({ entry }) => entry),
  );
  await deductStock(db, lines, items);
  for (const { id } of made) {
    await settleShipBy(context, id);
    await emitOrderAccepted(context, id);
  }
  await planEmails(
    context,
    made.map(({ id }) => id),
  );
  return {
    orders: made,
    lines: items.map(({ id, orderId, productId }) => ({ orderId, lineItemId: id, productId })),
  };
}

const orderedAtOf = ({ OrderDate }: PlaceOrder, { now }: Pick<Context, "now">) =>
  OrderDate === null ? now : new Date(OrderDate);

/** Returns the orders, one for each of the suppliers, in the given sequence. */
async function insertOrders(
  { db, caller, now, config }: Context,
  order: PlaceOrder,
  prefix: string,
  of: (number | null)[],
) {
  const shippingAddressId = await storeAddress(order, { db, caller });
  const orderedAt = orderedAtOf(order, { now });
  const rows = await db
    .insert(orders)
    .values(
      of.map((supplierId) => ({
        ...fromCommand(orderFields, order),
        name: order.MarketplaceOrderId,
        orderedAt,
        supplierId,
        marketplaceId: order.MarketplaceId,
        shippingAddressId,
        ...given(order.ShipBy),
      })),
    )
    .returning({ id: orders.id });
  const ids = rows.map(({ id }) => id);
  const name = `${prefix}-${dayOf(orderedAt.toISOString(), config.timeZone).replaceAll("-", "")}-`;
  await db
    .update(orders)
    .set({ name: sql`${name}::text || ${orders.id}` })
    .where(inArray(orders.id, ids));
  return ids.map((id, i) => ({ id, name: `${name}${id}`, supplierId: of[i] ?? null }));
}

/** @throws Refusal 422 with the names of fields below `ShippingAddress` */
async function storeAddress(order: PlaceOrder, context: Pick<Context, "db" | "caller">): Promise<string> {
  try {
    return await findOrCreateAddress(order.ShippingAddress, context);
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || !refusal.errors) throw refusal;
    const fields = Object.entries(refusal.errors).map(([field, why]) => [`ShippingAddress.${field}`, why]);
    throw invalid(Object.fromEntries(fields));
  }
}

/** The pair as it was given, or that of the amount inc GST; zero if nothing was given. */
const pairOf = (incTax: number | null, exTax: number | null, tax: number | null, rate: number): Pair =>
  exTax !== null && tax !== null ? { exTax, tax } : taxPair(incTax ?? 0, rate);

/**
 * Returns the shipping of each line. That of the whole order is divided in proportion to the prices of the lines.
 * Delivery is part of the supply that it delivers, as that was sold.
 * @param rates of GST, by line
 */
function shippingOf({ ShippingIncTax, Lines }: PlaceOrder, rates: readonly number[]): Pair[] {
  if (ShippingIncTax === null)
    return Lines.map((line, i) => pairOf(line.ShippingIncTax, line.ShippingExTax, line.ShippingTax, at(rates, i)));
  const totals = Lines.map(lineTotal);
  const all = add(...totals);
  const weights = all > 0 ? totals : Lines.map(({ Quantity }) => Quantity);
  const whole = add(...weights);
  let weight = 0;
  let divided = 0;
  // The difference between two rounded sums, so that all parts add up to the amount.
  return weights.map((own, i) => {
    weight = add(weight, own);
    const before = divided;
    divided = share(ShippingIncTax, weight, whole);
    return taxPair(add(divided, -before), at(rates, i));
  });
}

async function recordPurchases({ db, caller, now }: Context, items: StoredLineItem[], entries: Entry[]): Promise<void> {
  await db.insert(orderTransactions).values(
    entries.map((entry, i) => ({
      lineItemId: at(items, i).id,
      at: now,
      type: entry.type,
      quantity: entry.quantity,
      purchaseExTax: entry.purchase.exTax,
      purchaseTax: entry.purchase.tax,
      commissionExTax: entry.commission.exTax,
      commissionTax: entry.commission.tax,
      shippingExTax: entry.shipping.exTax,
      shippingTax: entry.shipping.tax,
      userId: caller.userId,
    })),
  );
}

/** Products are locked in the order of their ids, so that orders placed at the same time never wait for each other. */
async function deductStock(db: Db, lines: Line[], items: StoredLineItem[]): Promise<void> {
  const managed = lines
    .map(({ bought, sent }, i) => ({ bought, quantity: sent.Quantity, item: at(items, i) }))
    .filter(({ bought }) => bought?.managesStock)
    .sort((a, b) => keyOf(a.item) - keyOf(b.item) || (a.item.variantId ?? 0) - (b.item.variantId ?? 0));
  for (const { item, quantity } of managed) await followQuantity(db, item, { from: 0, to: quantity });
}

const keyOf = ({ productId }: StoredLineItem) => productId ?? 0;
