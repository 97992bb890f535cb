import { and, asc, eq, isNull } from "drizzle-orm";
import { pricedLines } from "#api/areas/shared/commission.ts";
import { orderToChange, type StoredLineItem, type StoredOrder } from "#api/areas/shared/order.ts";
import { emitLineItemDeleted, emitOrderAccepted } from "#api/areas/shared/order-events.ts";
import {
  currentLedger,
  ledgerOfRows,
  record,
  transactionsOf,
  updateOutstanding,
} from "#api/areas/shared/order-ledger.ts";
import { settleShipBy } from "#api/areas/shared/ship-by.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { edited } from "#api/core/commands/edits.ts";
import { orderLineItems, products } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { OrderLineItemStatus, orderLineItemStatuses, TransactionType } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { lineItemDetails } from "#contract/orders/edits.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { adjustmentProblems, isChosen, moneyLeftBehind, type Totals } from "#contract/rules/order-line.ts";
import { soldAs, type TaxClass } from "#contract/rules/tax-class.ts";
import { adjustLine, cancellationOf } from "./adjusting.ts";
import { lineItemToChange } from "./policy.ts";
import { followQuantity, variantWithSku } from "./stock.ts";

type Orders = Operations["orders"];

export const addLineItem: Handler<Orders["addLineItem"]> = async (input, context) => {
  const order = await orderToChange(context, input.OrderId);
  const isFirst = (await context.db.$count(orderLineItems, eq(orderLineItems.orderId, order.id))) === 0;
  const { appliedTaxClass, ...bought } = await boughtProduct(context, order, input.ProductId, input.ProductSku);
  const price = { exTax: input.PurchasePriceExTax, tax: input.PurchasePriceTax };
  const priced = await pricedLine(context, order, bought.productId ?? null, input);
  const [item] = await context.db
    .insert(orderLineItems)
    .values({
      orderId: order.id,
      ...bought,
      productName: input.ProductName,
      productSku: input.ProductSku,
      options: input.Options.map(({ Name, Value }) => ({ name: Name, value: Value })),
      purchasePriceExTax: input.PurchasePriceExTax,
      purchasePriceTax: input.PurchasePriceTax,
      taxClass: soldAs(price, appliedTaxClass, context.config.gstRate),
      commissionRate: priced.commissionRate,
      commissionBasis: priced.commissionBasis,
      orderNotes: input.OrderNotes,
      supplierNotes: input.SupplierNotes,
    })
    .returning();
  if (!item) throw new Error("a line item was not stored");
  await record(context, item, priced.entry);
  await followQuantity(context.db, item, { from: 0, to: input.Quantity });
  await settleShipBy(context, order.id);
  if (isFirst) await emitOrderAccepted(context, order.id);
  return item.id;
};

async function pricedLine(
  context: Context,
  { supplierId, marketplaceId, orderedAt }: StoredOrder,
  productId: number | null,
  input: InputOf<Orders["addLineItem"]>,
) {
  const line = {
    supplierId,
    productId,
    quantity: input.Quantity,
    price: { exTax: input.PurchasePriceExTax, tax: input.PurchasePriceTax },
    shipping: { exTax: input.ShippingAmountExTax, tax: input.ShippingAmountTax },
    enteredRate: input.CommissionRate,
  };
  const [priced] = await pricedLines(context, { marketplaceId, orderedAt }, [line]);
  if (!priced) throw new Error("a line item has no price");
  return priced;
}

/**
 * Returns the product, which must belong to the order's supplier, and its variant; undefined for items outside of the
 * catalogue.
 */
async function boughtProduct(
  { db, caller }: Context,
  { supplierId }: StoredOrder,
  productId: number | null,
  sku: string,
): Promise<
  Partial<Pick<StoredLineItem, "productId" | "variantId" | "productImageId">> & { appliedTaxClass?: TaxClass }
> {
  if (productId === null) return {};
  const [product] = await db
    .select({
      id: products.id,
      supplierId: products.supplierId,
      imageId: products.defaultImageFileId,
      appliedTaxClass: products.appliedTaxClass,
    })
    .from(products)
    .where(and(eq(products.id, productId), visibleTo(caller, products.supplierId)));
  if (!product) throw invalid({ ProductId: ["Please choose one from the list."] });
  if (supplierId !== null && product.supplierId !== supplierId)
    throw invalid({ ProductId: ["This product belongs to another supplier than the order."] });
  const variant = await variantWithSku(db, product.id, sku);
  return {
    productId: product.id,
    variantId: variant?.id ?? null,
    productImageId: variant?.imageId ?? product.imageId,
    appliedTaxClass: product.appliedTaxClass,
  };
}

/** Returns why nothing can be expected on that day, a day such as `2026-03-02`; false if it can. */
export const whyNotExpected = (day: string | null, { now, config }: Pick<Context, "now" | "config">): string | false =>
  day !== null && day < dayOf(now.toISOString(), config.timeZone) && "Please enter today or a later day.";

