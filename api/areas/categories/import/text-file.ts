/**
 * Reads categories from a text file with one in each line, such as Google's product taxonomy:
 * `1604 - Apparel & Accessories > Clothing`, or the same without the number. Lines that begin with `#` are comments.
 * https://support.google.com/merchants/answer/6324436
 */
import type { ReadRow } from "#api/core/excel/reading.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import { maxCategories } from "#contract/categories/schema.ts";

const refused = (message: string) => invalid({ file: [message] });

const notSuchAFile =
  "This is neither an Excel workbook (.xlsx) nor a text file with one category in each line. Please choose another file.";
export const noCategories = "This file has no categories. Please choose another file.";
export const tooManyRows = `This file has more than ${maxCategories.toLocaleString("en-AU")} categories, which is the most that a classification can have. Please leave out those that you do not need.`;

/** Comments and blank lines that a file may have beside its categories. */
const otherLines = 10_000;
const longestLine = 32_767;

/** The header row that the lines would have in a worksheet. */
export const headOfText: ReadRow = { number: 1, cells: ["ExternalId", "Category"] };

export interface TextFile {
  readonly rows: readonly ReadRow[];
  readonly emptyRows: number;
  /** The last line, if nothing ends it: the file may have been cut off there. */
  readonly lastLine: string | null;
}

/** Tells a workbook, which is a zip file, from a text file. */
export const isZip = (content: Buffer): boolean => content.subarray(0, 2).toString("latin1") === "PK";

/** @throws Refusal 422 if it is not such a file, has no categories, or too many */
export function readTextFile(content: Buffer): TextFile {
  // Counted before anything is decoded, because millions of short lines would take much memory.
  if (lineEndsIn(content) > maxCategories + otherLines) throw refused(tooManyRows);
  const text = decoded(content);
  const lines = text.split(/\r\n|\r|\n/);
  const rows = lines.flatMap((line, i): ReadRow[] => {
    if (line.length > longestLine) throw refused(notSuchAFile);
    return line.trim() === "" || line.startsWith("#") ? [] : [{ number: i + 1, cells: cellsIn(line) }];
  });
  if (rows.length === 0) throw refused(noCategories);
  if (rows.length > maxCategories) throw refused(tooManyRows);
  const last = lines.at(-1) ?? "";
  return {
    rows,
    emptyRows: lines.slice(0, -1).filter((line) => line.trim() === "").length,
    lastLine: last.trim() === "" || last.startsWith("#") ? null : last.trim(),
  };
}

function lineEndsIn(content: Buffer): number {
  const [lf, cr] = [countOf(content, 0x0a), countOf(content, 0x0d)];
  return Math.max(lf, cr);
}

function countOf(content: Buffer, byte: number): number {
  let count = 0;
  for (
    let at = content.indexOf(byte);
    at >= 0 && count <= maxCategories + otherLines;
    at = content.indexOf(byte, at + 1)
  )
    count++;
  return count;
}

const numbered = /^(\d{1,50}) -(?: (.*))?$/;

function cellsIn(line: string): [string, string] {
  const found = line.trim().match(numbered);
  return found ? [found[1] ?? "", found[2] ?? ""] : ["", line];
}

/** Control characters other than tabs and line ends, which no text file has. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** How a PDF, a page of the web and an XML file begin, which can be text throughout. No category is called that. */
const otherFormat = /^\s*(%PDF-|<[!?a-z])/i;

/** @throws Refusal 422 if it is no text in UTF-8, UTF-16 or Windows-1252 */
function decoded(content: Buffer): string {
  const text = encodingsOf(content)
    .map((encoding) => attempt(encoding, content))
    .find((each) => each !== undefined);
  if (text === undefined || unprintable.test(text) || otherFormat.test(text)) throw refused(notSuchAFile);
  return text;
}

/** The encodings to try, in this order. A byte order mark decides alone. */
function encodingsOf(content: Buffer): readonly string[] {
  const mark = content.subarray(0, 2).toString("hex");
  if (mark === "fffe") return ["utf-16le"];
  if (mark === "feff") return ["utf-16be"];
  // Every second byte of English text in UTF-16 is 0.
  if (content[1] === 0) return ["utf-16le"];
  if (content[0] === 0) return ["utf-16be"];
  return ["utf-8", "windows-1252"];
}

/** Returns undefined if it is not text in this encoding. Removes a byte order mark. */
function attempt(encoding: string, content: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
