/** Search filters of orders. */
import { and, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { orderLineItems, orders } from "#api/database/schema/index.ts";
import { type TextMatch, withoutIndex } from "#api/lists/list-query.ts";
import { containsFolded } from "#api/lists/page-of.ts";
import type { orderFilters } from "#contract/orders/schema.ts";

type Filters = z.output<typeof orderFilters>;

/** All filters except the search text. */
export function filtersOf(input: Filters): (SQL | undefined)[] {
  return [
    input.productId === undefined ? undefined : hasProduct(input.productId),
    input.supplierId === undefined ? undefined : eq(orders.supplierId, input.supplierId),
    input.marketplaceId === undefined ? undefined : eq(orders.marketplaceId, input.marketplaceId),
    input.onlyShowProductsWithNoSupplier ? isNull(orders.supplierId) : undefined,
    input.outstandingOrdersOnly ? sql`${orders.isOutstanding}` : undefined,
    input.fromDate === undefined ? undefined : gte(orders.orderedAt, new Date(input.fromDate)),
    input.toDate === undefined ? undefined : lte(orders.orderedAt, new Date(input.toDate)),
  ];
}

/** Searches order numbers and customer names. The trigram index needs three characters; shorter texts use the `letters_of` index. */
export function textMatchOf({ searchText }: Filters): TextMatch | undefined {
  if (searchText === undefined) return undefined;
  const perRow = containsFolded(orders.searchable, searchText);
  const isShort = [...searchText].length < 3;
  return { perRow, indexed: isShort ? and(withoutIndex(perRow), hasCharacters(searchText)) : perRow };
}

/** Lower-casing can lengthen a text, so it is cut to two characters afterwards. */
const hasCharacters = (text: string) => sql`letters_of(${orders.searchable}) @> array[left(lower(${text}), 2)]`;

const hasProduct = (productId: number) =>
  sql`${orders.id} in (select ${orderLineItems.orderId} from ${orderLineItems} where ${orderLineItems.productId} = ${productId} and ${orderLineItems.deletedAt} is null)`;
