/** Undoes imports record by record, and says which cells are not put back. */
import type { Db } from "#api/core/database/connection.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import { type Problem, quoted } from "#api/core/excel/cells.ts";
import { conflict, orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { type RecordResult, rowsOf } from "./import-results.ts";

/** Undoes what an import did to one record. If that is refused, all of it stays, and each row says why. */
export async function undoRecord<R extends RecordResult, Done extends object>(
  db: Db,
  result: R,
  undo: () => Promise<Done>,
) {
  const done = await orRefusal(() => allOrNothing(db, undo));
  if (!(done instanceof Refusal)) return { ...result, ...done };
  const problems = rowsOf(result).map((row) => ({ row, column: null, why: done.message }));
  return { ...result, outcome: "refused" as const, changes: [], problems };
}

/** The cells that stay, because somebody has changed them since: what they show now, by column. */
export type KeptCells = ReadonlyMap<string, string>;

export interface Undone {
  readonly kept: KeptCells;
  /** Whether anything was put back. */
  readonly isChanged: boolean;
}

/** Everything was put back. */
export const wholly: Undone = { kept: new Map(), isChanged: true };

const changedSince = "It has been changed since, so it was left as it is now";

/** Refuses to remove what somebody has changed since. */
export const touched = () => conflict(`${changedSince}.`);

interface Change {
  column: string;
  before: string;
  after: string;
}

/** The result of rows that were undone as far as nobody has changed them since. */
export const undoneResult = <C extends Change>(
  changes: readonly C[],
  row: number,
  { kept, isChanged }: Undone,
): { outcome: "changed" | "refused"; changes: Change[]; problems: Problem[] } => ({
  outcome: isChanged ? "changed" : "refused",
  changes: changes
    .filter(({ column }) => isChanged && !kept.has(column))
    .map(({ column, before, after }) => ({ column, before: after, after: before })),
  problems: [...kept].map(([column, now]) => {
    const change = changes.find((each) => each.column.toLowerCase() === column.toLowerCase());
    return { row, column, why: whyKept(now, change) };
  }),
});

const longestShown = 100;
const shown = (text: string) =>
  text === "" ? "empty" : quoted(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

/**
 * Returns why a cell stays as it is.
 * @param change what the import did to it; undefined if that is not known
 */
export function whyKept(now: string, change: Pick<Change, "before" | "after"> | undefined): string {
  const why =
    change?.after === now
      ? "It belongs to something that has been changed since, so it was left as it is now"
      : changedSince;
  return `${why}: ${shown(now)}.${change ? ` Before the import it was ${shown(change.before)}.` : ""}`;
}

/**
 * The result of rows that were undone, from what their worksheet shows then. A cell stays where that is not what it was
 * before the import.
 * @param now the present texts by column; a column that is missing is empty
 */
export function undoneCells<C extends Change>(changes: readonly C[], row: number, now: ReadonlyMap<string, string>) {
  const kept = changes.flatMap(({ column, before }): [string, string][] => {
    const text = now.get(column) ?? "";
    return text === before ? [] : [[column, text]];
  });
  const isChanged = changes.length === 0 || kept.length < changes.length;
  return undoneResult(changes, row, { kept: new Map(kept), isChanged });
}
