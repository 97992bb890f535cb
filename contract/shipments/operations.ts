import { z } from "zod";
import { recordId, recordIds } from "#contract/fields.ts";
import { command, download, edit, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import {
  addShipment,
  courierSchema,
  markShipmentsDispatched,
  markSlipsPrinted,
  maxSlips,
  shipmentCommand,
  shipmentFilters,
  shipmentRow,
  shipmentSchema,
  shipmentSortFields,
  updateShipment,
} from "./schema.ts";

export const shipments = {
  list: query("Shipments", {
    permission: "shipments.view",
    input: shipmentFilters.extend(paging(shipmentSortFields, { direction: "Descending" }).shape),
    output: paged(shipmentRow),
  }),
  get: query("shipments/{id}", {
    permission: "shipments.view",
    input: z.object({ id: recordId }),
    output: shipmentSchema,
  }),
  couriers: query("shipments/couriers", {
    permission: "signedIn",
    input: z.object({}),
    output: z.array(courierSchema),
  }),
  /** Answers with the new shipment's id. */
  add: command("shipments/AddShipment", {
    permission: "canUpdateLineItemStatus",
    input: addShipment,
    output: z.number().int(),
  }),
  update: command("shipments/UpdateShipment", { permission: "canEdit", input: updateShipment.extend(edit) }),
  /** They have left: all of them, or none when one of them cannot be. Those that are dispatched already stay so. */
  markDispatched: command("shipments/MarkShipmentsDispatched", {
    permission: "shipments.edit",
    input: markShipmentsDispatched,
  }),
  /** Everything in it is owed again. */
  cancel: command("shipments/CancelShipment", { permission: "canEdit", input: shipmentCommand }),
  /** A PDF of their slips, in this order; of several with a list of what is to be picked for them in front. */
  packagingSlips: download("shipments/PackagingSlips", {
    permission: "shipments.view",
    input: z.object({ ids: recordIds(maxSlips) }),
  }),
  /** By whoever prints a slip and may change anything at all. */
  markSlipsPrinted: command("shipments/MarkSlipsPrinted", { permission: "shipments.mark", input: markSlipsPrinted }),
};
