/** The contents of a worksheet: its columns, and how records become rows of cells. */
import { DateTime } from "luxon";

interface Heading {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** A comment on the heading that explains what to enter. */
  readonly note?: string;
  /** The only values that Excel accepts, offered as a list. */
  readonly allowed?: readonly string[];
  /** Hidden in Excel. */
  readonly isHidden?: boolean;
  /** Values that Excel suggests; others may be entered as well. */
  readonly offered?: readonly string[];
}

type Value<T> = T | null | undefined;

export type Column<Row> = Heading &
  (
    | { readonly kind: "text"; value(row: Row): Value<string> }
    /** Shown unformatted: ids, quantities, weights. */
    | { readonly kind: "number"; value(row: Row): Value<number> }
    /** Australian dollars. */
    | { readonly kind: "money"; value(row: Row): Value<number> }
    /** As `2026-03-02`. */
    | { readonly kind: "day"; value(row: Row): Value<string> }
    | { readonly kind: "moment"; value(row: Row): Value<Date> }
    | { readonly kind: "yesNo"; value(row: Row): Value<boolean> }
    /** A value copied from another workbook; the UTC fields of a date are what Excel shows. */
    | { readonly kind: "any"; value(row: Row): Cell }
  );

/** The note of a column with ids, such as those of an item. */
export const keptNote = (record: string): string =>
  `Please leave it as it is: an import uses it to find the ${record}.`;

/** The note of the hidden column with the snapshot of a row. */
export const snapshotNote =
  "What this row showed when it was exported. An import compares it with the row to see what was edited. Please leave it as it is.";

export interface Sheet<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** In batches, each fetched when there is room for it. */
  readonly rows: AsyncIterable<readonly Row[]>;
}

/**
 * A cell to write. The UTC fields of a date are what Excel shows, because Excel has no time zones. Undefined is an
 * empty cell.
 */
export type Cell = string | number | boolean | Date | { readonly error: string } | undefined;

/** Text has a format too, so that later edits stay text: a number with leading zeros, a formula. */
const formats: Record<Column<unknown>["kind"], string | undefined> = {
  text: "@",
  number: undefined,
  money: "[$$-C09]#,##0.00;-[$$-C09]#,##0.00",
  day: "dd mmm yyyy",
  moment: "dd mmm yyyy hh:mm",
  yesNo: undefined,
  any: undefined,
};

/**
 * Returns the layout that the writing thread needs, without the rows. The heading of times names their zone.
 * @param timeZone the IANA zone in which timestamps are shown
 */
export function layoutOf<Row>({ name, columns }: Sheet<Row>, timeZone: string) {
  return {
    name,
    columns: columns.map(({ title, width, isHidden, note, allowed, offered, kind }) => ({
      title,
      width,
      isHidden,
      note: note ?? (kind === "moment" ? `In the time zone ${timeZone}.` : undefined),
      format: formats[kind],
      list: listOf(allowed, offered),
    })),
  };
}

export type Layout = ReturnType<typeof layoutOf>;

export interface List {
  /**
   * The list in the form Excel allows in a validation rule; undefined if it is too long and goes into a hidden
   * worksheet.
   */
  readonly inline: string | undefined;
  readonly values: readonly string[];
  /** Excel accepts no other value. */
  readonly isClosed: boolean;
}

const longestInline = 255;

function listOf(allowed: readonly string[] | undefined, offered: readonly string[] | undefined): List | undefined {
  const values = (allowed ?? offered ?? []).map(excelText);
  if (values.length === 0) return undefined;
  const line = values.join();
  const isShort =
    line.length <= longestInline && values.every((value) => !value.includes(",") && value === value.trim());
  return { inline: isShort ? `"${line.replaceAll('"', '""')}"` : undefined, values, isClosed: allowed !== undefined };
}

/** @param timeZone the IANA zone in which timestamps are shown */
export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row, timeZone: string): Cell[] {
  return columns.map((column) => cellOf(column, row, timeZone) ?? undefined);
}

function cellOf<Row>(column: Column<Row>, row: Row, timeZone: string): Value<Cell> {
  if (column.kind === "any") {
    const value = column.value(row);
    return typeof value === "string" ? asText(value) : value;
  }
  if (column.kind === "text") return asText(column.value(row) ?? "");
  const value = column.value(row);
  if (column.kind === "day" && typeof value === "string") return new Date(value);
  return value instanceof Date ? wallClock(value, timeZone) : value;
}

function wallClock(moment: Date, timeZone: string): Date {
  return DateTime.fromJSDate(moment, { zone: timeZone }).setZone("utc", { keepLocalTime: true }).toJSDate();
}

/** Characters that a cell can hold. */
export const longestText = 32_767;
/** Characters that XML cannot carry. */
const unprintable = /[^\t\n\u0020-\u007e\u0080-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns the part of a text that a cell can store. */
export function excelText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(unprintable, "")
    .slice(0, longestText)
    .replace(/[\ud800-\udbff]$/, "");
}

/** Excel reads `_x0041_` as an escaped character, so an underscore that begins such a sequence is escaped itself. */
function asText(text: string): string | undefined {
  return excelText(text).replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_") || undefined;
}
