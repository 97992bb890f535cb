/** Search filters of orders. */
import { eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { hasHeldItem } from "#api/areas/shared/line-item-holds.ts";
import { shipByFilter } from "#api/areas/shared/ship-by.ts";
import { orderLineItems, orders } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { orderFilters } from "#contract/orders/schema.ts";

type Filters = z.output<typeof orderFilters>;

/** All filters except the search text. */
export function filtersOf(input: Filters, { now, config }: Pick<Context, "now" | "config">): (SQL | undefined)[] {
  return [
    input.productId === undefined ? undefined : hasProduct(input.productId),
    input.supplierId === undefined ? undefined : eq(orders.supplierId, input.supplierId),
    input.marketplaceId === undefined ? undefined : eq(orders.marketplaceId, input.marketplaceId),
    input.onlyShowProductsWithNoSupplier ? isNull(orders.supplierId) : undefined,
    input.outstandingOrdersOnly ? sql`${orders.isOutstanding}` : undefined,
    input.status === undefined ? undefined : eq(orders.status, input.status),
    input.heldOnly ? hasHeldItem : undefined,
    shipByFilter(input.shipBy, now, config),
    input.fromDate === undefined ? undefined : gte(orders.orderedAt, new Date(input.fromDate)),
    input.toDate === undefined ? undefined : lte(orders.orderedAt, new Date(input.toDate)),
  ];
}

const hasProduct = (productId: number) =>
  sql`${orders.id} in (select ${orderLineItems.orderId} from ${orderLineItems} where ${orderLineItems.productId} = ${productId} and ${orderLineItems.deletedAt} is null)`;
