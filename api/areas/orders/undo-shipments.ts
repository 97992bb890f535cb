/** Undoes the imported shipments of one order, except where later changes have been made. */
import { eq } from "drizzle-orm";
import { flagsOf, lockedOrder } from "#api/areas/shared/order.ts";
import { cancelShipment, trackShipment } from "#api/areas/shared/shipping.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import { shipments } from "#api/core/database/schema/index.ts";
import type { Problem } from "#api/core/excel/cells.ts";
import { only, splitAsLeft } from "#api/core/history/as-left.ts";
import { together } from "#api/core/history/together.ts";
import type { Work } from "#api/core/processing/process.ts";
import { whyKept } from "#api/core/processing/undone.ts";
import { conflict, notFound, orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { shipmentStatuses } from "#contract/enumerations.ts";
import type { ShipmentColumn } from "#contract/orders/import.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import type { ShipmentResult, Tracked } from "./import-shipments.ts";

/** New shipments are cancelled; changed ones get their courier, tracking number and status back. */
export async function undoShipments(work: Work, applied: readonly ShipmentResult[]): Promise<ShipmentResult[]> {
  const done = applied.filter(({ outcome }) => outcome === "made" || outcome === "changed");
  const results: ShipmentResult[] = [];
  // In reverse order, because two groups of rows may have changed the same shipment.
  for (const { trace, ...result } of [...done].reverse()) {
    const kept = await orRefusal(() => allOrNothing(work.db, () => undo(work, result, trace)));
    const row = result.rows[0] ?? 0;
    results.push(
      kept instanceof Refusal
        ? {
            ...result,
            outcome: "refused",
            problems: result.rows.map((each) => ({ row: each, column: null, why: kept.message })),
          }
        : { ...result, outcome: "changed", problems: kept.map((problem) => ({ row, ...problem })) },
    );
  }
  return results;
}

/** Returns why fields stay as they are. */
async function undo(
  work: Work,
  { orderId, shipmentId }: Omit<ShipmentResult, "trace">,
  trace: ShipmentResult["trace"],
): Promise<Omit<Problem<ShipmentColumn>, "row">[]> {
  if (!trace) throw conflict("What was there before is no longer known.");
  const order = await lockedOrder(work, orderId ?? 0);
  if (!flagsOf(work.caller, order).canUpdateLineItemStatus) throw notFound("This order");
  const [shipment] = await work.db
    .select()
    .from(shipments)
    .where(eq(shipments.id, shipmentId ?? 0));
  if (shipment?.orderId !== order.id) throw notFound("This shipment");
  if (shipment.cancelledAt) throw conflict(`Shipment ${shipment.id} has been cancelled since.`);
  const { was } = trace;
  const changed = fields.filter((field) => was === null || was[field] !== trace.is[field]);
  const { back, kept } = splitAsLeft(
    shipment,
    { was: was ?? {}, is: only(trace.is, changed) },
    was ? together.shipments : [],
  );
  const why = fields
    .filter((field) => kept.includes(field))
    .map((field) => ({
      column: shownAs[field].column,
      why: whyKept(
        shownAs[field].text(shipment),
        was ? { before: shownAs[field].text(was), after: shownAs[field].text(trace.is) } : undefined,
      ),
    }));
  if (kept.length > 0 && (was === null || back.length === 0))
    throw conflict([`Shipment ${shipment.id}.`, ...why.map((each) => `${each.column}: ${each.why}`)].join(" "));
  if (was === null) {
    await cancelShipment(work, shipment.id);
    return [];
  }
  const { courierId, trackingNumber, status } = { ...shipment, ...only(was, back) };
  await trackShipment(
    work,
    // It had this status before, even if users cannot choose it.
    { ...shipment, status },
    { CourierId: courierId, TrackingNumber: trackingNumber, Status: status },
  );
  return why;
}

const fields = ["courierId", "trackingNumber", "status"] as const satisfies readonly (keyof Tracked)[];

const shownAs: Readonly<Record<keyof Tracked, { column: ShipmentColumn; text(of: Tracked): string }>> = {
  courierId: { column: "Courier", text: ({ courierId }) => courierOf(courierId)?.name ?? "" },
  trackingNumber: { column: "TrackingNumber", text: ({ trackingNumber }) => trackingNumber },
  status: {
    column: "ShippingStatus",
    text: ({ status }) => shipmentStatuses.find(({ value }) => value === status)?.displayName ?? "",
  },
};
