/** An import does not overwrite concurrent changes that its sender has not seen. */

import { type Problem, quoted } from "#api/core/excel/cells.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { RowResult } from "./results.ts";
import { stockCountedFrom, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";

/**
 * `anything` for a check, which shows the changes; `nothing` for an import without a check; otherwise the results of
 * the check.
 */
export type Reviewed = "anything" | "nothing" | readonly RowResult[];

const stockColumn = "StockQuantity";

/** Adds the exported value of the cell if the stored value has changed since. */
export function withExported(row: SheetRow, change: CellChange): CellChange {
  const { memory, stockBefore } = row;
  if (!memory?.covers(change.column) || isStockUnmanaged(change)) return change;
  const isUnclear = change.column === stockColumn && stockBefore !== undefined;
  if (!isUnclear && memory.hadBefore(change.column, change.before)) return change;
  const exported = memory.textOf(change.column);
  return isCounted(row, change)
    ? { ...change, exported, typed: String(row.written(stockColumn)) }
    : { ...change, exported };
}

/** The stock is changed by the difference, so no concurrent change is lost. */
const isCounted = (row: SheetRow, { column, before, after }: CellChange) =>
  column === stockColumn && before !== "" && after !== "" && stockCountedFrom(row) !== undefined;

/** The import would overwrite somebody else's change. */
export const isConflict = ({ exported, typed }: CellChange): boolean => exported !== undefined && typed === undefined;

/** Returns why a row is refused: others have changed the same cells, and the sender has not seen that. */
export function conflictsIn(row: SheetRow, changes: readonly CellChange[], seen: Reviewed): Problem[] {
  if (seen === "anything") return [];
  const checked =
    seen === "nothing"
      ? undefined
      : seen.find(({ row: number, isVariant }) => number === row.number && isVariant === (row.variantId !== undefined));
  if (!checked || checked.outcome === "refused")
    return changes.filter(isConflict).map((change) => wrong(row, change.column, messageFor(change)));
  return changes.flatMap((change) => {
    if (isCounted(row, change) || isStockUnmanaged(change)) return [];
    const shown = checked.changes.find(({ column }) => column === change.column);
    return shown?.before === change.before ? [] : [wrong(row, change.column, changedSince(change))];
  });
}

/** Turning off stock management overrides concurrent orders, as it does on the product's page. */
const isStockUnmanaged = ({ column, after }: CellChange) => column === stockColumn && after === "";

const named = (text: string) => (text === "" ? "empty" : quoted(text));

const messageFor = ({ before, after, exported = "" }: CellChange) =>
  `Somebody else has changed this since it was exported: it was ${named(exported)}, it is ${named(before)} now, and the file says ${named(after)}. Nothing was replaced. The check of a file asks about such cells.`;

const changedSince = ({ before }: CellChange) =>
  `Somebody else has changed this since the file was checked: it is ${named(before)} now.`;