export const updateLineItem: Handler<Orders["updateLineItem"]> = async (sent, context) => {
  const { item } = await lineItemToChange(context, sent.LineItemId);
  const input = edited(sent, lineItemDetails(item));
  if (input.Status !== item.status) {
    const now = orderLineItemStatuses.find(({ value }) => value === item.status)?.displayName;
    if (!isChosen(item.status)) throw conflict(`This item is now “${now}”, so its status can no longer be changed.`);
    refuse({ Status: !isChosen(input.Status) && "Please choose one from the list." });
  }
  if (input.Status === OrderLineItemStatus.waitingOnStock && input.ExpectedInStockDate !== item.expectedInStockDate)
    refuse({ ExpectedInStockDate: whyNotExpected(input.ExpectedInStockDate, context) });
  await context.db
    .update(orderLineItems)
    .set({
      orderNotes: input.OrderNotes,
      supplierNotes: input.SupplierNotes,
      status: input.Status,
      expectedInStockDate: input.Status === OrderLineItemStatus.waitingOnStock ? input.ExpectedInStockDate : null,
    })
    .where(eq(orderLineItems.id, item.id));
  await updateOutstanding(context.db, item.orderId);
  return null;
};

const fieldOf: Record<keyof Totals, string> = {
  quantity: "QuantityAdjustment",
  purchase: "PurchaseAmountExTaxAdjustment",
  commission: "CommissionAmountExTaxAdjustment",
  shipping: "ShippingAmountExTaxAdjustment",
};

export const addLineItemAdjustment: Handler<Orders["addLineItemAdjustment"]> = async (input, context) => {
  const { item } = await lineItemToChange(context, input.LineItemId);
  const adjustment: Totals = {
    quantity: input.QuantityAdjustment,
    purchase: { exTax: input.PurchaseAmountExTaxAdjustment, tax: input.PurchaseAmountTaxAdjustment },
    commission: { exTax: input.CommissionAmountExTaxAdjustment, tax: input.CommissionAmountTaxAdjustment },
    shipping: { exTax: input.ShippingAmountExTaxAdjustment, tax: input.ShippingAmountTaxAdjustment },
  };
  const ledger = await currentLedger(context.db, item.id);
  const wrong = adjustmentProblems(ledger, adjustment);
  refuse(Object.fromEntries(Object.entries(wrong).map(([part, why]) => [fieldOf[part as keyof Totals], why])));
  refuse({ AmountsStayOwed: !input.AmountsStayOwed && moneyLeftBehind(ledger, adjustment) });
  await adjustLine(context, item, ledger, adjustment, input.Comment);
  return null;
};

/** Cancels the unshipped quantity of each item, with the amounts that the adjustment form suggests. */
export const cancelLineItems: Handler<Orders["cancelLineItems"]> = async (
  { OrderId, LineItemIds, Comment },
  context,
) => {
  const { db } = context;
  const order = await orderToChange(context, OrderId);
  const items = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orderId, order.id), isNull(orderLineItems.deletedAt)))
    // The sequence in which `place` locks the stock of products.
    .orderBy(asc(orderLineItems.productId), asc(orderLineItems.variantId), asc(orderLineItems.id));
  const wanted = new Set(LineItemIds ?? items.map(({ id }) => id));
  if ([...wanted].some((id) => !items.some((item) => item.id === id))) throw notFound("This item");
  let cancelled = 0;
  for (const item of items.filter(({ id }) => wanted.has(id))) {
    const ledger = await currentLedger(db, item.id);
    const open = ledger.owed.quantity;
    if (open <= 0) continue;
    await adjustLine(context, item, ledger, cancellationOf(item, ledger, open, context.config.gstRate), Comment);
    cancelled++;
  }
  if (cancelled === 0)
    throw conflict("There is nothing left to cancel: everything has been shipped or cancelled already.");
  return cancelled;
};

/** Only unshipped and unpaid items can be deleted; their transactions stay. */
export const deleteLineItem: Handler<Orders["deleteLineItem"]> = async (input, context) => {
  const { db, now } = context;
  const { item } = await lineItemToChange(context, input.LineItemId);
  const entries = (await transactionsOf(db, [item.id])).get(item.id) ?? [];
  const isPaid = entries.some(({ type }) => type === TransactionType.payment);
  if (isPaid) throw conflict("This item is on an invoice, so it cannot be deleted. Adjust it instead.");
  const { adjusted, done } = ledgerOfRows(entries);
  if (done.quantity > 0) throw conflict("This item has been shipped, so it cannot be deleted. Adjust it instead.");
  await db.update(orderLineItems).set({ deletedAt: now }).where(eq(orderLineItems.id, item.id));
  await followQuantity(db, item, { from: adjusted.quantity, to: 0 });
  await updateOutstanding(db, item.orderId);
  await settleShipBy(context, item.orderId);
  await emitLineItemDeleted(context, item, adjusted.quantity);
  return null;
};
