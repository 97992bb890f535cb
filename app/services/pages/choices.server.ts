/** The page that chooses a record for a filter of a list. */
import { findRecord, fromTheTop, type RecordChoices } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";

interface Found {
  items: { id: number; name: string; about: string }[];
  totalCount?: number | null | undefined;
}

/**
 * Returns the records that were found, each with the address of the list that is filtered by it.
 *
 * @param field name of the filter
 */
export function choicesOf(
  context: RequestContext,
  { list, field, find, found }: { list: string; field: string; find: string | undefined; found: Found },
): RecordChoices {
  const { pathname, search } = new URL(requestedPath(context), context.url);
  const back = withParams(`${list}${search}`, { [findRecord]: null });
  return {
    find: find ?? "",
    totalCount: found.totalCount ?? found.items.length,
    choices: found.items.map((item) => ({ ...item, to: withParams(back, { ...fromTheTop, [field]: item.id }) })),
    back,
    here: pathname,
    kept: [...new URL(back, context.url).searchParams],
  };
}
