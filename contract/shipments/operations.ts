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
    permission: "shipments.view",
    scope: "shipments",
    input: shipmentFilters.extend(paging(shipmentSortFields, { direction: "Descending" }).shape),
    output: paged(shipmentRow),
  }),
  get: query("shipments/{id}", {
    permission: "shipments.view",
    scope: "shipments",
    input: z.object({ id: recordId }),
    output: shipmentSchema,
  }),
  couriers: query("shipments/couriers", {
    permission: "signedIn",
    scope: "shipments",
    input: z.object({}),
    output: z.array(courierSchema),
  }),
  /** Returns the new shipment's id. */
  add: command("shipments/AddShipment", {
    permission: "canUpdateLineItemStatus",
    effect: "work",
    scope: "shipments",
    input: addShipment,
    output: z.number().int(),
  }),
  update: command("shipments/UpdateShipment", {
    permission: "canEdit",
    effect: "work",
    scope: "shipments",
    input: updateShipment.extend(edit),
  }),
  /** Marks shipments as dispatched: all of them, or none if one is refused. Those already dispatched stay unchanged. */
  markDispatched: command("shipments/MarkShipmentsDispatched", {
    permission: "shipments.edit",
    effect: "work",
    scope: "shipments",
    canBeUndone: true,
    input: markShipmentsDispatched,
  }),
  /**
   * Saves courier and tracking number of shipments and marks them as dispatched, each for itself: the answer names those
   * that were refused. Not part of other APIs.
   */
  dispatch: command("shipments/DispatchShipments", {
    permission: "shipments.edit",
    effect: "work",
    feature: "manyAtOnce",
    canBeUndone: true,
    input: dispatchShipments,
    output: dispatchAnswer,
  }),
  /** Shows what `changeMany` would do to the first shipments; changes nothing. Not part of other APIs. */
  previewMany: query("shipments/PreviewMany", {
    method: "POST",
    permission: "shipments.edit",
    feature: "manyAtOnce",
    input: changeShipments,
    output: manyPreview,
  }),
  /**
   * Changes many shipments in the background, each for itself. Returns the id for `processing`, with which it can be
   * undone.
   */
  changeMany: command("shipments/ChangeMany", {
    permission: "shipments.edit",
    effect: "work",
    feature: "manyAtOnce",
    input: changeShipments,
    output: processId,
  }),
  /** Its items are owed again. */
  cancel: command("shipments/CancelShipment", {
    permission: "canEdit",
    effect: "work",
    scope: "shipments",
    input: shipmentCommand,
  }),
  /** A PDF of the slips in this order; for several, preceded by a picking list. */
  packagingSlips: download("shipments/PackagingSlips", {
    permission: "shipments.view",
    input: z.object({ ids: recordIds(maxSlips) }),
  }),
  /** Permission: users who may print slips and have a role that changes anything. */
  markSlipsPrinted: command("shipments/MarkSlipsPrinted", {
    permission: "shipments.mark",
    effect: "work",
    input: markSlipsPrinted,
  }),
};
