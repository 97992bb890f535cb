import { findRecord } from "#app/lib/list-state.ts";
import { searchRecords } from "#app/services/forms/pickers.server.ts";
import { choicesOf } from "#app/services/pages/choices.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { pageSize } from "#contract/paging.ts";

/** Loads the suppliers that a list can be filtered by. The page is below the list's address. */
export async function loadSupplierChoices(context: RequestContext) {
  const find = context.url.searchParams.get(findRecord) ?? "";
  const { options, totalCount } = await searchRecords.suppliers(context, { find, pageSize });
  const items = options.map(({ value, label, about }) => ({ id: Number(value), name: label, about }));
  const list = new URL(requestedPath(context), context.url).pathname.replace(/\/supplier$/, "");
  return choicesOf(context, { list, field: "supplierId", find, found: { items, totalCount } });
}
