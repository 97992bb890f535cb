import { shownText } from "#contract/rules/edits.ts";
import { tracking } from "#contract/shipments/edits.ts";
import type { ShipmentRow } from "#contract/shipments/schema.ts";
import { shipmentName } from "#contract/shipments/slip.ts";

export const customerOf = (row: ShipmentRow) => `${row.customerFirstName} ${row.customerSurname}`;

/**
 * Returns a shipment as a row of the form that takes courier and number.
 * @param proposed the courier if the shipment has none
 */
export function trackedRow(row: ShipmentRow, proposed?: number) {
  return {
    /** Prefix of the names of its fields. */
    key: `S${row.id}`,
    id: row.id,
    name: shipmentName(row),
    customer: customerOf(row),
    supplierName: row.supplierName ?? "",
    courierId: String(row.courierId ?? proposed ?? ""),
    trackingNumber: row.trackingNumber ?? "",
    shown: shownText(tracking({ courierId: null, trackingNumber: "", ...row, status: row.status ?? 0 })),
  };
}
export type TrackedRow = ReturnType<typeof trackedRow>;
