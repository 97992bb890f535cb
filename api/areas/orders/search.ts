/** What orders are looked for by. */
import { and, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { orderFilters } from "../../../contract/orders/schema.ts";
import { orderLineItems, orders } from "../../database/schema/index.ts";
import { askedOfEach, type Words } from "../../http/find-page.ts";
import { containsFolded } from "../../http/lists.ts";

type Filters = z.output<typeof orderFilters>;

/** All but the words. */
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

/** The words in the number or in the customer's name. Their index begins at three letters; the one of letters has what is shorter. */
export function wordsOf({ searchText }: Filters): Words | undefined {
  if (searchText === undefined) return undefined;
  const match = containsFolded(orders.searchable, searchText);
  const isShort = [...searchText].length < 3;
  return { match, found: isShort ? and(askedOfEach(match), hasLetters(searchText)) : match };
}

/** Once in small letters they may be more than two. */
const hasLetters = (letters: string) => sql`letters_of(${orders.searchable}) @> array[left(lower(${letters}), 2)]`;

const hasProduct = (productId: number) =>
  sql`${orders.id} in (select ${orderLineItems.orderId} from ${orderLineItems} where ${orderLineItems.productId} = ${productId} and ${orderLineItems.deletedAt} is null)`;
