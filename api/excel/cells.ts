/** Rows of a worksheet as what their cells say; what a cell says wrongly is told in words. */

import { invalid } from "#api/refusals/refusal.ts";
import type { Choice } from "#contract/enumerations.ts";
import { parseAmount, round2 } from "#contract/rules/money.ts";
import type { ReadCell, ReadRow } from "./reading.ts";

/** Where in a row each of the columns is. */
export type Places<Column extends string> = Record<Column, number>;

export interface Problem<Column extends string = string> {
  readonly row: number;
  /** Null for what no cell of the row is to blame for. */
  readonly column: Column | null;
  readonly why: string;
}

/** What a row of a worksheet ends with that cannot be imported. */
export class Problems extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super("rows that cannot be imported");
  }
}

/** @throws Problems */
export function refuseRows(problems: readonly (Problem | undefined)[]): void {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new Problems(found);
}

export const sentenceOf = ({ row, column, why }: Problem): string => `Row ${row}${column ? `, ${column}` : ""}: ${why}`;

/** Names are compared without blanks and capitals. */
const folded = (name: string) => name.replace(/\s/g, "").toLowerCase();

/** @throws Refusal 422 that names the columns that are missing, or there twice */
export function placesIn<Column extends string>(
  { cells }: Pick<ReadRow, "cells">,
  columns: readonly Column[],
): Places<Column> {
  const { places } = knownPlaces({ cells }, columns);
  const missing = columns.filter((column) => places[column] === undefined);
  if (missing.length > 0)
    throw invalid({ file: [`The worksheet has no ${columnsCalled(missing)}. Column names must be in the first row.`] });
  return places as Places<Column>;
}

/**
 * Those of these columns that the worksheet has, and the titles that are none of them.
 * @throws Refusal 422 that names the columns that are there twice
 */
export function knownPlaces<Column extends string>({ cells }: Pick<ReadRow, "cells">, columns: readonly Column[]) {
  const byTitle = new Map(columns.map((column) => [folded(column), column]));
  const places: Partial<Places<Column>> = {};
  const twice = new Set<Column>();
  const unknown: { title: string; place: number }[] = [];
  cells.forEach((cell, place) => {
    const title = isBlank(cell) ? "" : cell === null || typeof cell === "object" ? "" : String(cell).trim();
    const column = byTitle.get(folded(title));
    if (column === undefined) title !== "" && unknown.push({ title, place });
    else if (places[column] === undefined) places[column] = place;
    else twice.add(column);
  });
  if (twice.size > 0) throw invalid({ file: [`The worksheet has the ${columnsCalled([...twice])} more than once.`] });
  return { places, unknown };
}

const columnsCalled = (names: readonly string[]) => `column${names.length > 1 ? "s" : ""} ${names.join(", ")}`;

export const isBlank = (cell: ReadCell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === "string" && cell.trim() === "");

/** What a reader of a cell throws, in words. */
export class WrongCell extends Error {}

type Readers<Values> = { [Column in keyof Values]: (cell: ReadCell) => Values[Column] };

/** What the cells of a row say, each read by its column's reader; a blank one says nothing. */
export function readCells<Values extends object>(
  { number: row, cells }: ReadRow,
  places: Places<keyof Values & string>,
  readers: Readers<Values>,
) {
  const values: Partial<Values> = {};
  const problems: Problem<keyof Values & string>[] = [];
  for (const column of Object.keys(readers) as (keyof Values & string)[]) {
    const cell = cells[places[column]] ?? null;
    if (isBlank(cell)) continue;
    try {
      values[column] = readers[column](cell);
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      problems.push({ row, column, why: error.message });
    }
  }
  return { values, problems };
}

const longestQuoted = 60;
export const quoted = (text: string) => `“${text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text}”`;

/** Numbers of more digits than this are not kept whole by Excel. */
const wholeDigits = 15;

/** What a cell shows, as far as it can be known. */
export function textIn(cell: ReadCell): string {
  if (typeof cell === "string") return cell.trim();
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  if (typeof cell === "number") {
    if (Math.abs(cell) >= 10 ** wholeDigits)
      throw new WrongCell(
        "This number is too long for Excel, which has changed its last digits. Please format the column as text, and enter it again.",
      );
    return String(cell);
  }
  if (cell === null) return "";
  throw new WrongCell(
    "date" in cell
      ? "This is a date. Please format the column as text, and enter it again."
      : `The formula in this cell has the error ${cell.error}.`,
  );
}

export function wholeNumber(cell: ReadCell): number {
  const text = textIn(cell);
  if (!/^\d{1,15}$/.test(text)) throw new WrongCell(`${quoted(text)} isn't a whole number.`);
  return Number(text);
}

export function numberIn(cell: ReadCell): number {
  if (typeof cell === "number") return cell;
  const text = textIn(cell);
  const number = text.includes("$") ? undefined : parseAmount(text, maxDecimals);
  if (number === undefined) throw new WrongCell(`${quoted(text)} isn't a number.`);
  return number;
}

const maxDecimals = 10;

/** Dollars and cents. What a formula gives has a trace of other digits at its end, which is no more than that. */
export function amountIn(cell: ReadCell): number {
  const number = typeof cell === "number" ? cell : parseAmount(textIn(cell), maxDecimals);
  if (number === undefined) throw new WrongCell(`${quoted(textIn(cell))} isn't an amount. Please enter one like 9.95.`);
  const cents = round2(number);
  if (Math.abs(number - cents) > trace * Math.max(1, Math.abs(number)))
    throw new WrongCell(
      "Please enter no more than two decimals. In a formula use ROUND, for example =ROUND(A2*1.035, 2).",
    );
  return cents;
}

const trace = 1e-9;

const booleanTexts: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  "1": true,
  false: false,
  no: false,
  "0": false,
};

export function yesNoIn(cell: ReadCell): boolean {
  const text = textIn(cell);
  const said = booleanTexts[text.toLowerCase()];
  if (said === undefined) throw new WrongCell(`${quoted(text)} is neither TRUE nor FALSE.`);
  return said;
}

const maxId = 2_147_483_647;

/** A number that no record can have is that of no record. */
export const recordNumber = (cell: ReadCell): number => Math.min(wholeNumber(cell), maxId);

/** By its number or its name. */
export function chosen(cell: ReadCell, choices: readonly Choice[], offered: readonly Choice[], what: string): number {
  const text = textIn(cell);
  const choice = choices.find(
    ({ value, displayName }) => String(value) === text || folded(displayName) === folded(text),
  );
  if (choice) return choice.value;
  throw new WrongCell(
    `${quoted(text)} isn't a known ${what}. Please enter one of: ${offered.map(({ displayName }) => displayName).join(", ")}.`,
  );
}
