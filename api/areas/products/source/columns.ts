/** Finds the columns of a known format by their titles. */
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { plain } from "./cells.ts";
import { foldedTitle, titleOf } from "./source.ts";

export interface FormatColumns<Name extends string> {
  has(name: Name): boolean;
  cell(row: ReadRow, name: Name): ReadCell;
  text(row: ReadRow, name: Name): string;
  title(name: Name): string | undefined;
  /** Titles of other columns. */
  readonly others: readonly string[];
}

/** @param titles the titles that each column has had in the versions of the other program */
export function formatColumns<Name extends string>(
  head: ReadRow,
  titles: Readonly<Record<Name, readonly string[]>>,
): FormatColumns<Name> {
  const byTitle = new Map<string, number>();
  for (const [place, cell] of head.cells.entries()) {
    const title = foldedTitle(titleOf(cell));
    if (title !== "" && !byTitle.has(title)) byTitle.set(title, place);
  }
  const places = new Map<Name, number>();
  for (const name of keysOf(titles)) {
    const place = titles[name].map((title) => byTitle.get(foldedTitle(title))).find((found) => found !== undefined);
    if (place !== undefined) places.set(name, place);
  }
  const used = new Set(places.values());
  const cell = (row: ReadRow, name: Name) => row.cells[places.get(name) ?? -1] ?? null;
  return {
    has: (name) => places.has(name),
    cell,
    text: (row, name) => plain(cell(row, name)),
    title: (name) => {
      const place = places.get(name);
      return place === undefined ? undefined : titleOf(head.cells[place]);
    },
    others: head.cells.map(titleOf).filter((title, place) => title !== "" && !used.has(place)),
  };
}
