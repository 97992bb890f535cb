import { z } from "zod";
import { recordId, recordIds } from "#contract/fields.ts";
import { processId } from "#contract/imports.ts";
import { manyPreview } from "#contract/many.ts";
import { command, download, edit, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { dispatchAnswer, dispatchShipments } from "./dispatch.ts";
import { changeShipments } from "./many.ts";
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
    description: "Lists shipments, a page at a time.",
    permission: "shipments.view",
    scope: "shipments",
    input: shipmentFilters.extend(paging(shipmentSortFields, { direction: "Descending" }).shape),
    output: paged(shipmentRow),
  }),
  get: query("shipments/{id}", {
    description: "Returns a shipment with its items.",
    permission: "shipments.view",
    scope: "shipments",
    input: z.object({ id: recordId }),
    output: shipmentSchema,
  }),
  couriers: query("shipments/couriers", {
    description: "Returns the couriers that a shipment may have.",
    permission: "signedIn",
    scope: "shipments",
    input: z.object({}),
    output: z.array(courierSchema),
  }),
  add: command("shipments/AddShipment", {
    description: "Adds a shipment of items of an order. Returns its id.",
    permission: "canUpdateLineItemStatus",
    effect: "work",
    scope: "shipments",
    input: addShipment,
    output: z.number().int(),
  }),
  update: command("shipments/UpdateShipment", {
    description: "Changes the courier, tracking number and status of a shipment.",
    permission: "canEdit",
    effect: "work",
    scope: "shipments",
    input: updateShipment.extend(edit),
  }),
  markDispatched: command("shipments/MarkShipmentsDispatched", {
    description:
      "Marks shipments as dispatched: all of them, or none if one is refused. Those already dispatched stay unchanged.",
    permission: "shipments.edit",
    effect: "work",
    scope: "shipments",
    canBeUndone: true,
    input: markShipmentsDispatched,
  }),
  dispatch: command("shipments/DispatchShipments", {
    description:
      "Saves courier and tracking number of shipments and marks them as dispatched, each for itself. The answer names those that were refused.",
    permission: "shipments.edit",
    effect: "work",
    feature: "manyAtOnce",
    canBeUndone: true,
    input: dispatchShipments,
    output: dispatchAnswer,
  }),
  previewMany: query("shipments/PreviewMany", {
    description: "Shows what `changeMany` would do to the first shipments. Changes nothing.",
    method: "POST",
    permission: "shipments.edit",
    feature: "manyAtOnce",
    input: changeShipments,
    output: manyPreview,
  }),
  changeMany: command("shipments/ChangeMany", {
    description:
      "Changes many shipments in the background, each for itself. Returns the id for `processing`, with which it can be undone.",
    permission: "shipments.edit",
    effect: "work",
    feature: "manyAtOnce",
    input: changeShipments,
    output: processId,
  }),
  cancel: command("shipments/CancelShipment", {
    description: "Cancels a shipment. Its items are owed again.",
    permission: "canEdit",
    effect: "work",
    scope: "shipments",
    input: shipmentCommand,
  }),
  packagingSlips: download("shipments/PackagingSlips", {
    description: "Returns a PDF of the slips in this order. For several, they are preceded by a picking list.",
    permission: "shipments.view",
    input: z.object({ ids: recordIds(maxSlips) }),
  }),
  markSlipsPrinted: command("shipments/MarkSlipsPrinted", {
    description:
      "Marks the slips of shipments as printed. For users who may print slips and have a role that changes anything.",
    permission: "shipments.mark",
    effect: "work",
    input: markSlipsPrinted,
  }),
};
