import { withoutTrace } from "#api/core/database/savepoint.ts";
import type { Context } from "#api/core/operations/context.ts";
import { orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { type ManyPreview, mostPreviewed } from "#contract/many.ts";
import type { ManyArea, ManyInput, ManyWork } from "./area.ts";
import { chosenRows } from "./choosing.ts";

/** Shows what the change would do to the first records: it is tried, and rolled back. */
export const previewOf =
  <Change, Filter, Stored>(area: ManyArea<Change, Filter, Stored>) =>
  async (input: ManyInput<Change, Filter>, context: Context): Promise<ManyPreview> => {
    area.authorise?.(context, input.Change);
    area.assertPossible?.(context, input.Change);
    const chosen = await chosenRows(area, input, context);
    const first: ManyPreview["first"] = [];
    for (const { id, name } of chosen.slice(0, mostPreviewed))
      first.push(
        await context.transaction((db) =>
          withoutTrace(db, async () => ({ id, name, ...(await tried(area, { ...context, db }, id, input.Change)) })),
        ),
      );
    return { count: chosen.length, first };
  };

async function tried<Change, Filter, Stored>(
  area: ManyArea<Change, Filter, Stored>,
  work: ManyWork,
  id: number,
  change: Change,
): Promise<Omit<ManyPreview["first"][number], "id" | "name">> {
  const stored = await area.lock(work, id);
  const about = area.about(stored);
  const before = await area.shown(work, stored, change, false);
  const result = await orRefusal(() => area.change(work, stored, change));
  if (result instanceof Refusal) return { about, changes: [], why: reasonOf(result) };
  if (!result) return { about, changes: [], why: null };
  const after = await area.shown(work, await area.lock(work, id), change, true);
  const labels = new Set([...before.keys(), ...after.keys()]);
  const changes = [...labels].map((label) => ({
    label,
    before: before.get(label) ?? "",
    after: after.get(label) ?? "",
  }));
  return { about, changes: changes.filter((each) => each.before !== each.after), why: null };
}

/** As a sentence: messages by field are shown without their field, which the change has chosen. */
const reasonOf = ({ message, errors }: Refusal): string =>
  [...new Set(Object.values(errors ?? {}).flat())].join(" ") || message;
