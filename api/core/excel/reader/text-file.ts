/** Tables in text files, such as .csv: finds out their encoding and the separator of their columns, and reads their rows. */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseAll } from "csv-parse/sync";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { printable } from "#contract/rules/printable.ts";
import { limits, refuse, tooLong, tooMuch } from "./limits.ts";

const zip = Buffer.from("PK\u0003\u0004");

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, zip.length).equals(zip);

const notATable =
  "This is neither an Excel workbook (.xlsx) nor a text file with a table (.csv). Please choose another.";

const byteOrderMarks = [
  { encoding: "utf-8", mark: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: "utf-16le", mark: Buffer.from([0xff, 0xfe]) },
  { encoding: "utf-16be", mark: Buffer.from([0xfe, 0xff]) },
];
/** Bytes that are looked at to recognise UTF-16 without a byte order mark. */
const sampleBytes = 4_096;
/** The share of zero bytes that UTF-16 has at every second place of a text in a European language. */
const manyZeros = 0.4;

/** @throws Refused when the bytes are not a text */
export function encodingOf(bytes: Buffer): string {
  const marked = byteOrderMarks.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) return marked.encoding;
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > manyZeros && even < manyZeros) return "utf-16le";
  if (even > manyZeros && odd < manyZeros) return "utf-16be";
  if (bytes.includes(0)) refuse(notATable);
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

const pieceBytes = 64 * 1024;

function* textOf(bytes: Buffer): Generator<string, void> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
  yield decoder.decode();
}

const separators = [",", ";", "\t", "|"];
/** Excel writes and reads this line before the table: `sep=;`. */
const separatorLine = /^sep=(.)\r?\n/i;
const recordsCompared = 20;

const syntax: Options = {
  relax_quotes: true,
  relax_column_count: true,
  // Bytes, so that a quotation mark without its partner does not swallow the whole file.
  max_record_size: 4 * limits.rowCharacters,
};

/** Returns the separator by which most of the first rows have the same number of columns. */
export function separatorOf(start: string): string {
  const counted = separators.map((separator) => {
    const columns = columnsBy(separator, start);
    const counts = new Map<number, number>();
    for (const count of columns) counts.set(count, (counts.get(count) ?? 0) + 1);
    const [usual, rows] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [1, 0]);
    return { separator, usual, share: usual > 1 ? rows / columns.length : 0 };
  });
  const [best] = counted.sort((a, b) => b.share - a.share || b.usual - a.usual);
  return best && best.usual > 1 ? best.separator : ",";
}

/** The number of columns of each of the first rows. */
function columnsBy(delimiter: string, start: string): number[] {
  const columns: number[] = [];
  try {
    parseAll(start, {
      ...syntax,
      delimiter,
      to: recordsCompared,
      on_record(record: string[]) {
        if (record.length > 1 || record[0] !== "") columns.push(record.length);
        return undefined;
      },
    });
  } catch (error) {
    // The text ends anywhere, also within quotation marks. Records before that have been counted.
    if (!(error instanceof CsvError)) throw error;
  }
  return columns;
}

export interface TextRow {
  /** From 1, also counting empty rows, as Excel does. */
  readonly number: number;
  readonly cells: readonly ReadCell[];
}

/** @throws Refused when the bytes are not a table, or end within a row */
export async function* rowsOfText(bytes: Buffer): AsyncGenerator<TextRow, void> {
  const pieces = textOf(bytes);
  const first = pieces.next().value ?? "";
  if (/^\s*[<{]/.test(first)) refuse(notATable);
  const named = separatorLine.exec(first);
  const start = named ? first.slice(named[0].length) : first;
  const delimiter = named?.[1] ?? separatorOf(start);
  let last = start;
  function* rest() {
    if (start !== "") yield start;
    for (const piece of pieces) {
      if (piece !== "") last = piece;
      yield piece;
    }
  }
  const parser = Readable.from(rest()).pipe(parse({ ...syntax, delimiter }));
  let [number, usual] = [0, Number.POSITIVE_INFINITY];
  let held: TextRow | undefined;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (held) yield held;
      if (held && held.cells.length > 1) usual = Math.min(usual, held.cells.length);
      held = { number: ++number, cells: record.slice(0, limits.columns).map(cellOf) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuse(
      `The file ends, or goes on for too long, in a text between quotation marks that begins in row ${(Number(error.records ?? number) + 1).toLocaleString("en-AU")}. Is it complete? Please export it again.`,
    );
  }
  if (!held) return;
  const isCut = !/[\r\n]$/.test(last) && number > 2 && held.cells.length > 0 && held.cells.length < usual;
  if (isCut && usual !== Number.POSITIVE_INFINITY)
    refuse(
      `The last row, ${number.toLocaleString("en-AU")}, ends before its last column. Is the file complete? Please export it again.`,
    );
  yield held;
}

/** Some programs write a code as a formula, `="0012"`, so that Excel keeps its zeros. */
const codeAsFormula = /^="([^"]*)"$/;

/** Our own CSV, like that of other careful programs, has an apostrophe before a text that would be taken for a formula. */
const afterApostrophe = /^'(?=[=+\-@＝＋－＠\t\r\n])/;

function cellOf(read: string): ReadCell {
  const text = printable(read);
  if (text.length > limits.cellCharacters) refuse(text.length > limits.rowCharacters ? tooMuch : tooLong);
  return (codeAsFormula.exec(text)?.[1] ?? text.replace(afterApostrophe, "")) || null;
}
