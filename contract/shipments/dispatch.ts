/** Marking shipments as dispatched, with the courier and the tracking number of those that still lack them. */
import { z } from "zod";
import { list, recordId } from "#contract/fields.ts";
import { edit } from "#contract/operation.ts";
import { problemSchema } from "#contract/problem.ts";
import { maxSlips, updateShipment } from "./schema.ts";

/** Shipments whose courier and number are entered on one page. */
export const mostTracked = 100;

const dispatchedRow = z.object({
  ShipmentId: recordId,
  /** A field that is left out stays as it is. */
  CourierId: updateShipment.shape.CourierId.optional(),
  TrackingNumber: updateShipment.shape.TrackingNumber.optional(),
  Shown: edit.Shown,
});
export type DispatchedRow = z.output<typeof dispatchedRow>;

export const dispatchShipments = z.object({
  Rows: list(dispatchedRow, { min: 1, max: maxSlips }),
  After: edit.After,
});

/** A shipment that was not saved. */
const refusedDispatch = problemSchema.pick({ errors: true, theirs: true, by: true, shown: true }).extend({
  shipmentId: z.number().int(),
  /** Why, in one sentence. */
  message: z.string(),
});
export type RefusedDispatch = z.output<typeof refusedDispatch>;

export const dispatchAnswer = z.object({
  /** Shipments that are dispatched now, or in which something else has changed. */
  savedCount: z.number().int(),
  /** The other shipments stay as they were. */
  refused: z.array(refusedDispatch),
});
export type DispatchAnswer = z.output<typeof dispatchAnswer>;
