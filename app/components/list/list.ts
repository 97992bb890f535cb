/** What a list screen is made of: data, and nothing else. */
import type { ReactNode } from "react";

export type Filter = { name: string; label: string; placeholder?: string } & (
  | { kind: "text"; isWide?: boolean }
  /** The options of the loader, by the filter's name, follow this one, which asks for everything. */
  | { kind: "select"; any: string }
  | { kind: "checkbox" }
  /** A day, as `2026-03-02`. */
  | { kind: "date" }
  /** A record among too many to offer: it is chosen on the page at this path. Its own option names it. */
  | { kind: "record"; path: string; choose: string }
) & {
    /** Another filter, without which this one says nothing and is not shown. */
    needs?: string;
  };

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
  /** Links below the filters that fill some of them in. */
  shortcuts?: Shortcuts;
  columns: Column<Row>[];
  rowId(row: Row): number | string;
  /** What a row can be opened for. */
  expansion?: Expansion<Row>;
  /** Rows can be chosen, several at once. */
  choice?: Choice<Row>;
}

export interface Shortcuts {
  label: string;
  links: { label: string; filters: Record<string, string> }[];
}

/** Boxes before the rows, which go with a form that stands elsewhere. */
export interface Choice<Row> {
  /** The id of the form. */
  form: string;
  /** The field that has the ids of the chosen rows. */
  field: string;
  /** Accessible name of the row's checkbox. */
  name(row: Row): string;
}

/** More of a row, below it: opened by `?expand=` and the row's id. */
export interface Expansion<Row> {
  heading: string;
  isThere(row: Row): boolean;
  isOpen(row: Row): boolean;
  /** All rows are open, and stay it. */
  isFixed?: boolean;
  /** On the link that opens it, and the one that closes it. */
  label(row: Row, isOpen: boolean): string;
  /** Accessible name of the link, which names its row. */
  name(row: Row, isOpen: boolean): string;
  content(row: Row): ReactNode;
}
