/** Marking shipments as dispatched with their courier and number: each of them wholly or not at all. */

import { type StoredShipment, trackShipment, whyClosed } from "#api/areas/shared/shipping.ts";
import { lockedShipment } from "#api/areas/shipments/policy.ts";
import { edited } from "#api/core/commands/edits.ts";
import { rowsWithOwnEdits } from "#api/core/commands/own-edits.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import { latestChanges } from "#api/core/history/latest-change.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { ChangedMeanwhile, conflict, invalid, orRefusal, Refusal, refuse } from "#api/core/refusals/refusal.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import type { DispatchAnswer, DispatchedRow, RefusedDispatch } from "#contract/shipments/dispatch.ts";
import { tracking } from "#contract/shipments/edits.ts";
import { shipmentMessages } from "#contract/shipments/schema.ts";

type Dispatch = Operations["shipments"]["dispatch"];

export const dispatch: Handler<Dispatch> = async (input, context) => {
  if (new Set(input.Rows.map(({ ShipmentId }) => ShipmentId)).size < input.Rows.length)
    throw invalid({ Rows: ["One of these shipments is there twice."] });
  const rows = await rowsWithOwnEdits(
    context.db,
    "shipments.dispatch",
    context.caller,
    input,
    ({ ShipmentId }) => ShipmentId,
  );
  const answers = new Map<number, boolean | RefusedDispatch>();
  // Sorted by id, like in every command that locks several orders, to avoid deadlocks.
  for (const row of rows.toSorted((a, b) => a.ShipmentId - b.ShipmentId)) {
    const { shipment, mayShip } = await lockedShipment(context, row.ShipmentId);
    context.authorise({ shipments: { edit: mayShip } });
    const result = await orRefusal(() => allOrNothing(context.db, () => saveRow(context, shipment, row)));
    answers.set(row.ShipmentId, result instanceof Refusal ? await refusedRow(context, row, result) : result);
  }
  const inOrder = rows.map(({ ShipmentId }) => answers.get(ShipmentId));
  return {
    savedCount: inOrder.filter((answer) => answer === true).length,
    refused: inOrder.filter((answer): answer is RefusedDispatch => typeof answer === "object"),
  } satisfies DispatchAnswer;
};

/**
 * Returns false if nothing changes.
 * @throws Refusal with the reason why the row cannot be saved
 */
async function saveRow(context: Context, shipment: StoredShipment, row: DispatchedRow): Promise<boolean> {
  const why = whyClosed(shipment);
  if (why) throw conflict(why);
  const { CourierId = shipment.courierId, TrackingNumber = shipment.trackingNumber } = edited(row, tracking(shipment));
  refuse({
    CourierId: CourierId === null && shipmentMessages.courier,
    TrackingNumber: TrackingNumber === "" && shipmentMessages.trackingNumber,
  });
  const Status = ShipmentStatus.dispatched;
  const isSame =
    shipment.status === Status && CourierId === shipment.courierId && TrackingNumber === shipment.trackingNumber;
  if (isSame) return false;
  await trackShipment(context, shipment, { CourierId, TrackingNumber, Status });
  return true;
}

async function refusedRow({ db, caller }: Context, row: DispatchedRow, refusal: Refusal): Promise<RefusedDispatch> {
  const about = { shipmentId: row.ShipmentId, message: refusal.message };
  if (!(refusal instanceof ChangedMeanwhile)) return { ...about, errors: refusal.errors };
  const { theirs, shown } = refusal;
  const command = { name: "shipments.dispatch", input: { ShipmentId: row.ShipmentId } };
  return { ...about, theirs, shown, by: await latestChanges(db, caller, command, Object.keys(theirs)) };
}
