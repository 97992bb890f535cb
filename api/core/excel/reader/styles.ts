/** The number formats that decide what a cell shows for its number. */
import type { ArchivedFile } from "./archive.ts";
import { parse } from "./xml.ts";

/** A number is a count of digits: a code with leading zeros, such as "00000". */
export type NumberFormat = "date" | "percent" | number | undefined;

/**
 * Returns the format of each cell style, by its position.
 * @throws Refused
 */
export async function readStyles(file: ArchivedFile | undefined): Promise<NumberFormat[]> {
  const styles: NumberFormat[] = [];
  if (!file) return styles;
  const custom = new Map<number, NumberFormat>();
  let isCellStyles = false;
  await parse(file, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (name === "numFmt") custom.set(id, customFormat(formatCode ?? ""));
      if (name === "cellXfs") isCellStyles = true;
      if (name === "xf" && isCellStyles) styles.push(custom.has(id) ? custom.get(id) : builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isCellStyles = false;
    },
  });
  return styles;
}

/** Ids of built-in formats, as in ECMA-376 part 1, 18.8.30; 27 to 36 and 50 to 58 are dates of East Asian languages. */
const dateFormats = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);
const percentFormats = new Set([9, 10]);

function builtInFormat(id: number): NumberFormat {
  if (dateFormats.has(id)) return "date";
  return percentFormats.has(id) ? "percent" : undefined;
}

/** Characters, as Excel limits it. */
const longestFormat = 255;

/**
 * Text in quotes or brackets, or behind a backslash, is literal text or a colour. A quote or bracket that is never closed
 * extends to the end, which keeps the pattern linear.
 */
const literals = /"[^"]*(?:"|$)|\[(?!h+\]|m+\]|s+\])[^\]]*(?:\]|$)|\\./gi;

function customFormat(code: string): NumberFormat {
  if (code.length > longestFormat) return undefined;
  const [positive = ""] = code.split(";");
  if (/^0{2,}$/.test(positive)) return positive.length;
  const signs = code.replace(literals, "");
  if (signs.includes("%")) return "percent";
  return /[dmyhs]/i.test(signs) ? "date" : undefined;
}
