/** The shipments that the user ticked in the list, for the pages that act on all of them. */

import { tickedRows } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { recordIds } from "#contract/fields.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { maxSlips, type ShipmentRow, shipmentMessages } from "#contract/shipments/schema.ts";

export const chosenIds = recordIds(maxSlips);

/**
 * Returns the chosen shipments in the list's order, and the address of the list with the same shipments ticked.
 * Redirects there if none or too many are chosen.
 */
export async function loadChosenShipments(
  context: RequestContext,
  notDone: string,
): Promise<{ rows: ShipmentRow[]; parent: string }> {
  const parent = withParams(`${paths.shipments()}${context.url.search}`, { _routes: null });
  const chosen = context.url.searchParams.getAll(tickedRows);
  if (chosen.length === 0) throw await redirectWithError(parent, shipmentMessages.noneChosen);
  const ids = chosenIds.safeParse(chosen.join());
  if (!ids.success) throw await redirectWithError(parent, ids.error.issues[0]?.message ?? notDone);
  const { items } = await context.api(shipments.list, {
    ids: ids.data.join(),
    pageSize: maxSlips,
    includeTotalCount: false,
  });
  const rows = ids.data.map((id) => items.find((each) => each.id === id));
  if (!rows.every((row) => row !== undefined)) throw missing();
  return { rows, parent };
}
