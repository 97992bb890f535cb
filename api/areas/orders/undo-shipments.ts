/** Undoes the imported shipments of one order, except where later changes have been made. */
import { eq } from "drizzle-orm";
import { flagsOf, lockedOrder } from "#api/areas/shared/order.ts";
import { cancelShipment, type StoredShipment, trackShipment } from "#api/areas/shared/shipping.ts";
import { shipments } from "#api/core/database/schema/index.ts";
import { only, splitAsLeft } from "#api/core/history/as-left.ts";
import { changesOf } from "#api/core/history/changes-of.ts";
import { netChanges } from "#api/core/history/net-changes.ts";
import { together } from "#api/core/history/together.ts";
import type { Work } from "#api/core/processing/process.ts";
import { undoRecord, whyKept } from "#api/core/processing/undone.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import { shipmentStatuses } from "#contract/enumerations.ts";
import type { ShipmentColumn } from "#contract/orders/import.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import type { ShipmentResult } from "./import-shipments.ts";

/**
 * New shipments are cancelled; changed ones get their courier, tracking number and status back.
 * @param processId the import that is undone
 */
export async function undoShipments(
  work: Work,
  applied: readonly ShipmentResult[],
  processId: string,
): Promise<ShipmentResult[]> {
  const results: ShipmentResult[] = [];
  for (const result of byShipment(applied))
    results.push(await undoRecord(work.db, result, () => undo(work, result, processId)));
  return results;
}

/** Two groups of rows may have changed the same shipment: what both did to it is undone at once. */
function byShipment(applied: readonly ShipmentResult[]): ShipmentResult[] {
  const done = new Map<number | null, ShipmentResult>();
  for (const result of applied) {
    if (result.outcome !== "made" && result.outcome !== "changed") continue;
    const same = done.get(result.shipmentId);
    done.set(result.shipmentId, same ? { ...same, rows: [...same.rows, ...result.rows] } : result);
  }
  return [...done.values()];
}

/** Returns the result, with the reasons why fields stay as they are. */
async function undo(
  work: Work,
  { orderId, shipmentId, rows: [row = 0] }: ShipmentResult,
  processId: string,
): Promise<Pick<ShipmentResult, "outcome" | "problems">> {
  const order = await lockedOrder(work, orderId ?? 0);
  if (!flagsOf(work.caller, order).canUpdateLineItemStatus) throw notFound("This order");
  const [shipment] = await work.db
    .select()
    .from(shipments)
    .where(eq(shipments.id, shipmentId ?? 0));
  if (shipment?.orderId !== order.id) throw notFound("This shipment");
  if (shipment.cancelledAt) throw conflict(`Shipment ${shipment.id} has been cancelled since.`);
  const { was, is } = await changedBy(work, processId, shipment.id);
  const { back, kept } = splitAsLeft(shipment, { was: was ?? {}, is }, was ? together.shipments : []);
  const problems = fields
    .filter((field) => kept.includes(field))
    .map((field) => ({
      row,
      column: shownAs[field].column,
      why: whyKept(
        shownAs[field].text(shipment),
        was ? { before: shownAs[field].text(was), after: shownAs[field].text(is) } : undefined,
      ),
    }));
  if (kept.length > 0 && (was === null || back.length === 0))
    throw conflict([`Shipment ${shipment.id}.`, ...problems.map((each) => `${each.column}: ${each.why}`)].join(" "));
  if (was === null) {
    await cancelShipment(work, shipment.id);
    return { outcome: "changed", problems };
  }
  const { courierId, trackingNumber, status } = { ...shipment, ...only(was, back) };
  await trackShipment(
    work,
    // It had this status before, even if users cannot choose it.
    { ...shipment, status },
    { CourierId: courierId, TrackingNumber: trackingNumber, Status: status },
  );
  return { outcome: "changed", problems };
}

/** The fields of a shipment that an import changes. */
type Tracked = Partial<Pick<StoredShipment, (typeof fields)[number]>>;
const fields = ["courierId", "trackingNumber", "status"] as const;

/** Returns the fields that the import changed; `was` is null if it created the shipment. */
async function changedBy(
  { db }: Work,
  processId: string,
  shipmentId: number,
): Promise<{ was: Tracked | null; is: Tracked }> {
  const all = await changesOf(db, { processId, record: "shipment", tables: ["shipments"] }, shipmentId);
  if (all.length === 0) throw conflict("What was there before is no longer known.");
  const [change] = netChanges(all.reverse());
  return change
    ? { was: change.before && tracked(change.before), is: tracked(change.after ?? {}) }
    : { was: {}, is: {} };
}

/** @param row values by database column */
const tracked = (row: Record<string, unknown>): Tracked =>
  Object.fromEntries(
    fields.flatMap((field) => (shipments[field].name in row ? [[field, row[shipments[field].name]]] : [])),
  );

const shownAs: Readonly<Record<keyof Tracked, { column: ShipmentColumn; text(of: Tracked): string }>> = {
  courierId: { column: "Courier", text: ({ courierId }) => courierOf(courierId ?? null)?.name ?? "" },
  trackingNumber: { column: "TrackingNumber", text: ({ trackingNumber }) => trackingNumber ?? "" },
  status: {
    column: "ShippingStatus",
    text: ({ status }) => shipmentStatuses.find(({ value }) => value === status)?.displayName ?? "",
  },
};
