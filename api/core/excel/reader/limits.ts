/** Limits of uploaded workbooks, and the refusal of those that exceed them. */

export const limits = {
  /** Files in the zip archive. */
  files: 2_000,
  /** All unpacked files together: our own export of 50,000 rows has about 150 MB. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Without the header row. */
  rows: 100_000,
  columns: 500,
  /** Characters of one cell, as Excel limits it. */
  cellCharacters: 32_767,
  /** Characters of the cells of one row; a row is stored with one statement. */
  rowCharacters: 1_000_000,
  /**
   * Characters and cells of all rows: the rows of a file are held in memory until they are grouped. Workbooks have fewer
   * characters, see `charactersOf`.
   */
  characters: 64 * 1024 * 1024,
  cells: 8_000_000,
};

/** Cells of a workbook share texts: a file of a few kilobytes may stand for as many characters as a file may have. */
const [sharedCharacters, charactersPerByte] = [4 * 1024 * 1024, 8];

/** Returns how many characters the rows of a workbook may have whose parts are of this size when unpacked. */
export const charactersOf = (unpackedBytes: number): number =>
  Math.min(limits.characters, sharedCharacters + charactersPerByte * unpackedBytes);

/** Ends the reading with a message for the user. */
export class Refused extends Error {}

export const notAWorkbook =
  "This isn't a complete Excel workbook (.xlsx). Please save it again in Excel as .xlsx, then choose it again.";
export const tooMuch = "This file is too large to read at once. Please split it into several.";
export const tooLong = `A cell of this file holds more than ${limits.cellCharacters.toLocaleString("en-AU")} characters, which is more than Excel allows. Please shorten it.`;

/** @throws Refused */
export function refuse(message: string): never {
  throw new Refused(message);
}

/** Any other error while a file is unpacked or parsed means that it isn't a whole workbook. */
export async function orNoWorkbook<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(notAWorkbook);
  }
}
