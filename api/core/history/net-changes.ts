/** Combines many changes of the same rows into one for each. */
import type { StoredChange } from "./put-back.ts";

type Values = Record<string, unknown>;

/**
 * Returns one change for each row that differs now from what it was before the first change. Fields that were changed
 * and changed back are left out, and so are rows that were added and removed again.
 * @param all the oldest one first
 */
export function netChanges(all: readonly StoredChange[]): StoredChange[] {
  const byRow = new Map<string, StoredChange[]>();
  for (const change of all) {
    const row = `${change.tableName} ${JSON.stringify(change.key)}`;
    byRow.set(row, [...(byRow.get(row) ?? []), change]);
  }
  return [...byRow.values()].flatMap(netChange);
}

function netChange(changes: StoredChange[]): StoredChange[] {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return [];
  const wasThere = first.kind !== "added";
  const isThere = last.kind !== "removed";
  if (!wasThere) return isThere ? [{ ...last, kind: "added", before: null, after: lastValues(changes) }] : [];
  const before = firstValues(changes);
  if (!isThere) return [{ ...last, before, after: null }];
  const after = lastValues(changes);
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (column) => JSON.stringify(before[column] ?? null) !== JSON.stringify(after[column] ?? null),
  );
  if (differing.length === 0) return [];
  return [{ ...last, kind: "changed", before: only(before, differing), after: only(after, differing) }];
}

const firstValues = (changes: readonly StoredChange[]): Values =>
  Object.assign({}, ...changes.map(({ before }) => before).reverse());

/** A row that was removed and added again has nothing of what it was before. */
function lastValues(changes: readonly StoredChange[]): Values {
  const removedAt = changes.findLastIndex(({ kind }) => kind === "removed");
  return Object.assign({}, ...changes.slice(removedAt + 1).map(({ after }) => after));
}

const only = (values: Values, columns: readonly string[]): Values =>
  Object.fromEntries(columns.map((column) => [column, values[column] ?? null]));
