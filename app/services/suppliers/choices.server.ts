import { findRecord } from "#app/lib/list-state.ts";
import { choicesOf } from "#app/services/pages/choices.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { pageSize } from "#contract/paging.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

/** Loads the suppliers that a list can be filtered by. The page is below the list's address. */
export async function loadSupplierChoices(context: RequestContext) {
  const find = suppliers.list.input.shape.name.safeParse(context.url.searchParams.get(findRecord) ?? "").data;
  const { items, totalCount } = await context.api(suppliers.list, { name: find, pageSize });
  const about = ({ city, state }: (typeof items)[number]) => [city, state].filter(Boolean).join(", ");
  const found = { items: items.map((item) => ({ id: item.id, name: item.name, about: about(item) })), totalCount };
  const list = new URL(requestedPath(context), context.url).pathname.replace(/\/supplier$/, "");
  return choicesOf(context, { list, field: "supplierId", find, found });
}
