/** What a list screen is made of: data, and nothing else. */
import type { ReactNode } from "react";

export type Filter = { name: string; label: string; placeholder?: string } & (
  | { kind: "text" }
  /** The options of the loader, by the filter's name, follow this one, which asks for everything. */
  | { kind: "select"; any: string }
  /** `isOn`: on when the address says nothing. */
  | { kind: "checkbox"; isOn: boolean }
);

export interface Column<Row> {
  heading: string;
  cell(row: Row, link: (path: string) => string): ReactNode;
  /** The name to sort by, where it can be sorted by. */
  sort?: string;
  isNumeric?: boolean;
  /** Goes first when there is little room. */
  isHiddenWhenSmall?: boolean;
}

export interface List<Row> {
  title: string;
  /** What the rows are, in words: "suppliers". */
  noun: string;
  filters: Filter[];
  columns: Column<Row>[];
  rowId(row: Row): number | string;
}
