/** Gives an order without a supplier its supplier. */
import { and, eq, isNull, ne } from "drizzle-orm";
import { lockedOrder, type StoredLineItem, type StoredOrder } from "#api/areas/shared/order.ts";
import { planEmails } from "#api/areas/shared/order-emails.ts";
import { currentLedger, record } from "#api/areas/shared/order-ledger.ts";
import { settleShipBy } from "#api/areas/shared/ship-by.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { orderLineItems, orders, products, supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { invalid, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { orderMessages } from "#contract/orders/schema.ts";
import { add, taxPair, times } from "#contract/rules/money.ts";
import { adjustmentOf, incTax, settled } from "#contract/rules/order-line.ts";
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
  const items = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orderId, order.id), isNull(orderLineItems.deletedAt)));
  await assignProducts(context, order, supplierId, items);
  await applyAgreement(context, order, { id: supplierId, name }, items);
  await settleShipBy(context, order.id);
  await planEmails(context, [order.id]);
}

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

/** Items with the default rate, which is that of orders without a supplier, take the rate of the agreement. */
async function applyAgreement(
  context: Work,
  order: StoredOrder,
  supplier: { id: number; name: string },
  items: StoredLineItem[],
) {
  const { db, config } = context;
  const [agreement] = await db
    .select({ rate: supplierMarketplaces.commissionRate })
    .from(supplierMarketplaces)
    .where(
      and(
        eq(supplierMarketplaces.supplierId, supplier.id),
        eq(supplierMarketplaces.marketplaceId, order.marketplaceId),
      ),
    );
  if (!agreement || agreement.rate === marketplaceDefaults.commissionRate) return;
  const affected = items.filter(({ commissionRate }) => commissionRate === marketplaceDefaults.commissionRate);
  for (const item of affected) {
    await db.update(orderLineItems).set({ commissionRate: agreement.rate }).where(eq(orderLineItems.id, item.id));
    const ledger = await currentLedger(db, item.id);
    const due = times(incTax(ledger.adjusted.purchase), agreement.rate);
    const difference = add(due, -incTax(ledger.adjusted.commission));
    if (difference === 0) continue;
    const change = {
      quantity: 0,
      purchase: { exTax: 0, tax: 0 },
      shipping: { exTax: 0, tax: 0 },
      commission: taxPair(difference, config.gstRate),
    };
    await record(
      context,
      item,
      adjustmentOf(settled(ledger, change, config.gstRate, item.taxClass)),
      `Commission of the agreement with ${supplier.name}`,
    );
  }
}
