/** What a worksheet holds: its columns, and each row of something as the cells of a row. */
import { DateTime } from "luxon";

interface Heading {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** What to write here, on the heading. */
  readonly note?: string;
  /** The only values that Excel lets in, from a list. */
  readonly allowed?: readonly string[];
  /** Excel does not show it. */
  readonly isHidden?: boolean;
  /** Values that Excel offers from a list, of which others may be written in its place. */
  readonly offered?: readonly string[];
}

type Value<T> = T | null | undefined;

export type Column<Row> = Heading &
  (
    | { readonly kind: "text"; value(row: Row): Value<string> }
    /** As it is: ids, quantities, weights. */
    | { readonly kind: "number"; value(row: Row): Value<number> }
    /** Australian dollars. */
    | { readonly kind: "money"; value(row: Row): Value<number> }
    /** As `2026-03-02`. */
    | { readonly kind: "day"; value(row: Row): Value<string> }
    | { readonly kind: "moment"; value(row: Row): Value<Date> }
    | { readonly kind: "yesNo"; value(row: Row): Value<boolean> }
    /** As another workbook had it: a date is what its UTC fields say. */
    | { readonly kind: "any"; value(row: Row): Cell }
  );

export interface Sheet<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** In batches, each read when there is room for it. */
  readonly rows: AsyncIterable<readonly Row[]>;
}

/** What a cell is written from; a date is what its UTC fields say, because Excel knows no zones. Nothing is an empty cell. */
export type Cell = string | number | boolean | Date | { readonly error: string } | undefined;

/** Text has a format too, so that what is typed over it later stays text: a number with zeros before it, a formula. */
const formats: Record<Column<unknown>["kind"], string | undefined> = {
  text: "@",
  number: undefined,
  money: "[$$-C09]#,##0.00;-[$$-C09]#,##0.00",
  day: "dd mmm yyyy",
  moment: "dd mmm yyyy hh:mm",
  yesNo: undefined,
  any: undefined,
};

/** A sheet without its rows, as the thread that writes it is told. */
export function layoutOf<Row>({ name, columns }: Sheet<Row>) {
  return {
    name,
    columns: columns.map(({ title, width, isHidden, note, allowed, offered, kind }) => ({
      title,
      width,
      isHidden,
      note,
      format: formats[kind],
      list: listOf(allowed, offered),
    })),
  };
}

interface List {
  /** Written where it is used; what does not fit there stands in a hidden worksheet. */
  readonly inline: string | undefined;
  readonly values: readonly string[];
  /** Excel lets nothing else in. */
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

/** @param timeZone the IANA zone that moments are shown in */
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

/** Of a cell. */
export const longestText = 32_767;
/** What XML cannot carry. */
const unprintable = /[^\t\n\u0020-\u007e\u0080-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** What a cell keeps of a text. */
export function excelText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(unprintable, "")
    .slice(0, longestText)
    .replace(/[\ud800-\udbff]$/, "");
}

/** Excel takes `_x0041_` for a letter, so an underscore that begins such a thing is written as one. */
function asText(text: string): string | undefined {
  return excelText(text).replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_") || undefined;
}
