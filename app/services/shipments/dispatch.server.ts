/** Loader and forms of the page that marks several shipments as dispatched. */

import { redirect } from "@remix-run/node";
import { z } from "zod";
import { tickedRows } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import { mostTracked } from "#contract/shipments/dispatch.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { maxSlips, type ShipmentRow, shipmentMessages } from "#contract/shipments/schema.ts";
import { shipmentName, whyNoSlip } from "#contract/shipments/slip.ts";
import { chosenIds, loadChosenShipments } from "./chosen-shipments.server.ts";
import { trackForm } from "./dispatch-save.server.ts";
import { lastCourierOf } from "./last-courier.server.ts";
import { customerOf, trackedRow } from "./tracked-row.server.ts";

/** Suppliers whose last courier is looked up; for shipments of others, none is proposed. */
const mostSuppliers = 10;

/** Loads the chosen shipments: those to mark, those that need courier and number before that, and the others. */
export async function loadDispatch(context: RequestContext) {
  const { rows: chosen, parent } = await loadChosenShipments(context, shipmentMessages.notDispatched, async (list) =>
    (await hasFeature("manyAtOnce"))
      ? redirect(withParams(`${manyPaths.shipments()}${context.url.search}`, { _routes: null, kind: "dispatched" }))
      : redirectWithError(list, `Please choose at most ${maxSlips} shipments, or narrow your search.`),
  );
  const isOffered = await hasFeature(shipments.dispatch.feature);
  const withoutTracking = isOffered ? chosen.filter(needsTracking) : [];
  const toTrack = withoutTracking.slice(0, mostTracked);
  const later = withoutTracking.slice(mostTracked);
  const couriers = toTrack.length > 0 ? await context.api(shipments.couriers, {}) : [];
  const proposed = await lastCouriers(context, toTrack);
  const rows = chosen
    .filter((row) => !toTrack.includes(row))
    .map((row) => ({
      id: row.id,
      name: shipmentName(row),
      customer: customerOf(row),
      trackingNumber: row.trackingNumber ?? "",
      whyNot: later.includes(row) ? `It follows when the first ${mostTracked} are saved.` : whyNotMarked(row),
    }));
  return {
    toMark: rows.filter(({ whyNot }) => !whyNot),
    toTrack: toTrack.map((row) => trackedRow(row, proposed.get(row.supplierId ?? 0))),
    couriers: couriers.map(({ id, name }) => ({ value: String(id), label: name })),
    isMore: later.length > 0,
    others: rows.filter(({ whyNot }) => whyNot),
    parent,
    commandId: newCommandId(),
  };
}

const needsTracking = (row: ShipmentRow) =>
  !row.cancelledDate && row.status !== ShipmentStatus.delivered && whyNoSlip(row) !== undefined;

async function lastCouriers(context: RequestContext, rows: readonly ShipmentRow[]): Promise<Map<number, number>> {
  const needy = rows.filter(({ courierId }) => !courierId);
  const suppliers = [...new Set(needy.flatMap(({ supplierId }) => supplierId ?? []))].slice(0, mostSuppliers);
  const found = await Promise.all(suppliers.map(async (id) => [id, await lastCourierOf(context, id)] as const));
  return new Map(found.flatMap(([id, courier]) => (courier === undefined ? [] : [[id, courier]])));
}

function whyNotMarked(row: ShipmentRow): string | undefined {
  if (row.status === ShipmentStatus.delivered) return "It has been delivered.";
  if (row.status === ShipmentStatus.dispatched && !row.cancelledDate) return "It is already marked as dispatched.";
  return whyNoSlip(row);
}

export const dispatchForms: Record<string, CommandForm> = {
  dispatch: commandForm({
    operation: shipments.markDispatched,
    schema: z.object({ ShipmentIds: chosenIds }),
    input: ({ ShipmentIds }) => ({ ShipmentIds }),
    saved: shipmentMessages.dispatched,
    notSaved: shipmentMessages.notDispatched,
    unchanged: shipmentMessages.dispatchedBefore,
    next: ({ url }) => withParams(`${paths.shipments()}${url.search}`, { [tickedRows]: null, All: null }),
  }),
  track: trackForm,
};
