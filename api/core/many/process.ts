/** Changes of many records, and their undoing, as background processes. */
import { eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { changes, processes } from "#api/core/database/schema/index.ts";
import { changesOf, isOfProcess } from "#api/core/history/changes-of.ts";
import { putBack } from "#api/core/history/put-back.ts";
import type { ProcessUndoer } from "#api/core/history/undoers.ts";
import type { Context } from "#api/core/operations/context.ts";
import { beginProcess, type ProcessKind, type Work } from "#api/core/processing/process.ts";
import { counted } from "#api/core/processing/words.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import { mostAtOnce } from "#contract/many.ts";
import { can } from "#contract/permissions.ts";
import type { ChosenRow, ManyArea, ManyInput } from "./area.ts";
import { chosenRows, withIds } from "./choosing.ts";

interface Input<Change> {
  change?: Change;
  /** The process that is undone. */
  undoes?: string;
}

export interface ManyChanges<Change, Filter> {
  begin(input: ManyInput<Change, Filter>, context: Context): Promise<string>;
  /** The result of a row is whether the record was changed. */
  readonly kind: ProcessKind<Input<Change>, ChosenRow, boolean>;
  readonly undoer: ProcessUndoer;
}

export function manyChanges<Change, Filter, Stored>(
  area: ManyArea<Change, Filter, Stored>,
): ManyChanges<Change, Filter> {
  const { name, noun, path, permission } = area;
  const kind: ProcessKind<Input<Change>, ChosenRow, boolean> = {
    name,
    noticeOf: (id, { undoes }) => ({
      name: undoes ? `Undoing the change of many ${noun}s` : `Changing many ${noun}s`,
      path: `${path}/${id}`,
    }),
    isAllowed: ({ permissions }) => can(permissions, { permission }),
    nameOf: (row) => row.name,
    ...(area.isOfProducts && { productOf: (row) => row.id }),
    async doRow(work, row, { change, undoes }) {
      if (!change) throw new Error(`A change of ${noun}s does not say what to change.`);
      area.authorise?.(work, change);
      const { id } = row;
      const stored = await area.lock(work, id);
      if (undoes !== undefined) {
        const kept = await undoOne(area, work, { id, stored, change, undoes });
        return { refused: kept.map((sentence) => `${row.name}: ${sentence}`), result: true };
      }
      return { refused: [], result: await area.change(work, stored, change) };
    },
    async end(_work, _done, { change, undoes }, results) {
      const changed = results.filter(Boolean).length;
      const unchanged = results.length - changed;
      const done = undoes ? "put back" : ((change && area.done?.(change)) ?? "changed");
      const sentences = [`${counted(changed, noun)} ${changed === 1 ? "was" : "were"} ${done}.`];
      if (unchanged > 0)
        sentences.push(`${counted(unchanged, noun)} ${unchanged === 1 ? "was" : "were"} like that already.`);
      return sentences.join(" ");
    },
  };
  return {
    kind,
    async begin(input, context) {
      area.authorise?.(context, input.Change);
      area.assertPossible?.(context, input.Change);
      return beginProcess(context, kind, { change: input.Change }, await chosenRows(area, input, context));
    },
    undoer: {
      permission,
      canUndo: (input) => {
        const { change } = input as Input<Change>;
        return change !== undefined && area.undo.can(change);
      },
      begin: (processId, context) => beginUndo(area, kind, processId, context),
    },
  };
}

type AnyArea = Pick<ManyArea, "undo">;

const changesBy = ({ undo: { record, tables } }: AnyArea, processId: string) => ({ processId, record, tables });

async function changedIds(area: AnyArea, db: Db, processId: string): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: changes.recordId })
    .from(changes)
    .where(isOfProcess(changesBy(area, processId)));
  return rows.map(({ id }) => id);
}

async function beginUndo<Change, Filter, Stored>(
  area: ManyArea<Change, Filter, Stored>,
  kind: ProcessKind<Input<Change>, ChosenRow, boolean>,
  processId: string,
  context: Context,
): Promise<string> {
  const [process] = await context.db.select().from(processes).where(eq(processes.id, processId));
  const { change, undoes } = (process?.input ?? {}) as Input<Change>;
  if (!process || !change || undoes !== undefined) throw notFound("This");
  if (!process.finishedAt) throw conflict("This is still going on. Please wait until it has finished.");
  if (!area.undo.can(change)) throw conflict("This cannot be undone.");
  area.authorise?.(context, change);
  await area.undo.authorise?.(context, change);
  const rows = await area.find(context, withIds(area, await changedIds(area, context.db, processId)), mostAtOnce);
  if (rows.length === 0) throw conflict("There is nothing to undo.");
  return beginProcess(context, kind, { change, undoes: processId }, rows);
}

/**
 * Puts back what the process has changed of a record. Returns sentences about the fields that stay as they are.
 * @throws Refusal 409 if nothing of it can be put back
 */
async function undoOne<Change, Filter, Stored>(
  area: ManyArea<Change, Filter, Stored>,
  work: Work,
  { id, stored, change, undoes }: { id: number; stored: Stored; change: Change; undoes: string },
): Promise<string[]> {
  const own = await changesOf(work.db, changesBy(area as AnyArea, undoes), id);
  await area.undo.before?.(work, stored, change, own);
  const { restored, kept } = await putBack(work.db, own);
  const done = [...restored, ...own.filter(({ kind }) => kind === "added")];
  const sentences = await area.undo.describeKept(work, kept);
  if (done.length === 0 && kept.length > 0) throw conflict(sentences.join(" "));
  await area.undo.after?.(work, stored, change, done);
  return sentences;
}
