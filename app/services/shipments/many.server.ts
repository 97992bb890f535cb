/** Changes many shipments at once. */
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { manyKind, manyPage } from "#app/services/pages/many.server.ts";
import type { ShipmentChange } from "#contract/shipments/many.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { shipmentMessages } from "#contract/shipments/schema.ts";
import { shipmentListRules } from "./shipments.server.ts";

export const manyShipments = manyPage({
  noun: "shipment",
  list: { path: paths.shipments(), operation: shipments.list, rules: () => shipmentListRules },
  progress: manyPaths.shipmentProgress,
  preview: shipments.previewMany,
  operation: shipments.changeMany,
  kinds: {
    dispatched: manyKind({
      label: "Mark as Dispatched",
      warning:
        "Shipments that were cancelled or have left already are not counted. Those without a courier or a tracking number stay as they are, and are named afterwards.",
      fields: {},
      change: (): ShipmentChange => ({ Kind: "dispatched" }),
    }),
  },
  notSaved: shipmentMessages.notDispatched,
});
