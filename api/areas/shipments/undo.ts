import { asc, inArray } from "drizzle-orm";
import { flagsOf, lockedOrder } from "#api/areas/shared/order.ts";
import { emitShipmentEvents } from "#api/areas/shared/order-events.ts";
import { shipments } from "#api/core/database/schema/index.ts";
import { type PutBack, putBack, type StoredChange } from "#api/core/history/put-back.ts";
import type { Undoer } from "#api/core/history/undoers.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Operations } from "#contract/operations.ts";

type Shipments = Operations["shipments"];

export const undoDispatched: Undoer<Shipments["markDispatched"]> = {
  authorise: ({ input }, context) => lockOrders(context, input.ShipmentIds),
  undo: ({ input, changes }, context) => restore(context, input.ShipmentIds, changes),
};

const idsOf = (rows: readonly { ShipmentId: number }[]) => rows.map(({ ShipmentId }) => ShipmentId);

/** Marketplaces that got the courier and tracking number get the restored ones. */
export const undoDispatch: Undoer<Shipments["dispatch"]> = {
  isOfMany: true,
  authorise: ({ input }, context) => lockOrders(context, idsOf(input.Rows)),
  async undo({ input, changes }, context) {
    const done = await restore(
      context,
      idsOf(input.Rows),
      changes.filter(({ tableName }) => tableName === "shipments"),
    );
    for (const { recordId, before } of done.restored)
      if (before && ("courier_id" in before || "tracking_number" in before))
        await emitShipmentEvents(context, recordId, "shipped");
    return done;
  },
};

const sent = ({ db }: Context, ids: readonly number[]) =>
  db
    .select()
    .from(shipments)
    .where(inArray(shipments.id, [...ids]))
    .orderBy(asc(shipments.id));

async function lockOrders(context: Context, ids: readonly number[]): Promise<void> {
  // Sorted by id, like in every command that locks several orders, to avoid deadlocks.
  for (const { orderId } of await sent(context, ids)) {
    const order = await lockedOrder(context, orderId);
    context.authorise({ shipments: { edit: flagsOf(context.caller, order).canUpdateLineItemStatus } });
  }
}

async function restore(context: Context, ids: readonly number[], changes: readonly StoredChange[]): Promise<PutBack> {
  const open = (await sent(context, ids)).filter(({ cancelledAt }) => cancelledAt === null).map(({ id }) => id);
  const [ofOpen, ofCancelled] = [true, false].map((isOpen) =>
    changes.filter(({ recordId }) => open.includes(recordId) === isOpen),
  );
  const done = await putBack(context.db, ofOpen ?? []);
  return { ...done, kept: [...done.kept, ...(ofCancelled ?? [])] };
}
