/** The shipments that the user ticked in the list, or all that match, for the pages that act on them. */

import { tickedRows } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { isValid } from "#app/services/pages/filters.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { recordIds } from "#contract/fields.ts";
import type { SentInput } from "#contract/operation.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { maxSlips, type ShipmentRow, shipmentMessages } from "#contract/shipments/schema.ts";
import { manyShipments } from "./many.server.ts";

export const chosenIds = recordIds(maxSlips);

/**
 * Returns the chosen shipments in the list's order, and the address of the list with the same shipments ticked.
 * Redirects there if none are chosen, or too many ticked.
 * @param tooMany returns where to go if more match than fit on a page
 */
export async function loadChosenShipments(
  context: RequestContext,
  notDone: string,
  tooMany: (parent: string) => Promise<Response>,
): Promise<{ rows: ShipmentRow[]; parent: string }> {
  const parent = withParams(`${paths.shipments()}${context.url.search}`, { _routes: null, All: null });
  if (manyShipments.isAll(context)) {
    const rows = await matching(context);
    if (rows === undefined) throw await tooMany(parent);
    if (rows.length === 0) throw await redirectWithError(parent, "No shipments match these filters now.");
    return { rows, parent };
  }
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

/** Returns the shipments that the list shows, in its order; undefined if they are too many. */
async function matching(context: RequestContext): Promise<ShipmentRow[] | undefined> {
  await manyShipments.assertChosen(context);
  const { Filter } = await manyShipments.whichOf(context);
  const input = { ...Filter, ...orderIn(context), pageSize: maxSlips } as SentInput<typeof shipments.list>;
  const { items, totalCount, isMoreThanCounted } = await context.api(shipments.list, input);
  return (totalCount ?? 0) > items.length || isMoreThanCounted ? undefined : items;
}

function orderIn({ url: { searchParams } }: RequestContext) {
  const sort = searchParams.get("sort") ?? "";
  if (!isValid(shipments.list.input.shape.sortFieldName, sort)) return {};
  return {
    sortFieldName: sort,
    sortDirection: searchParams.get("direction") === "asc" ? "Ascending" : "Descending",
  };
}
