import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import { orders, shipments } from "#api/core/database/schema/index.ts";
import type { SearchAnswer } from "#contract/search/schema.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import { shipments as operations } from "#contract/shipments/operations.ts";
import { beginsWith, folded, idIn, isText, type Kind, mostIds, type Searching } from "./kind.ts";

type Hit = NonNullable<SearchAnswer["shipments"]>["items"][number];

/** Shorter prefixes only identify the courier, so they match too many tracking numbers. */
const shortestBeginning = 4;

const number = folded(shipments.trackingNumber);

export const shipmentKind: Kind<Hit> = {
  operation: operations.list,

  /**
   * By tracking number, which the barcode of a packaging slip contains, or by name, which is printed at its foot. A
   * cancelled shipment has no slip, so it only counts where no other has its number.
   */
  async exact(searching, text) {
    const found = await having(searching, isText(number, text));
    const sent = found.filter(({ cancelledAt }) => cancelledAt === null);
    const named = await withName(searching, text);
    return [...(sent.length > 0 ? sent : found), ...named].map(({ id }) => id);
  },

  async similar(searching, text) {
    if ([...text].length < shortestBeginning) return [];
    return (await having(searching, beginsWith(number, text))).map(({ id }) => id);
  },

  async read({ db }, ids) {
    const rows = await db
      .select({
        id: shipments.id,
        marketplaceOrderId: orders.marketplaceOrderId,
        trackingNumber: shipments.trackingNumber,
        courierId: shipments.courierId,
        createdAt: shipments.createdAt,
        cancelledAt: shipments.cancelledAt,
        customerFirstName: orders.customerFirstName,
        customerSurname: orders.customerSurname,
      })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(inArray(shipments.id, ids));
    return rows.map(({ courierId, createdAt, cancelledAt, ...row }) => ({
      ...row,
      courierName: courierOf(courierId)?.name,
      createdDate: createdAt.toISOString(),
      cancelledDate: cancelledAt?.toISOString() ?? null,
    }));
  },
};

const having = ({ db, caller }: Searching, condition: SQL) =>
  db
    .select({ id: shipments.id, cancelledAt: shipments.cancelledAt })
    .from(shipments)
    .where(and(condition, visibleTo(caller, shipments.supplierId)))
    .orderBy(asc(number), desc(shipments.id))
    .limit(mostIds);

/** A shipment is named after its order and its own number: `MK-1-12`. */
async function withName({ db, caller }: Searching, text: string) {
  const end = text.lastIndexOf("-");
  const id = idIn(text.slice(end + 1));
  if (end < 1 || id === undefined) return [];
  return db
    .select({ id: shipments.id })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        eq(shipments.id, id),
        isText(orders.sortableNumber, text.slice(0, end)),
        visibleTo(caller, shipments.supplierId),
      ),
    );
}
