import { asc, inArray } from "drizzle-orm";
import { flagsOf, lockedOrder } from "#api/areas/shared/order.ts";
import { shipments } from "#api/database/schema/index.ts";
import { type PutBack, putBack } from "#api/history/put-back.ts";
import type { Done, Undoer } from "#api/history/undoers.ts";
import type { Context } from "#api/operations/context.ts";
import type { Operations } from "#contract/operations.ts";

type Dispatch = Done<Operations["shipments"]["markDispatched"]>;

export const undoDispatched: Undoer<Operations["shipments"]["markDispatched"]> = {
  authorise: lockOrders,
  undo: restoreStatus,
};

const sent = ({ db }: Context, { ShipmentIds }: Dispatch["input"]) =>
  db.select().from(shipments).where(inArray(shipments.id, ShipmentIds)).orderBy(asc(shipments.id));

async function lockOrders({ input }: Dispatch, context: Context): Promise<void> {
  // Sorted by id, like in every command that locks several orders, to avoid deadlocks.
  for (const { orderId } of await sent(context, input)) {
    const order = await lockedOrder(context, orderId);
    context.authorise({ shipments: { edit: flagsOf(context.caller, order).canUpdateLineItemStatus } });
  }
}

async function restoreStatus({ input, changes }: Dispatch, context: Context): Promise<PutBack> {
  const open = (await sent(context, input)).filter(({ cancelledAt }) => cancelledAt === null).map(({ id }) => id);
  const [ofOpen, ofCancelled] = [true, false].map((isOpen) =>
    changes.filter(({ recordId }) => open.includes(recordId) === isOpen),
  );
  const done = await putBack(context.db, ofOpen ?? []);
  return { ...done, kept: [...done.kept, ...(ofCancelled ?? [])] };
}
