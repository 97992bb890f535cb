/** The declaration of a list screen. It contains only data. */
import type { ReactNode } from "react";

export type Filter = { name: string; label: string; placeholder?: string } & (
  | { kind: "text"; isWide?: boolean }
  /** `any` is the label of the empty option, which the loader's options follow. */
  | { kind: "select"; any: string }
  | { kind: "checkbox" }
  /** A calendar day, such as `2026-03-02`. */
  | { kind: "date" }
  /**
   * A record, where there are too many to offer in a select: it is chosen on the page at this path. The loader gives
   * one option, which names the chosen record.
   */
  | { kind: "record"; path: string; choose: string }
) & {
    /** Name of another filter without which this one has no effect and is hidden. */
    needs?: string;
  };

export interface Column<Row> {
  heading: string;
  cell(row: Row, link: (path: string) => string): ReactNode;
  /** Sort key; undefined if the list cannot be sorted by this column. */
  sort?: string;
  isNumeric?: boolean;
  /** It names the record, so every view shows it. */
  isFixed?: boolean;
  /** Hidden on small screens. */
  isHiddenWhenSmall?: boolean;
}

export interface List<Row> {
  title: string;
  /** Address of the page, without a query string. */
  path: string;
  /** The dialog that adds a record, for users who `canAdd`. */
  add?: { label: string; path: string };
  /** Plural noun for the rows, such as "suppliers". */
  noun: string;
  filters: Filter[];
  /** Links below the filters that set some of them. */
  shortcuts?: Shortcuts;
  columns: Column<Row>[];
  rowId(row: Row): number | string;
  /** Details below a row. */
  expansion?: Expansion<Row>;
  /** Checkboxes for choosing several rows. */
  choice?: Choice<Row>;
}

export interface Shortcuts {
  label: string;
  links: { label: string; filters: Record<string, string> }[];
}

/** A checkbox before each row, belonging to a form elsewhere on the page. */
export interface Choice<Row> {
  /** Id of the form. */
  form: string;
  /** Name of the field that holds the ids of the chosen rows. */
  field: string;
  /** Accessible name of the row's checkbox. */
  name(row: Row): string;
}

/** Details of a row, shown below it; opened by `?expand=` with the row's id. */
export interface Expansion<Row> {
  heading: string;
  isThere(row: Row): boolean;
  isOpen(row: Row): boolean;
  /** All rows are always open. */
  isFixed?: boolean;
  /** Label of the link that opens or closes the row. */
  label(row: Row, isOpen: boolean): string;
  /** Accessible name of that link; it names the row. */
  name(row: Row, isOpen: boolean): string;
  content(row: Row): ReactNode;
}

/** The context of a list for the dialogs over it. */
export interface ListContext {
  list: Pick<List<never>, "columns">;
  /** The list with the columns that are shown now. */
  shown: Pick<List<never>, "columns">;
  /** Filters, sort order and page size of the page; undefined without saved views. */
  query: string | undefined;
}
