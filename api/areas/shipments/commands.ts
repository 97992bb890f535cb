import { eq, inArray } from "drizzle-orm";
import { orderToChange } from "#api/areas/shared/order.ts";
import {
  cancelShipment,
  makeShipment,
  type StoredShipment,
  trackShipment,
  whyClosed,
} from "#api/areas/shared/shipping.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { shipments } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { tracking } from "#contract/shipments/edits.ts";
import { lockedShipment, shipmentToChange } from "./policy.ts";
import { shipmentsToPrint } from "./slips.ts";

type Shipments = Operations["shipments"];

export const add: Handler<Shipments["add"]> = async ({ OrderId, Items, CourierId, TrackingNumber }, context) =>
  makeShipment(context, await orderToChange(context, OrderId), {
    items: Items,
    courierId: CourierId,
    trackingNumber: TrackingNumber,
  });

export const update: Handler<Shipments["update"]> = async (sent, context) => {
  const shipment = await shipmentToChange(context, sent.ShipmentId);
  await trackShipment(context, shipment, edited(sent, tracking(shipment)));
  return null;
};

export const markDispatched: Handler<Shipments["markDispatched"]> = async ({ ShipmentIds }, context) => {
  // Sorted by id, like in every command that locks several orders, to avoid deadlocks.
  for (const id of [...new Set(ShipmentIds)].sort((a, b) => a - b)) {
    const { shipment, mayShip } = await lockedShipment(context, id);
    context.authorise({ shipments: { edit: mayShip } });
    const why = whyClosed(shipment);
    if (why) throw conflict(`Shipment ${id}: ${why}`);
    if (isWithoutTracking(shipment)) throw conflict(`Shipment ${id} has no courier or no tracking number yet.`);
    await markAsDispatched(context.db, shipment);
  }
  return null;
};

export const isWithoutTracking = ({ courierId, trackingNumber }: StoredShipment) =>
  courierId === null || trackingNumber === "";

export const markAsDispatched = (db: Db, { id }: StoredShipment) =>
  db.update(shipments).set({ status: ShipmentStatus.dispatched }).where(eq(shipments.id, id));

/** Stores only the last printing and its user; earlier printings are in the stored commands. */
export const markSlipsPrinted: Handler<Shipments["markSlipsPrinted"]> = async (input, context) => {
  const { db, caller, now } = context;
  const printed = await shipmentsToPrint(context, input.ShipmentIds);
  const ids = printed.map(({ id }) => id);
  await db
    .update(shipments)
    .set({ slipPrintedAt: now, slipPrintedBy: caller.userId })
    .where(inArray(shipments.id, ids));
  return null;
};

export const cancel: Handler<Shipments["cancel"]> = async (input, context) => {
  const { id } = await shipmentToChange(context, input.ShipmentId);
  await cancelShipment(context, id);
  return null;
};
