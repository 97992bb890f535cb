/** Finds the columns of a product worksheet, and the product that each row is about. */

import {
  isBlank,
  knownPlaces,
  type Places,
  type Problem,
  placesIn,
  recordNumber,
  textIn,
  WrongCell,
} from "#api/core/excel/cells.ts";
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import { reasonColumn } from "#contract/imports.ts";
import type { ProductSheet } from "#contract/products/import.ts";
import {
  attributeTitle,
  keyColumns,
  memoryColumn,
  type ProductColumn,
  productColumns,
} from "#contract/products/workbook.ts";
import { stockAndPriceFields } from "./fields.ts";
import { type Memory, memoryIn } from "./memory.ts";

export interface SheetColumns {
  readonly places: Partial<Places<ProductColumn>>;
  /** Internal names in lower case. */
  readonly attributes: readonly { readonly title: string; readonly name: string; readonly place: number }[];
  /** Unknown titles. */
  readonly unknown: readonly string[];
  /** Position of the hidden memory column. */
  readonly memory: number | undefined;
}

export type TitledColumn = SheetColumns["attributes"][number];

/** Name the product of a row without its number. */
const nameColumns = ["SKU", "GTIN"] as const satisfies readonly ProductColumn[];
const stockColumns: readonly ProductColumn[] = [
  ...keyColumns,
  ...nameColumns,
  "Supplier",
  ...stockAndPriceFields.map(({ column }) => column),
];
/** These columns are for reading only. An attribute with such a title would not be imported from them. */
const forReading: ReadonlySet<string> = new Set(["Name", "Options"]);

/**
 * Finds the columns. A missing column changes nothing, but products must have numbers, or else SKUs or GTINs.
 * @throws Refusal 422 with the columns that are missing or duplicated
 */
export function columnsOf(head: Pick<ReadRow, "cells">, sheet: ProductSheet): SheetColumns {
  const known = knownPlaces<ProductColumn | typeof memoryColumn>(head, [
    ...(sheet === "all" ? productColumns : stockColumns),
    memoryColumn,
  ]);
  const { [memoryColumn]: memory, ...places } = known.places;
  const isNamed = nameColumns.some((column) => places[column] !== undefined);
  if (places.ProductId !== undefined || !isNamed) placesIn(head, keyColumns);
  const unknown = known.unknown.filter(({ title }) => title !== reasonColumn);
  if (sheet === "stock")
    return {
      places,
      memory,
      attributes: [],
      unknown: unknown.map(({ title }) => title).filter((title) => !forReading.has(title)),
    };
  const isAttribute = ({ title }: { title: string }) => title.toLowerCase().startsWith(attributeTitle.toLowerCase());
  return {
    places,
    memory,
    attributes: unknown
      .filter(isAttribute)
      .map(({ title, place }) => ({ title, place, name: title.slice(attributeTitle.length).trim().toLowerCase() })),
    unknown: unknown.filter((column) => !isAttribute(column)).map(({ title }) => title),
  };
}

/** A stored id, or `new` for a record to be created. */
export type RecordKey = number | "new" | undefined;

export interface SheetRow {
  /** Row number as in Excel. */
  readonly number: number;
  readonly productId: RecordKey;
  /** The word that follows `new`, which connects the rows of one new product. */
  readonly newName: string;
  readonly variantId: RecordKey;
  /** The value by which the row identifies its product, in place of the product's number. */
  readonly names: { readonly sku: string; readonly gtin: string } | undefined;
  readonly problems: readonly Problem[];
  /** Attributes of the product's type that get one of the product's own in their place, for options that they lack. */
  readonly ownOptions?: readonly string[];
  /** The memory of the export, if the row has one. */
  readonly memory: Memory | undefined;
  /** The stock that this row has already set by an earlier import, if any. */
  readonly stockBefore: number | undefined;
  /** The content of a cell if it was edited since the export; otherwise blank. */
  cell(column: ProductColumn): ReadCell;
  cellOf(attribute: TitledColumn): ReadCell;
  /** The content of a cell in the worksheet. */
  written(column: ProductColumn): ReadCell;
}

/** Returns the stock that a row of an export has already set; undefined if none. */
export type StockBefore = (exportId: string, productId: number, variantId: number | null) => number | undefined;

/** @param before the stock set by earlier imports; without it, only the worksheet is considered */
export function rowOf(
  row: ReadRow,
  { places, memory: memoryPlace }: Pick<SheetColumns, "places" | "memory">,
  now: Date,
  before?: StockBefore,
): SheetRow {
  const problems: Problem[] = [];
  const written = (column: ProductColumn) => row.cells[places[column] ?? -1] ?? null;
  const key = (column: (typeof keyColumns)[number]): RecordKey => {
    try {
      return keyIn(written(column));
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      problems.push({ row: row.number, column, why: error.message });
      return undefined;
    }
  };
  const [productId, variantId] = [key("ProductId"), key("VariantId")];
  const [sku, gtin] = [textOrNone(written("SKU")), textOrNone(written("GTIN")).replace(/\D/g, "")];
  const isNamed = productId === undefined && (sku !== "" || gtin !== "");
  if (productId === undefined && !isNamed && problems.length === 0) {
    problems.push({
      row: row.number,
      column: "ProductId",
      why: "Required: the number of the product, its SKU or GTIN, or “new” to create one.",
    });
  }
  const names = isNamed && variantId === undefined && problems.length === 0 ? { sku, gtin } : undefined;
  if (isNamed && variantId !== undefined)
    problems.push({ row: row.number, column: "ProductId", why: "Required, because the row has a VariantId." });
  const newName = productId === "new" ? textIn(written("ProductId")).slice(newMarker.length).trim().toLowerCase() : "";
  const isThere = typeof productId === "number" && variantId !== "new";
  const memory =
    isThere && memoryPlace !== undefined
      ? memoryIn(row.cells[memoryPlace] ?? null, productId, variantId ?? null, now)
      : undefined;
  const stockBefore = memory && isThere ? before?.(memory.exportId, productId, variantId ?? null) : undefined;
  const unlessShown = (title: string, cell: ReadCell) =>
    memory?.covers(title) && memory.isAs(title, cell) ? null : cell;
  const cell = (column: ProductColumn) => {
    const value = unlessShown(column, written(column));
    return column === "StockQuantity" && stockBefore !== undefined && String(value).trim() === String(stockBefore)
      ? null
      : value;
  };
  const cellOf = ({ title, place }: TitledColumn) => unlessShown(title, row.cells[place] ?? null);
  return {
    number: row.number,
    productId,
    newName,
    variantId,
    names,
    problems,
    memory,
    stockBefore,
    cell,
    cellOf,
    written,
  };
}

const newMarker = "new";

export function textOrNone(cell: ReadCell): string {
  try {
    return isBlank(cell) ? "" : textIn(cell).trim();
  } catch (error) {
    if (error instanceof WrongCell) return "";
    throw error;
  }
}

function keyIn(cell: ReadCell): RecordKey {
  if (isBlank(cell)) return undefined;
  return /^new\b/i.test(textIn(cell)) ? "new" : recordNumber(cell);
}

/** Ignores unknown columns. */
export const isEmpty = (row: ReadRow, { places, attributes }: SheetColumns): boolean =>
  [...Object.values(places), ...attributes.map(({ place }) => place)].every((place) => isBlank(row.cells[place]));
