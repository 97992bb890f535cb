/** Rows of a worksheet as what they say of shipments; what a cell says wrongly is told in words. */
import { type Choice, shipmentStatuses } from "../../../contract/enumerations.ts";
import { atMost } from "../../../contract/fields.ts";
import { type ShipmentColumn, shipmentColumns } from "../../../contract/orders/import.ts";
import { maxOrderQuantity } from "../../../contract/orders/schema.ts";
import { couriers } from "../../../contract/shipments/couriers.ts";
import { chosenShipmentStatuses } from "../../../contract/shipments/schema.ts";
import type { ReadCell, ReadRow } from "../../excel/reading.ts";
import { invalid } from "../../http/refusal.ts";

/** Where in a row each of the columns is. */
export type Columns = Record<ShipmentColumn, number>;

interface Values {
  OrderId: number;
  LineItemId: number;
  QuantityShipped: number;
  ShipmentId: number;
  /** `ShipmentStatus`. */
  ShippingStatus: number;
  /** Its number. */
  Courier: number;
  TrackingNumber: string;
}

export interface Problem {
  readonly row: number;
  /** Null for what no cell of the row is to blame for. */
  readonly column: ShipmentColumn | null;
  readonly why: string;
}

export interface ShipmentRow {
  /** As Excel counts. */
  readonly number: number;
  readonly values: Partial<Values>;
  readonly problems: readonly Problem[];
}

export const sentenceOf = ({ row, column, why }: Problem): string => `Row ${row}${column ? `, ${column}` : ""}: ${why}`;

/** Names are compared without blanks and capitals. */
const folded = (name: string) => name.replace(/\s/g, "").toLowerCase();

/** @throws Refusal 422 that names the columns that are missing, or there twice */
export function columnsIn(head: ReadRow): Columns {
  const titles = head.cells.map((cell) => (typeof cell === "string" ? folded(cell) : ""));
  const placesOf = (column: string) => titles.flatMap((title, i) => (title === folded(column) ? [i] : []));
  const missing = shipmentColumns.filter((column) => placesOf(column).length === 0);
  if (missing.length > 0) throw invalid({ file: [`The worksheet has no ${columnsCalled(missing)}. The names of the columns stand in its first row.`] });
  const twice = shipmentColumns.filter((column) => placesOf(column).length > 1);
  if (twice.length > 0) throw invalid({ file: [`The worksheet has the ${columnsCalled(twice)} more than once.`] });
  return Object.fromEntries(shipmentColumns.map((column) => [column, placesOf(column)[0]])) as Columns;
}

const columnsCalled = (names: readonly string[]) => `column${names.length > 1 ? "s" : ""} ${names.join(", ")}`;

const filledIn = ["QuantityShipped", "ShipmentId", "ShippingStatus", "Courier", "TrackingNumber"] as const;

const isBlank = (cell: ReadCell | undefined) => cell === undefined || cell === null || (typeof cell === "string" && cell.trim() === "");

/** False for a row as an export leaves it: nothing of a shipment stands in it. */
export const isFilledIn = ({ cells }: ReadRow, columns: Columns): boolean => filledIn.some((column) => !isBlank(cells[columns[column]]));

class WrongCell extends Error {}

const longestQuoted = 60;
const quoted = (text: string) => `“${text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text}”`;

/** Numbers of more digits than this are not kept whole by Excel. */
const wholeDigits = 15;

/** What a cell shows, as far as it can be known. */
function textIn(cell: ReadCell): string {
  if (typeof cell === "string") return cell.trim();
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  if (typeof cell === "number") {
    if (Math.abs(cell) >= 10 ** wholeDigits)
      throw new WrongCell("This number is too long for Excel, which has changed its end. Please format the column as text, and enter it again.");
    return String(cell);
  }
  if (cell === null) return "";
  throw new WrongCell(
    "date" in cell ? "This is a date. Please format the column as text, and enter it again." : `The formula in this cell has the error ${cell.error}.`,
  );
}

function wholeNumber(cell: ReadCell): number {
  const text = textIn(cell);
  if (!/^\d{1,15}$/.test(text)) throw new WrongCell(`${quoted(text)} is no whole number.`);
  return Number(text);
}

const maxId = 2_147_483_647;

/** A number that no record can have is that of no record. */
const recordNumber = (cell: ReadCell) => Math.min(wholeNumber(cell), maxId);

function quantity(cell: ReadCell): number {
  const number = wholeNumber(cell);
  if (number < 1) throw new WrongCell("Please enter a whole number, at least 1.");
  if (number > maxOrderQuantity) throw new WrongCell(atMost(maxOrderQuantity));
  return number;
}

/** By its number or its name. */
function chosen(cell: ReadCell, choices: readonly Choice[], offered: readonly Choice[], what: string): number {
  const text = textIn(cell);
  const choice = choices.find(({ value, displayName }) => String(value) === text || folded(displayName) === folded(text));
  if (choice) return choice.value;
  throw new WrongCell(`${quoted(text)} is no ${what}. Please enter one of: ${offered.map(({ displayName }) => displayName).join(", ")}.`);
}

const courierChoices: readonly Choice[] = couriers.map(({ id, name }) => ({ value: id, displayName: name }));

const readers: { [C in ShipmentColumn]: (cell: ReadCell) => Values[C] } = {
  OrderId: recordNumber,
  LineItemId: recordNumber,
  QuantityShipped: quantity,
  ShipmentId: recordNumber,
  ShippingStatus: (cell) => chosen(cell, shipmentStatuses, chosenShipmentStatuses, "status of a shipment"),
  Courier: (cell) => chosen(cell, courierChoices, courierChoices, "courier"),
  TrackingNumber: textIn,
};

export function shipmentRowOf({ number, cells }: ReadRow, columns: Columns): ShipmentRow {
  const values: Partial<Record<ShipmentColumn, number | string>> = {};
  const problems: Problem[] = [];
  for (const column of shipmentColumns) {
    const cell = cells[columns[column]] ?? null;
    if (isBlank(cell)) continue;
    try {
      values[column] = readers[column](cell);
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      problems.push({ row: number, column, why: error.message });
    }
  }
  return { number, values: values as Partial<Values>, problems };
}
