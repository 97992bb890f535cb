/** Changes many shipments at once, by the rules of the page for one. */
import { and, asc, eq, isNull, notInArray } from "drizzle-orm";
import { describeKept } from "#api/areas/history/kept.ts";
import type { StoredShipment } from "#api/areas/shared/shipping.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { orders, shipments } from "#api/core/database/schema/index.ts";
import type { ManyArea } from "#api/core/many/area.ts";
import { previewOf } from "#api/core/many/preview.ts";
import { manyChanges } from "#api/core/many/process.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import { ShipmentStatus, SupplierPermission, shipmentStatuses } from "#contract/enumerations.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import type { ShipmentChange } from "#contract/shipments/many.ts";
import { shipmentName } from "#contract/shipments/slip.ts";
import { isWithoutTracking, markAsDispatched } from "./commands.ts";
import { assertOpen, lockedShipment } from "./policy.ts";
import { type Filters, filtersOf } from "./queries.ts";

const gone = [ShipmentStatus.dispatched, ShipmentStatus.delivered];

const area: ManyArea<ShipmentChange, Filters, StoredShipment> = {
  name: "shipmentChanges",
  noun: "shipment",
  path: "/shipments/many",
  noneMatches: "No shipment that matches can be marked as dispatched: all were cancelled or have left already.",
  permission: "shipments.edit",
  id: shipments.id,
  // Shipments that have left already would fill the preview and the result with reasons that nobody needs.
  matches: (filter) => and(...filtersOf(filter), isNull(shipments.cancelledAt), notInArray(shipments.status, gone)),
  async find({ db, caller }, which, most) {
    const rows = await db
      .select({ id: shipments.id, marketplaceOrderId: orders.marketplaceOrderId })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(and(visibleTo(caller, shipments.supplierId, SupplierPermission.orders), which))
      .orderBy(asc(shipments.id))
      .limit(most);
    return rows.map((row) => ({ id: row.id, name: shipmentName(row) }));
  },
  async lock(work, id) {
    const { shipment, mayShip } = await lockedShipment(work, id);
    if (!mayShip) throw notFound("This shipment");
    return shipment;
  },
  about: ({ courierId, trackingNumber }) => [courierOf(courierId)?.name, trackingNumber].filter(Boolean).join(", "),
  shown: async (_work, { status }) =>
    new Map([["Status", shipmentStatuses.find(({ value }) => value === status)?.displayName ?? ""]]),
  async change({ db }, shipment) {
    if (shipment.status === ShipmentStatus.dispatched && shipment.cancelledAt === null) return false;
    assertOpen(shipment);
    if (isWithoutTracking(shipment)) throw conflict("It has no courier or no tracking number yet.");
    await markAsDispatched(db, shipment);
    return true;
  },
  done: () => "marked as dispatched",
  undo: {
    can: () => true,
    record: "shipment",
    tables: ["shipments"],
    describeKept,
    before: async (_work, shipment) => assertOpen(shipment),
  },
};

export const shipmentChanges = manyChanges(area);
export const changeMany = shipmentChanges.begin;
export const previewMany = previewOf(area);
