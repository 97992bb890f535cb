/** Reads the cells of a row, by their types and number formats. */
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { limits, refuse, tooMuch } from "./limits.ts";
import type { RawCell, RawRow } from "./rows.ts";
import type { NumberFormat } from "./styles.ts";
import { unescaped } from "./xml.ts";

export interface Lookups {
  readonly sharedStrings: readonly string[];
  readonly styles: readonly NumberFormat[];
  readonly isFrom1904: boolean;
}

/** A row, and how many characters its texts have. */
export type CountedRow = ReadRow & { readonly characters: number };

/**
 * Returns a function that is called with each row of a sheet.
 * @param options.isTitled the first row contains the column titles: cells in columns without a title are left out
 * @param options.characters the most of all rows
 */
export function rowReader(
  lookups: Lookups,
  { isTitled, characters }: { isTitled: boolean; characters: number },
): (row: RawRow) => CountedRow {
  const counted = rowCounter(characters);
  let hasTitle: boolean[] | undefined;
  return ({ number, cells: raw }) => {
    // Array.from visits holes as well.
    const cells = Array.from(raw, (cell, i) => (cell && (!hasTitle || hasTitle[i]) ? cellValue(cell, lookups) : null));
    if (isTitled) hasTitle ??= cells.map((cell) => cell !== null && cell !== "");
    return counted({ number, cells });
  };
}

/**
 * Returns a function that counts characters and cells. Cells that share a text cost a few bytes each in the file, but
 * all of its characters in the main thread, which holds all rows.
 * @throws Refused when the rows have too many of them
 */
export function rowCounter(mostCharacters = limits.characters): (row: ReadRow) => CountedRow {
  let totalCells = 0;
  let totalCharacters = 0;
  return ({ number, cells }) => {
    const characters = cells.reduce((sum: number, cell) => sum + charactersIn(cell), 0);
    totalCharacters += characters;
    totalCells += cells.length;
    if (characters > limits.rowCharacters || totalCharacters > mostCharacters || totalCells > limits.cells)
      refuse(tooMuch);
    return { number, cells, characters };
  };
}

function charactersIn(cell: ReadCell): number {
  if (typeof cell === "string") return cell.length;
  return typeof cell === "object" && cell !== null && "error" in cell ? cell.error.length : 0;
}

/** Types as in ECMA-376 part 1, 18.18.11. Of a formula, the result. */
function cellValue({ type, style, value }: RawCell, { sharedStrings, styles, isFrom1904 }: Lookups): ReadCell {
  if (type === "inlineStr") return value || null;
  if (type === "s") return sharedStrings[Number(value)] || null;
  if (type === "str") return unescaped(value);
  if (type === "b") return value.trim() === "1";
  if (type === "e") return { error: value };
  if (type === "d") return Number.isNaN(Date.parse(value)) ? value : { date: new Date(value).toISOString() };
  const number = Number(value);
  return Number.isNaN(number) ? value : formatted(number, styles[style], isFrom1904);
}

/** Excel stores at most this many digits of a number. */
const exactDigits = 15;

/** Leading zeros belong to a code, such as a SKU. A percentage is text, so that a column of amounts refuses it. */
function formatted(number: number, format: NumberFormat, isFrom1904: boolean): ReadCell {
  if (format === "date") return dateOf(number, isFrom1904);
  if (format === "percent") return `${Number((number * 100).toPrecision(exactDigits))}%`;
  const isCode = format !== undefined && Number.isInteger(number) && number >= 0 && number < 10 ** exactDigits;
  return isCode ? String(number).padStart(format, "0") : number;
}

/** Days from the end of 1899 to 1970, and to 1904. */
const [daysTo1970, daysTo1904] = [25_569, 1_462];

function dateOf(days: number, isFrom1904: boolean): ReadCell {
  const moment = new Date(Math.round((days - daysTo1970 + (isFrom1904 ? daysTo1904 : 0)) * dayMs));
  return Number.isNaN(moment.getTime()) ? null : { date: moment.toISOString() };
}
