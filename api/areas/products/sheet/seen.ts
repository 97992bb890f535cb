/** An import replaces nothing that somebody else has changed since, unless its sender has seen it. */
import type { CellChange } from "../../../../contract/products/import.ts";
import { type Problem, quoted } from "../../../excel/cells.ts";
import type { RowResult } from "./results.ts";
import { stockCountedFrom, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";

/** `anything` for a check, which shows it; `nothing` for an import without a check; otherwise what the check said of these rows. */
export type Seen = "anything" | "nothing" | readonly RowResult[];

const stockColumn = "StockQuantity";

/** With what its cell showed when it was exported, where that is not what was there now. */
export function withExported(row: SheetRow, change: CellChange): CellChange {
  const { memory, stockBefore } = row;
  if (!memory?.covers(change.column) || isStockGivenUp(change)) return change;
  const isUnclear = change.column === stockColumn && stockBefore !== undefined;
  if (!isUnclear && memory.hadBefore(change.column, change.before)) return change;
  const exported = memory.words(change.column);
  return isCounted(row, change)
    ? { ...change, exported, typed: String(row.written(stockColumn)) }
    : { ...change, exported };
}

/** The difference is applied, so that nothing is lost. */
const isCounted = (row: SheetRow, { column, before, after }: CellChange) =>
  column === stockColumn && before !== "" && after !== "" && stockCountedFrom(row) !== undefined;

/** A change of somebody else would be replaced. */
export const isOvertaken = ({ exported, typed }: CellChange): boolean => exported !== undefined && typed === undefined;

/** Why the changes of a row may not be made: others have changed the same cells, and the sender has not seen it. */
export function whyNotSeen(row: SheetRow, changes: readonly CellChange[], seen: Seen): Problem[] {
  if (seen === "anything") return [];
  const checked = seen === "nothing" ? undefined : seen.find((each) => each.row === row.number);
  if (!checked || checked.outcome === "refused")
    return changes.filter(isOvertaken).map((change) => wrong(row, change.column, overtaken(change)));
  return changes.flatMap((change) => {
    if (isCounted(row, change) || isStockGivenUp(change)) return [];
    const shown = checked.changes.find(({ column }) => column === change.column);
    return shown?.before === change.before ? [] : [wrong(row, change.column, changedSince(change))];
  });
}

/** As on the product's page, it wins over orders that came meanwhile. */
const isStockGivenUp = ({ column, after }: CellChange) => column === stockColumn && after === "";

const named = (text: string) => (text === "" ? "empty" : quoted(text));

const overtaken = ({ before, after, exported = "" }: CellChange) =>
  `Somebody else has changed this since it was exported: it was ${named(exported)}, it is ${named(before)} now, and the file says ${named(after)}. Nothing was replaced. The check of a file asks about such cells.`;

const changedSince = ({ before }: CellChange) =>
  `Somebody else has changed this since the file was checked: it is ${named(before)} now.`;
