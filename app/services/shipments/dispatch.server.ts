/** Loader and form of the page that marks several shipments as dispatched. */

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
import { shipments } from "#contract/shipments/operations.ts";
import { maxSlips, type ShipmentRow, shipmentMessages } from "#contract/shipments/schema.ts";
import { shipmentName, whyNoSlip } from "#contract/shipments/slip.ts";
import { chosenIds, loadChosenShipments } from "./chosen-shipments.server.ts";

/** Loads the chosen shipments, separated into those that can be marked and the others. */
export async function loadDispatch(context: RequestContext) {
  const { rows: chosen, parent } = await loadChosenShipments(context, shipmentMessages.notDispatched, async (list) =>
    (await hasFeature("manyAtOnce"))
      ? redirect(withParams(`${manyPaths.shipments()}${context.url.search}`, { _routes: null, kind: "dispatched" }))
      : redirectWithError(list, `Please choose at most ${maxSlips} shipments, or narrow your search.`),
  );
  const rows = chosen.map((row) => ({
    id: row.id,
    name: shipmentName(row),
    customer: `${row.customerFirstName} ${row.customerSurname}`,
    trackingNumber: row.trackingNumber ?? "",
    whyNot: whyNotMarked(row),
  }));
  return {
    toMark: rows.filter(({ whyNot }) => !whyNot),
    others: rows.filter(({ whyNot }) => whyNot),
    parent,
    commandId: newCommandId(),
  };
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
    next: ({ url }) => withParams(`${paths.shipments()}${url.search}`, { [tickedRows]: null, All: null }),
  }),
};
