import { sql } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import { shipmentItems, shipments } from "#api/core/database/schema/index.ts";
import { shipmentStatuses } from "#contract/enumerations.ts";
import { couriers } from "#contract/shipments/couriers.ts";
import { choice, field, ref } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

const courierChoices = couriers.map(({ id, name }) => ({ value: id, displayName: name }));

export const shipmentHistory = {
  table: shipments,
  id: shipments.id,
  name: sql`'Shipment ' || ${shipments.id}`,
  permission: "shipments.view",
  visible: (caller) => visibleTo(caller, shipments.supplierId),
  tables: {
    shipments: recorded(shipments, {
      record: "shipment",
      id: shipments.id,
      omits: { "are those of the order": ["orderId", "supplierId", "marketplaceId"] },
      fields: {
        status: choice("Status", shipmentStatuses),
        courierId: choice("Courier", courierChoices),
        trackingNumber: field("Tracking number"),
        cancelledAt: field("Cancelled", "moment"),
        slipPrintedAt: field("Packaging slip printed", "moment"),
        slipPrintedBy: ref("Packaging slip printed by", "user"),
      },
    }),
    shipmentItems: recorded(shipmentItems, {
      record: "shipment",
      id: shipmentItems.shipmentId,
      part: "Line item",
      namedBy: { column: "lineItemId", ref: "lineItem" },
      fields: { quantity: field("Quantity", "number") },
    }),
  },
} satisfies RecordWithHistory;
