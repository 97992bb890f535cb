/** Parses worksheet rows of shipments. */

import * as cells from "#api/core/excel/cells.ts";
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import { type Choice, shipmentStatuses } from "#contract/enumerations.ts";
import { atMost } from "#contract/fields.ts";
import { type ShipmentColumn, shipmentColumns } from "#contract/orders/import.ts";
import { maxOrderQuantity } from "#contract/orders/schema.ts";
import { couriers } from "#contract/shipments/couriers.ts";
import { chosenShipmentStatuses } from "#contract/shipments/schema.ts";

export type Columns = cells.Places<ShipmentColumn>;
export type Problem = cells.Problem<ShipmentColumn>;

interface Values {
  OrderId: number;
  LineItemId: number;
  QuantityShipped: number;
  ShipmentId: number;
  /** `ShipmentStatus`. */
  ShippingStatus: number;
  /** Courier id. */
  Courier: number;
  TrackingNumber: string;
}

export interface ShipmentRow {
  /** Row number as in Excel. */
  readonly number: number;
  readonly values: Partial<Values>;
  readonly problems: readonly Problem[];
}

/** @throws Refusal 422 with the columns that are missing or duplicated */
export const columnsIn = (head: Pick<ReadRow, "cells">): Columns => cells.placesIn(head, shipmentColumns);

const filledIn = ["QuantityShipped", "ShipmentId", "ShippingStatus", "Courier", "TrackingNumber"] as const;

/** False for a row whose shipment columns are all blank, as exported. */
export const isFilledIn = (row: ReadRow, columns: Columns): boolean =>
  filledIn.some((column) => !cells.isBlank(row.cells[columns[column]]));

function quantity(cell: ReadCell): number {
  const number = cells.wholeNumber(cell);
  if (number < 1) throw new cells.WrongCell("Please enter a whole number, at least 1.");
  if (number > maxOrderQuantity) throw new cells.WrongCell(atMost(maxOrderQuantity));
  return number;
}

const courierChoices: readonly Choice[] = couriers.map(({ id, name }) => ({ value: id, displayName: name }));

const readers: { [C in ShipmentColumn]: (cell: ReadCell) => Values[C] } = {
  OrderId: cells.recordNumber,
  LineItemId: cells.recordNumber,
  QuantityShipped: quantity,
  ShipmentId: cells.recordNumber,
  ShippingStatus: (cell) => cells.choiceIn(cell, shipmentStatuses, chosenShipmentStatuses, "shipment status"),
  Courier: (cell) => cells.choiceIn(cell, courierChoices, courierChoices, "courier"),
  TrackingNumber: cells.textIn,
};

export const shipmentRowOf = (row: ReadRow, columns: Columns): ShipmentRow => ({
  number: row.number,
  ...cells.readCells<Values>(row, columns, readers),
});
