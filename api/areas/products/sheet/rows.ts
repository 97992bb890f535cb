/** Rows of a worksheet of products: which product they are about, and where in them the columns are. */
import type { ProductSheet } from "../../../../contract/products/import.ts";
import { attributeTitle, keyColumns, type ProductColumn, productColumns } from "../../../../contract/products/workbook.ts";
import { isBlank, knownPlaces, type Places, type Problem, placesIn, recordNumber, textIn, WrongCell } from "../../../excel/cells.ts";
import type { ReadCell, ReadRow } from "../../../excel/reading.ts";
import { stockAndPriceFields } from "./fields.ts";

export interface SheetColumns {
  readonly places: Partial<Places<ProductColumn>>;
  /** Internal names, in small letters. */
  readonly attributes: readonly { readonly title: string; readonly name: string; readonly place: number }[];
  /** Titles that nobody knows. */
  readonly unknown: readonly string[];
}

const stockColumns: readonly ProductColumn[] = [...keyColumns, ...stockAndPriceFields.map(({ column }) => column)];
/** For people to read; who sells something else under such a name loses nothing by it. */
const forReading: ReadonlySet<string> = new Set(["SKU", "Name", "Supplier"]);

/**
 * A column that is not there leaves everything as it is, but a product cannot be found without the first two.
 * @throws Refusal 422 that names columns that are missing, or there twice
 */
export function columnsOf(head: Pick<ReadRow, "cells">, sheet: ProductSheet): SheetColumns {
  placesIn(head, keyColumns);
  const { places, unknown } = knownPlaces<ProductColumn>(head, sheet === "all" ? productColumns : stockColumns);
  if (sheet === "stock") return { places, attributes: [], unknown: unknown.map(({ title }) => title).filter((title) => !forReading.has(title)) };
  const isAttribute = ({ title }: { title: string }) => title.toLowerCase().startsWith(attributeTitle.toLowerCase());
  return {
    places,
    attributes: unknown.filter(isAttribute).map(({ title, place }) => ({ title, place, name: title.slice(attributeTitle.length).trim().toLowerCase() })),
    unknown: unknown.filter((column) => !isAttribute(column)).map(({ title }) => title),
  };
}

/** A number, or `new` for what is to be made. */
export type RecordKey = number | "new" | undefined;

export interface SheetRow {
  /** As Excel counts. */
  readonly number: number;
  readonly productId: RecordKey;
  /** What the rows of one new product have in common: the word that follows `new`. */
  readonly newName: string;
  readonly variantId: RecordKey;
  readonly problems: readonly Problem[];
  cell(column: ProductColumn): ReadCell;
  cellAt(place: number): ReadCell;
}

export function rowOf(row: ReadRow, { places }: Pick<SheetColumns, "places">): SheetRow {
  const problems: Problem[] = [];
  const cell = (column: ProductColumn) => row.cells[places[column] ?? -1] ?? null;
  const key = (column: (typeof keyColumns)[number]): RecordKey => {
    try {
      return keyIn(cell(column));
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      problems.push({ row: row.number, column, why: error.message });
      return undefined;
    }
  };
  const [productId, variantId] = [key("ProductId"), key("VariantId")];
  if (productId === undefined && problems.length === 0) {
    problems.push({ row: row.number, column: "ProductId", why: "This is needed: the number of the product, or “new” for one that is to be made." });
  }
  const newName = productId === "new" ? textIn(cell("ProductId")).slice(newWord.length).trim().toLowerCase() : "";
  return { number: row.number, productId, newName, variantId, problems, cell, cellAt: (place) => row.cells[place] ?? null };
}

const newWord = "new";

function keyIn(cell: ReadCell): RecordKey {
  if (isBlank(cell)) return undefined;
  return /^new\b/i.test(textIn(cell)) ? "new" : recordNumber(cell);
}

/** Whatever columns nobody knows say. */
export const isEmpty = (row: ReadRow, { places, attributes }: SheetColumns): boolean =>
  [...Object.values(places), ...attributes.map(({ place }) => place)].every((place) => isBlank(row.cells[place]));
