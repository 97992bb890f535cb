/** The shipments that the user ticked in the list, for the pages that act on all of them. */
import { recordIds } from "@contract/fields.ts";
import { shipments } from "@contract/shipments/operations.ts";
import { maxSlips, type ShipmentRow, shipmentMessages } from "@contract/shipments/schema.ts";
import { chosenShipment } from "~/lib/chosen-shipments";
import { paths, withParams } from "~/lib/paths";
import type { Call } from "./call.server";
import { missing } from "./route.server";
import { redirectWithError } from "./toast.server";

export const chosenIds = recordIds(maxSlips);

/**
 * Returns the chosen shipments in the list's order, and the list's own query parameters. Redirects to the list if none
 * or too many are chosen.
 */
export async function loadChosenShipments(
  call: Call,
  notDone: string,
): Promise<{ rows: ShipmentRow[]; parent: string }> {
  const parent = withParams(`${paths.shipments()}${call.url.search}`, { [chosenShipment]: null, _routes: null });
  const chosen = call.url.searchParams.getAll(chosenShipment);
  if (chosen.length === 0) throw await redirectWithError(parent, shipmentMessages.noneChosen);
  const ids = chosenIds.safeParse(chosen.join());
  if (!ids.success) throw await redirectWithError(parent, ids.error.issues[0]?.message ?? notDone);
  const { items } = await call.api(shipments.list, {
    ids: ids.data.join(),
    pageSize: maxSlips,
    includeTotalCount: false,
  });
  const rows = ids.data.map((id) => items.find((each) => each.id === id));
  if (!rows.every((row) => row !== undefined)) throw missing();
  return { rows, parent };
}
