/** The import of shipments. The rows of each order are processed together. */

import { importKind } from "#api/core/processing/import-kind.ts";
import { byRecord } from "#api/core/processing/import-units.ts";
import { counted } from "#api/core/processing/words.ts";
import { importOutcomes } from "#contract/imports.ts";
import { importSummary, ordersSheet } from "#contract/orders/import.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import { columnsIn, isFilledIn, shipmentRowOf } from "./import-rows.ts";
import { importOrder, type OrderRows, type ShipmentResult } from "./import-shipments.ts";
import { undoShipments } from "./undo-shipments.ts";

export const shipmentImport = importKind({
  name: "shipments",
  sheet: ordersSheet,
  noun: "shipment",
  pathOf: (id) => `/orders/import/${id}`,
  isAllowed: ({ permissions }) => permissions.orders.edit,
  columnsOf: columnsIn,
  isEmpty: (row, columns) => !isFilledIn(row, columns),
  split: (columns) =>
    byRecord<OrderRows>((row) => {
      const { OrderId: orderId } = shipmentRowOf(row, columns).values;
      return {
        record: orderId === undefined ? `row ${row.number}` : `order ${orderId}`,
        unit: { orderId, rows: [row] },
      };
    }),
  recordOf: ({ orderId }: OrderRows) => (orderId === undefined ? undefined : `order ${orderId}`),
  apply(work, { orderId, rows }, { head }) {
    const columns = columnsIn({ cells: head });
    return importOrder(
      work,
      orderId,
      rows.map((row) => shipmentRowOf(row, columns)),
    );
  },
  withoutNewIds: (results) => results.map((each) => (each.outcome === "made" ? { ...each, shipmentId: null } : each)),
  undo: (work, applied, { undoes = "" }) => undoShipments(work, applied, undoes),
  summary: importSummary,
  outcomes: importOutcomes,
  listsUnchanged: true,
  shown: ({ courierId }: ShipmentResult) => ({ courierName: courierOf(courierId)?.name }),
  summaryOf: (all) => ({
    refusedRows: all.filter(({ outcome }) => outcome === "refused").reduce((sum, { rows }) => sum + rows.length, 0),
  }),
  text({ made, changed, unchanged, refusedRows, emptyRows }, isCheck) {
    const done = (count: number) => (isCheck ? "would be" : count === 1 ? "was" : "were");
    const parts = [
      `${counted(made.count, "shipment")} ${done(made.count)} created`,
      `${counted(changed.count, "shipment")} ${done(changed.count)} updated`,
      `${counted(unchanged.count, "shipment")} already imported`,
      `${counted(refusedRows, "row")} ${done(refusedRows)} refused`,
      `${counted(emptyRows, "row")} skipped (blank)`,
    ];
    return `${parts.join(", ")}.`;
  },
});
