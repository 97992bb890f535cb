import { sql } from "drizzle-orm";
import { invalid, notFound } from "#api/core/refusals/refusal.ts";
import { mostAtOnce } from "#contract/many.ts";
import type { ChosenRow, ManyArea, ManyInput, ManyWork } from "./area.ts";

/** Passed as one array: there may be more ids than bind parameters allow. */
export const withIds = ({ id }: Pick<ManyArea, "id">, ids: readonly number[]) =>
  sql`${id} = any(${sql.param([...ids])}::int[])`;

/**
 * Returns the records that are to be changed, by name. Of a filter, only those that the caller may change.
 * @throws Refusal 404 if the caller may not change all of the chosen ones, 422 if there are none or too many
 */
export async function chosenRows<Change, Filter, Stored>(
  area: ManyArea<Change, Filter, Stored>,
  { Ids, Filter }: ManyInput<Change, Filter>,
  work: ManyWork,
): Promise<ChosenRow[]> {
  const ids = [...new Set(Ids)];
  const which = ids.length > 0 ? withIds(area, ids) : Filter ? area.matches(Filter, work) : undefined;
  const rows = await area.find(work, which, mostAtOnce + 1);
  if (ids.length > rows.length) throw notFound(`One of these ${area.noun}s`);
  if (rows.length === 0) throw invalid({ Filter: [area.noneMatches ?? "Nothing matches this search now."] });
  if (rows.length > mostAtOnce)
    throw invalid({ Filter: [`That is more than ${mostAtOnce.toLocaleString("en-AU")}. Please narrow your search.`] });
  return rows;
}
