/** Undoes the imported shipments of one order, except where later changes have been made. */
import { eq } from "drizzle-orm";
import { flagsOf, lockedOrder } from "#api/areas/shared/order.ts";
import { cancelShipment, type StoredShipment, trackShipment } from "#api/areas/shared/shipping.ts";
import { allOrNothing } from "#api/database/savepoint.ts";
import { shipments } from "#api/database/schema/index.ts";
import type { Work } from "#api/processing/process.ts";
import { conflict, notFound, orRefusal, Refusal } from "#api/refusals/refusal.ts";
import type { ShipmentResult, Tracked } from "./import-shipments.ts";

/** New shipments are cancelled; changed ones get their courier, tracking number and status back. */
export async function undoShipments(work: Work, applied: readonly ShipmentResult[]): Promise<ShipmentResult[]> {
  const done = applied.filter(({ outcome }) => outcome === "made" || outcome === "changed");
  const results: ShipmentResult[] = [];
  // In reverse order, because two groups of rows may have changed the same shipment.
  for (const { trace, ...result } of [...done].reverse()) {
    const refusal = await orRefusal(() => allOrNothing(work.db, () => undo(work, result, trace)));
    results.push(
      refusal instanceof Refusal
        ? {
            ...result,
            outcome: "refused",
            problems: result.rows.map((row) => ({ row, column: null, why: refusal.message })),
          }
        : { ...result, outcome: "changed" },
    );
  }
  return results;
}

async function undo(
  work: Work,
  { orderId, shipmentId }: Omit<ShipmentResult, "trace">,
  trace: ShipmentResult["trace"],
): Promise<void> {
  if (!trace) throw conflict("What was there before is no longer known.");
  const order = await lockedOrder(work, orderId ?? 0);
  if (!flagsOf(work.caller, order).canUpdateLineItemStatus) throw notFound("This order");
  const [shipment] = await work.db
    .select()
    .from(shipments)
    .where(eq(shipments.id, shipmentId ?? 0));
  if (shipment?.orderId !== order.id) throw notFound("This shipment");
  if (shipment.cancelledAt) throw conflict(`Shipment ${shipment.id} has been cancelled since.`);
  if (!isAs(shipment, trace.is))
    throw conflict(`Shipment ${shipment.id} has been changed since, so it was left as it is now.`);
  if (trace.was === null) return cancelShipment(work, shipment.id);
  const { courierId, trackingNumber, status } = trace.was;
  return trackShipment(
    work,
    // It had this status before, even if users cannot choose it.
    { ...shipment, status },
    { CourierId: courierId, TrackingNumber: trackingNumber, Status: status },
  );
}

const isAs = (now: StoredShipment, left: Tracked) =>
  now.courierId === left.courierId && now.trackingNumber === left.trackingNumber && now.status === left.status;
