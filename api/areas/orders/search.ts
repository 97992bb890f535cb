/** What orders are looked for by. */
import { eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { orderFilters } from "../../../contract/orders/schema.ts";
import { orderLineItems, orders } from "../../database/schema/index.ts";
import { containsFolded } from "../../http/lists.ts";

type Filters = z.output<typeof orderFilters>;

export function filtersOf(input: Filters): (SQL | undefined)[] {
  return [
    input.searchText === undefined ? undefined : containsFolded(orders.searchable, input.searchText),
    input.productId === undefined ? undefined : hasProduct(input.productId),
    input.supplierId === undefined ? undefined : eq(orders.supplierId, input.supplierId),
    input.marketplaceId === undefined ? undefined : eq(orders.marketplaceId, input.marketplaceId),
    input.onlyShowProductsWithNoSupplier ? isNull(orders.supplierId) : undefined,
    input.outstandingOrdersOnly ? sql`${orders.isOutstanding}` : undefined,
    input.fromDate === undefined ? undefined : gte(orders.orderedAt, new Date(input.fromDate)),
    input.toDate === undefined ? undefined : lte(orders.orderedAt, new Date(input.toDate)),
  ];
}

const hasProduct = (productId: number) =>
  sql`${orders.id} in (select ${orderLineItems.orderId} from ${orderLineItems} where ${orderLineItems.productId} = ${productId} and ${orderLineItems.deletedAt} is null)`;
