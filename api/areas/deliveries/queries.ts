import { eq, gte, lte } from "drizzle-orm";
import { deliveries, marketplaces, orders, products } from "#api/core/database/schema/index.ts";
import { byText, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { longestShownBody } from "#contract/deliveries/schema.ts";
import type { Operations } from "#contract/operations.ts";

type Deliveries = Operations["deliveries"];

const columns = {
  id: deliveries.id,
  event: deliveries.event,
  state: deliveries.state,
  marketplaceId: deliveries.marketplaceId,
  marketplaceName: marketplaces.name,
  orderId: deliveries.orderId,
  marketplaceOrderId: orders.marketplaceOrderId,
  productId: deliveries.productId,
  productName: products.name,
  createdAt: deliveries.createdAt,
  attempts: deliveries.attempts,
  lastAttemptAt: deliveries.lastAttemptAt,
  nextAttemptAt: deliveries.nextAttemptAt,
  answerStatus: deliveries.answerStatus,
  failure: deliveries.failure,
};

interface Moments {
  state: string;
  createdAt: Date;
  lastAttemptAt: Date | null;
  nextAttemptAt: Date;
}

const withMoments = <T extends Moments>({ createdAt, lastAttemptAt, nextAttemptAt, ...row }: T) => ({
  ...row,
  createdDate: createdAt.toISOString(),
  lastAttemptDate: lastAttemptAt?.toISOString() ?? null,
  nextAttemptDate: row.state === "waiting" || row.state === "failing" ? nextAttemptAt.toISOString() : null,
});

export const list: Handler<Deliveries["list"]> = async (input, { db }) => {
  const page = await pageOf(
    db,
    {
      rows: db
        .select(columns)
        .from(deliveries)
        .innerJoin(marketplaces, eq(marketplaces.id, deliveries.marketplaceId))
        .leftJoin(orders, eq(orders.id, deliveries.orderId))
        .leftJoin(products, eq(products.id, deliveries.productId))
        .$dynamic(),
      keys: (keys) =>
        db
          .select(keys)
          .from(deliveries)
          .innerJoin(marketplaces, eq(marketplaces.id, deliveries.marketplaceId))
          .$dynamic(),
      isHuge: true,
      // Only the operator's staff have the permission, and they see every supplier.
      visible: undefined,
      filters: [
        input.state && eq(deliveries.state, input.state),
        input.marketplaceId === undefined ? undefined : eq(deliveries.marketplaceId, input.marketplaceId),
        input.event && eq(deliveries.event, input.event),
        input.fromDate === undefined ? undefined : gte(deliveries.createdAt, new Date(input.fromDate)),
        input.toDate === undefined ? undefined : lte(deliveries.createdAt, new Date(input.toDate)),
      ],
      sort: {
        createdDate: deliveries.createdAt,
        marketplaceName: byText(marketplaces.name),
        attempts: deliveries.attempts,
      },
      uniqueKey: deliveries.id,
    },
    input,
  );
  return { ...page, items: page.items.map(withMoments) };
};

export const get: Handler<Deliveries["get"]> = async ({ id }, { db, caller }) => {
  const [row] = await db
    .select({
      ...columns,
      eventId: deliveries.eventId,
      body: deliveries.body,
      requestHeaders: deliveries.requestHeaders,
      answerBody: deliveries.answerBody,
    })
    .from(deliveries)
    .innerJoin(marketplaces, eq(marketplaces.id, deliveries.marketplaceId))
    .leftJoin(orders, eq(orders.id, deliveries.orderId))
    .leftJoin(products, eq(products.id, deliveries.productId))
    .where(eq(deliveries.id, id));
  if (!row) throw notFound("This delivery");
  const { body, requestHeaders, ...delivery } = row;
  return {
    ...withMoments(delivery),
    requestHeaders: Object.entries(requestHeaders ?? {}).map(([name, value]) => ({ name, value })),
    requestBody: body.slice(0, longestShownBody),
    isRequestCut: body.length > longestShownBody,
    canEdit: caller.permissions.deliveries.edit,
  };
};
