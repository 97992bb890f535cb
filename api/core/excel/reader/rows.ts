/** Finds the rows and cells of a worksheet in its XML. */
import { limits, refuse, tooLong } from "./limits.ts";
import { type TagHandlers, TextCollector } from "./xml.ts";

/** A cell as in the file; the value of a shared string is its number. */
export interface RawCell {
  /** From 1. */
  readonly column: number;
  readonly type: string;
  /** The position of its style. */
  readonly style: number;
  readonly value: string;
}

export interface RawRow {
  readonly number: number;
  /** By column; with holes where cells are empty. */
  readonly cells: (RawCell | undefined)[];
}

const columnLetters = /^[A-Z]{1,3}/;

/** Returns the column of a reference such as "AB7", from 1; undefined where the cell has none. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = reference?.match(columnLetters) ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

const mostRows = 1_048_576;
const isRowNumber = (text: string | undefined, last: number) =>
  /^\d{1,7}$/.test(text ?? "") && Number(text) > last && Number(text) <= mostRows;

/** Calls `onRow` at the end of each row that has cells. Rows and cells without a reference follow the previous one. */
export function rowHandlers(onRow: (row: RawRow) => void): Required<TagHandlers> {
  const inline = new TextCollector();
  let row: (RawRow & { lastColumn: number }) | undefined;
  let lastNumber = 0;
  let cell: Omit<RawCell, "value"> | undefined;
  let value = "";
  let isValue = false;

  function finishCell(): void {
    if (!row || !cell) return;
    const isInline = cell.type === "inlineStr";
    if ((isInline || value !== "") && cell.column <= limits.columns)
      row.cells[cell.column - 1] = { ...cell, value: isInline ? inline.take() : value };
    cell = undefined;
  }

  function finishRow(): void {
    if (row && row.cells.length > 0) onRow(row);
    row = undefined;
  }

  return {
    open(name, { r, t, s }) {
      if (name === "row") {
        lastNumber = isRowNumber(r, lastNumber) ? Number(r) : lastNumber + 1;
        row = { number: lastNumber, cells: [], lastColumn: 0 };
      } else if (name === "c" && row) {
        cell = { column: columnOf(r) ?? row.lastColumn + 1, type: t ?? "n", style: Number(s) };
        row.lastColumn = cell.column;
        value = "";
      } else if (cell) {
        isValue = name === "v";
        inline.open(name);
      }
    },
    text(part) {
      if (isValue) {
        value += part;
        if (value.length > limits.cellCharacters) refuse(tooLong);
      } else if (cell) inline.text(part);
    },
    close(name) {
      if (name === "v") isValue = false;
      if (cell) inline.close(name);
      if (name === "c") finishCell();
      if (name === "row") finishRow();
    },
  };
}
