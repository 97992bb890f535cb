/**
 * Writes a table as text with a comma between the cells (RFC 4180), in UTF-8 with a byte order mark, by which Excel
 * recognises the encoding. It may have any number of rows.
 */
import { DateTime } from "luxon";
import { type Column, excelText, type Sheet } from "./sheet.ts";

const byteOrderMark = "\ufeff";
const lineEnd = "\r\n";

/**
 * Yields the bytes of a .csv file.
 * @param timeZone the IANA zone in which timestamps are shown
 * @param signal stops the work, as does ending the iteration early
 */
export async function* csvOf<Row>(
  { columns, rows }: Sheet<Row>,
  timeZone: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const line = (cells: readonly string[]) => `${cells.join()}${lineEnd}`;
  yield Buffer.from(byteOrderMark + line(columns.map(({ title }) => quoted(asText(title)))));
  for await (const batch of rows) {
    if (signal.aborted) return;
    yield Buffer.from(batch.map((row) => line(columns.map((column) => cellOf(column, row, timeZone)))).join(""));
  }
}

const day = "yyyy-MM-dd";
const minute = "yyyy-MM-dd HH:mm";

function cellOf<Row>(column: Column<Row>, row: Row, timeZone: string): string {
  const value = column.value(row);
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (value instanceof Date) {
    // A copied cell shows its UTC fields.
    const zone = column.kind === "any" ? "utc" : timeZone;
    return DateTime.fromJSDate(value, { zone }).toFormat(column.kind === "day" ? day : minute);
  }
  return quoted(asText(typeof value === "string" ? value : value.error));
}

/** With these, also in full width, a spreadsheet would take the text for a formula (OWASP, "CSV Injection"). */
const beginsFormula = /^[=+\-@＝＋－＠\t\r\n]/;

/** Spreadsheets show the apostrophe, and take what follows for text. */
const asText = (text: string): string => {
  const plain = excelText(text);
  return beginsFormula.test(plain) ? `'${plain}` : plain;
};

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
