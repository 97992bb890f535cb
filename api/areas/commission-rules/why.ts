/** Why a line item has its commission: what was stored with the sale. */
import { and, eq, isNull } from "drizzle-orm";
import { ledgerOfRows, transactionsOf } from "#api/areas/shared/order-ledger.ts";
import { visibleOrders } from "#api/core/access/caller.ts";
import { orderLineItems, orders } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { valueAt } from "#contract/rules/at.ts";
import { incTax } from "#contract/rules/order-line.ts";

export const why: Handler<Operations["commissionRules"]["why"]> = async ({ lineItemId }, { db, caller }) => {
  const [row] = await db
    .select({ item: orderLineItems, orderId: orders.id, orderName: orders.name })
    .from(orderLineItems)
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .where(and(eq(orderLineItems.id, lineItemId), isNull(orderLineItems.deletedAt), visibleOrders(caller)));
  if (!row) throw notFound("This item");
  const { item, ...order } = row;
  const { ordered } = ledgerOfRows(valueAt(await transactionsOf(db, [item.id]), item.id));
  const basis = item.commissionBasis;
  return {
    ...order,
    productName: item.productName,
    source: basis?.source ?? null,
    rate: item.commissionRate,
    rule: basis?.rule ?? null,
    passed: basis?.passed ?? [],
    quantity: ordered.quantity,
    goods: incTax(ordered.purchase),
    shipping: incTax(ordered.shipping),
    commissionExTax: ordered.commission.exTax,
    commissionTax: ordered.commission.tax,
  };
};
