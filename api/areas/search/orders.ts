import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { orderTextMatch } from "#api/areas/shared/order-text.ts";
import { hasRole, visibleOrders } from "#api/core/access/caller.ts";
import { marketplaces, orders, suppliers } from "#api/core/database/schema/index.ts";
import { pageOf } from "#api/core/lists/page-of.ts";
import { orders as operations } from "#contract/orders/operations.ts";
import type { SearchAnswer } from "#contract/search/schema.ts";
import { folded, isText, type Kind, mostIds, type Searching } from "./kind.ts";

type Hit = NonNullable<SearchAnswer["orders"]>["items"][number];

export const orderKind: Kind<Hit> = {
  operation: operations.list,

  /** By number, name, customer or email address. One query for each, because each has an index of its own. */
  async exact({ db, caller }, text) {
    const having = (condition: SQL | undefined) =>
      sql`(${db
        .select({ id: orders.id })
        .from(orders)
        .where(and(condition, visibleOrders(caller)))
        .limit(mostIds)})`;
    const fields = [
      isText(orders.sortableNumber, text),
      isText(folded(orders.name), text),
      isText(orders.sortableCustomer, text),
      ...(seesEmails(caller) ? [isText(folded(orders.customerEmail), text)] : []),
    ];
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from (${sql.join(fields.map(having), sql` union `)}) as found order by id desc limit ${mostIds}`,
    );
    return rows.map(({ id }) => id);
  },

  /** Finds what the list of orders finds, the latest first. */
  async similar({ db, caller }, text) {
    const { items } = await pageOf(
      db,
      {
        rows: db.select({ id: orders.id }).from(orders).$dynamic(),
        keys: (columns) => db.select(columns).from(orders).$dynamic(),
        isHuge: true,
        textMatch: orderTextMatch(text),
        visible: visibleOrders(caller),
        filters: [],
        sort: { orderDate: orders.orderedAt },
        secondaryKey: orders.orderedAt,
        uniqueKey: orders.id,
      },
      {
        pageSize: mostIds,
        pageNumber: 1,
        includeTotalCount: false,
        sortFieldName: "orderDate",
        sortDirection: "Descending",
      },
    );
    return items.map(({ id }) => id);
  },

  async read({ db }, ids) {
    const rows = await db
      .select({
        id: orders.id,
        name: orders.name,
        marketplaceOrderId: orders.marketplaceOrderId,
        orderedAt: orders.orderedAt,
        customerFirstName: orders.customerFirstName,
        customerSurname: orders.customerSurname,
        supplierName: suppliers.name,
        marketplaceName: marketplaces.name,
      })
      .from(orders)
      .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
      .innerJoin(marketplaces, eq(marketplaces.id, orders.marketplaceId))
      .where(inArray(orders.id, ids));
    return rows.map(({ orderedAt, ...row }) => ({ ...row, orderDate: orderedAt.toISOString() }));
  },
};

/** As on the page of an order: other callers must not learn who has an order. */
const seesEmails = (caller: Searching["caller"]) => hasRole(caller, "Administrator", "Operator");
