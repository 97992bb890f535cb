/** Files whose columns were assigned to fields: each row is one product, or one variant. */
import { isBlank } from "#api/core/excel/cells.ts";
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import type { SourceTarget } from "#contract/products/source.ts";
import { optionSeparator } from "#contract/products/workbook.ts";
import { addressesOf, htmlOf, kilograms, millimetres, plain, taxClass } from "./cells.ts";
import { type OwnCells, type OwnRow, type Source, type Translator, titleOf } from "./source.ts";

type Convert = (cell: ReadCell) => ReadCell;

/** Fields that are not columns of our worksheet, but other units of one. */
const units: Readonly<Record<string, { column: string; convert: Convert }>> = {
  WeightG: { column: "WeightKg", convert: (cell) => kilograms(cell, 0.001) },
  HeightCm: { column: "HeightMm", convert: (cell) => millimetres(cell, 10) },
  WidthCm: { column: "WidthMm", convert: (cell) => millimetres(cell, 10) },
  DepthCm: { column: "DepthMm", convert: (cell) => millimetres(cell, 10) },
};
const sizes: ReadonlySet<string> = new Set(["HeightMm", "WidthMm", "DepthMm"]);

/** The column of our worksheet that a field fills. */
export const columnFor = (field: SourceTarget): string => units[field]?.column ?? field;

function convertOf(field: SourceTarget, title: string): Convert {
  if (units[field]) return units[field].convert;
  if (field === "TaxClass") return (cell) => taxClass(cell, title);
  if (field === "WeightKg") return (cell) => kilograms(cell);
  if (sizes.has(field)) return (cell) => millimetres(cell);
  if (field === "Pictures") return addressesOf;
  return field === "Description" ? htmlOf : (cell) => cell;
}

export function assignedTranslator(head: ReadRow, source: Source): Translator {
  const { columns, supplierId } = source;
  const assigned = columns.map(({ Column, Field }) => ({
    place: Column - 1,
    column: columnFor(Field),
    title: titleOf(head.cells[Column - 1]),
    convert: convertOf(Field, titleOf(head.cells[Column - 1])),
  }));
  const has = (field: SourceTarget) => columns.some(({ Field }) => Field === field);
  // A stock is counted, unless a column of the file says whether it is.
  const countsStock = has("StockQuantity") && !has("ManageStock");
  const used = new Set(assigned.map(({ place }) => place));
  return {
    titles: [
      ...new Set([
        "ProductId",
        "VariantId",
        "Supplier",
        "ProductType",
        ...assigned.map(({ column }) => column),
        ...(countsStock ? ["ManageStock"] : []),
      ]),
    ],
    sourceTitles: {
      // A product is named by its SKU, or else by its GTIN.
      ProductId: (assigned.find(({ column }) => column === "SKU") ?? assigned.find(({ column }) => column === "GTIN"))
        ?.title,
      ...Object.fromEntries(assigned.map(({ column, title }) => [column, title])),
      ...(countsStock ? { ManageStock: assigned.find(({ column }) => column === "StockQuantity")?.title } : {}),
    },
    ignored: head.cells.map(titleOf).filter((title, place) => title !== "" && !used.has(place)),
    next({ number, cells }): readonly OwnRow[] {
      const filled: Record<string, ReadCell> = {};
      for (const { place, column, convert } of assigned) {
        const cell = cells[place] ?? null;
        if (isBlank(cell)) continue;
        const converted = convert(cell);
        const isFurther = column === "Pictures" && !isBlank(filled.Pictures ?? null);
        filled[column] = isFurther ? `${filled.Pictures} ${optionSeparator} ${converted}` : converted;
      }
      if (Object.keys(filled).length === 0) return [];
      const own: OwnCells = {
        ProductId: `new ${nameOf(filled) || `row ${number}`}`,
        ...(supplierId === null ? {} : { Supplier: String(supplierId) }),
        ...filled,
        ...(countsStock && !isBlank(filled.StockQuantity ?? null) ? { ManageStock: true } : {}),
      };
      return [{ number, cells: own }];
    },
    end: () => [],
    leftOut: () => 0,
  };
}

/** Rows with the same SKU, or else the same GTIN, are about the same product. */
const nameOf = ({ Supplier, SKU, GTIN }: Readonly<Record<string, ReadCell>>): string => {
  const name = plain(SKU) || plain(GTIN);
  return name && `${plain(Supplier)} ${name}`.trim();
};
