/** Gives an order without a supplier its supplier. */
import { and, asc, eq, isNull, ne } from "drizzle-orm";
import { type PricedLine, pricedLines } from "#api/areas/shared/commission.ts";
import { lockedOrder, type StoredLineItem, type StoredOrder } from "#api/areas/shared/order.ts";
import { planEmails } from "#api/areas/shared/order-emails.ts";
import { currentLedger, ledgerOfRows, record, transactionsOf } from "#api/areas/shared/order-ledger.ts";
import { settleShipBy } from "#api/areas/shared/ship-by.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { orderLineItems, orders, products, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { invalid, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { orderMessages } from "#contract/orders/schema.ts";
import { at, valueAt } from "#contract/rules/at.ts";
import { commissionLeft } from "#contract/rules/commission.ts";
import { add, taxPair, times } from "#contract/rules/money.ts";
import { adjustmentOf, incTax, type Ledger, settled, type Totals } from "#contract/rules/order-line.ts";
import { marketplaceDefaults } from "#contract/suppliers/schema.ts";
import { boughtProducts } from "./placed-products.ts";
import { followQuantity } from "./stock.ts";

/** The context of an assignment, in a request or in a background process. */
type Work = Pick<Context, "db" | "caller" | "config" | "jobs" | "now">;

export const assignSupplier: Handler<Operations["orders"]["assignSupplier"]> = async (input, context) => {
  const order = await lockedOrder(context, input.OrderId);
  await setSupplier(context, order, input.SupplierId);
  return null;
};

/**
 * An unassigned order can be assigned a supplier once; all its products must belong to that supplier. Lines of text
 * become the supplier's products where the SKU says which, and take the commission of its agreement.
 * @param order locked
 */
export async function setSupplier(context: Work, order: StoredOrder, supplierId: number): Promise<void> {
  const { db } = context;
  const name = await supplierName(context, order, supplierId);
  await db.update(orders).set({ supplierId }).where(eq(orders.id, order.id));
  await assignProducts(context, order, supplierId, await itemsOf(context, order));
  await applyAgreement(context, order, { id: supplierId, name }, await itemsOf(context, order));
  await settleShipBy(context, order.id);
  await planEmails(context, [order.id]);
}

const itemsOf = ({ db }: Work, order: StoredOrder): Promise<StoredLineItem[]> =>
  db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orderId, order.id), isNull(orderLineItems.deletedAt)))
    .orderBy(asc(orderLineItems.id));

/** @throws Refusal 422 if the order cannot have this supplier */
async function supplierName({ db, caller }: Work, order: StoredOrder, chosen: number): Promise<string> {
  if (order.supplierId !== null)
    throw invalid({ SupplierId: ["This order already has a supplier, which cannot be changed."] });
  const [supplier] = await db
    .select({ name: suppliers.name })
    .from(suppliers)
    .where(and(eq(suppliers.id, chosen), visibleTo(caller, suppliers.id)));
  const [stranger] = await db
    .select({ name: orderLineItems.productName })
    .from(orderLineItems)
    .innerJoin(products, eq(products.id, orderLineItems.productId))
    .where(and(eq(orderLineItems.orderId, order.id), isNull(orderLineItems.deletedAt), ne(products.supplierId, chosen)))
    .limit(1);
  refuse({
    SupplierId:
      (!supplier && orderMessages.supplier) ||
      (stranger && `“${stranger.name}” in this order belongs to another supplier.`),
  });
  return supplier?.name ?? "";
}

async function assignProducts(context: Work, order: StoredOrder, supplierId: number, items: StoredLineItem[]) {
  const { db } = context;
  const texts = items.filter(({ productId, productSku }) => productId === null && productSku !== "");
  const lines = texts.map(({ productSku }) => ({ Sku: productSku, MarketplaceSku: productSku }));
  const found = await boughtProducts(context, order.marketplaceId, lines, supplierId);
  const bought = texts
    .map((item, i) => ({ item, product: found[i] }))
    .sort(
      (a, b) =>
        compare(a.product?.productId, b.product?.productId) || compare(a.product?.variantId, b.product?.variantId),
    );
  for (const { item, product } of bought) {
    if (!product) continue;
    const { productId, variantId } = product;
    await db
      .update(orderLineItems)
      .set({ productId, variantId, productImageId: product.imageId })
      .where(eq(orderLineItems.id, item.id));
    const { adjusted } = await currentLedger(db, item.id);
    await followQuantity(db, { ...item, productId, variantId }, { from: 0, to: Math.max(adjusted.quantity, 0) });
  }
}

const compare = (a: number | null | undefined, b: number | null | undefined) => (a ?? 0) - (b ?? 0);

/**
 * Items with the default rate, which is that of orders without a supplier, take the commission of the first rule that
 * fits, or of the agreement.
 */
async function applyAgreement(
  context: Work,
  order: StoredOrder,
  supplier: { id: number; name: string },
  items: StoredLineItem[],
) {
  const { db } = context;
  const affected = items.filter(({ commissionRate }) => commissionRate === marketplaceDefaults.commissionRate);
  const entries = await transactionsOf(
    db,
    affected.map(({ id }) => id),
  );
  const ledgers = affected.map(({ id }) => ledgerOfRows(valueAt(entries, id)));
  const priced = await pricedLines(
    context,
    order,
    affected.map((item, i) => ({
      supplierId: supplier.id,
      productId: item.productId,
      quantity: at(ledgers, i).ordered.quantity,
      price: { exTax: item.purchasePriceExTax, tax: item.purchasePriceTax },
      shipping: at(ledgers, i).ordered.shipping,
    })),
  );
  for (const [i, item] of affected.entries()) await applyTo(context, supplier, item, at(ledgers, i), at(priced, i));
}

/** Charges the difference to the commission so far. */
async function applyTo(
  context: Work,
  supplier: { name: string },
  item: StoredLineItem,
  ledger: Ledger,
  { commissionRate, commissionBasis }: PricedLine,
) {
  const { db, config } = context;
  const { rule } = commissionBasis;
  await db.update(orderLineItems).set({ commissionRate, commissionBasis }).where(eq(orderLineItems.id, item.id));
  if (!rule && commissionRate === item.commissionRate) return;
  const { ordered, adjusted } = ledger;
  const left = (of: Totals) => ({ goods: incTax(of.purchase), shipping: incTax(of.shipping) });
  const due =
    (rule && commissionLeft(rule, left(ordered), left(adjusted))) ?? times(incTax(adjusted.purchase), commissionRate);
  const difference = add(due, -incTax(adjusted.commission));
  if (difference === 0) return;
  const change = {
    quantity: 0,
    purchase: { exTax: 0, tax: 0 },
    shipping: { exTax: 0, tax: 0 },
    commission: taxPair(difference, config.gstRate),
  };
  const entry = adjustmentOf(settled(ledger, change, config.gstRate, item.taxClass));
  await record(
    context,
    item,
    entry,
    rule ? `Commission rule ${rule.name}` : `Commission of the agreement with ${supplier.name}`,
  );
}
