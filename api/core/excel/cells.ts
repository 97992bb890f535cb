/** Parses the cells of a worksheet row, and describes errors in messages for users. */

import { invalid } from "#api/core/refusals/refusal.ts";
import type { Choice } from "#contract/enumerations.ts";
import { isDay } from "#contract/rules/dates.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { parseAmount, round2 } from "#contract/rules/money.ts";
import type { ReadCell, ReadRow } from "./reading.ts";

/** The position of each column in a row. */
export type Places<Column extends string> = Record<Column, number>;

export interface Problem<Column extends string = string> {
  readonly row: number;
  /** Null if the problem does not belong to a cell. */
  readonly column: Column | null;
  readonly why: string;
}

/** Thrown with all problems of rows that cannot be imported. */
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

/** Column names are compared without spaces and case-insensitively. */
const folded = (name: string) => name.replace(/\s/g, "").toLowerCase();

/** @throws Refusal 422 that names the missing or repeated columns */
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
 * Returns the positions of the known columns that the worksheet has, and the unknown titles.
 * @throws Refusal 422 that names repeated columns
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

/** Thrown by the reader of a cell, with a message for users. */
export class WrongCell extends Error {}

type Readers<Values> = { [Column in keyof Values]: (cell: ReadCell) => Values[Column] };

/** Parses the cells of a row, each with its column's reader. Blank cells have no value. */
export function readCells<Values extends object>(
  { number: row, cells }: ReadRow,
  places: Places<keyof Values & string>,
  readers: Readers<Values>,
) {
  const values: Partial<Values> = {};
  const problems: Problem<keyof Values & string>[] = [];
  for (const column of keysOf(readers)) {
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

/** Excel does not store numbers of more digits exactly. */
const wholeDigits = 15;

/** Returns the text that Excel shows in the cell, as far as it can be known. */
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

/** Returns dollars and cents. Results of formulas may have a rounding error in their last digits, which is ignored. */
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
  const value = booleanTexts[text.toLowerCase()];
  if (value === undefined) throw new WrongCell(`${quoted(text)} is neither TRUE nor FALSE.`);
  return value;
}

const maxId = 2_147_483_647;

/** Numbers beyond the range of ids become the largest id, which no record has. */
export const recordNumber = (cell: ReadCell): number => Math.min(wholeNumber(cell), maxId);

/** Finds a choice by its number or its name. */
export function choiceIn(cell: ReadCell, choices: readonly Choice[], offered: readonly Choice[], what: string): number {
  const text = textIn(cell);
  const choice = choices.find(
    ({ value, displayName }) => String(value) === text || folded(displayName) === folded(text),
  );
  if (choice) return choice.value;
  throw new WrongCell(
    `${quoted(text)} isn't a known ${what}. Please enter one of: ${offered.map(({ displayName }) => displayName).join(", ")}.`,
  );
}

/** Returns the day of a date, or of a text such as 1/7/2020, as `2020-07-01`. */
export function dayIn(cell: ReadCell): string {
  if (typeof cell === "object" && cell !== null && "date" in cell) return cell.date.slice(0, "2026-03-02".length);
  const typed = textIn(cell);
  const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? [];
  const found = year ? `${year}-${month?.padStart(2, "0")}-${date?.padStart(2, "0")}` : typed;
  if (!isDay(found)) throw new WrongCell(`${quoted(typed)} isn't a day. Please enter one like 1/7/2020.`);
  return found;
}

/** Returns the name that the cell has, or whose key it has. */
export function nameIn(cell: ReadCell, names: Readonly<Record<string, string>>): string {
  const typed = textIn(cell).toLowerCase();
  const found = Object.entries(names).find((each) => each.some((name) => name.toLowerCase() === typed));
  if (found) return found[1];
  throw new WrongCell(`Please enter one of: ${Object.values(names).join("; ")}.`);
}
