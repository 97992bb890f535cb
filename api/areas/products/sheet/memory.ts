/**
 * The memory of each row of an exported worksheet: a hidden column with what its cells showed. An import compares the
 * cells with it, so that only edited cells count. It is never stored as product data.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { type Cell, type Column, excelText, snapshotNote } from "#api/core/excel/sheet.ts";
import type { ProductSheet } from "#contract/products/import.ts";
import { attributeTitle, memoryColumn, type ProductColumn } from "#contract/products/workbook.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { fingerprint } from "#contract/rules/edits.ts";
import { isSameSet, ownLine, split } from "./attributes.ts";
import type { ExportRow } from "./export-rows.ts";
import { allFields, displayText } from "./fields.ts";
import { shippingColumns } from "./shipping.ts";

/** A long text is remembered as its fingerprint, followed by its beginning for display. */
const long = z.tuple([z.string().max(16), z.string().max(100)]);
const entry = z.union([z.string().max(1_000), z.number(), z.boolean(), long]);
type Entry = z.output<typeof entry>;

/** The positions of columns in a row's memory. Existing files depend on them: new columns go to the end. */
const places = [
  "Supplier",
  "ProductType",
  "Name",
  "Description",
  "SKU",
  "Active",
  "HasVariants",
  "RecommendedRetailPrice",
  "SalePrice",
  "ManageStock",
  "StockQuantity",
  "WeightKg",
  "HeightMm",
  "WidthMm",
  "DepthMm",
  "ImageId",
  "IsReferralProduct",
  "ReferralUrl",
  "ReferralCallToAction",
  "VariesBy",
  "OwnAttributes",
  "GTIN",
  "Brand",
  "ShippingMethod",
  "ShippingRule",
  "DomesticRate",
  "InternationalRate",
  "ShippingNotes",
  "HandlingDays",
  "Pictures",
] as const satisfies readonly ProductColumn[];
const placeTitles: readonly string[] = places;

const remembered = z.tuple([
  z.literal(1),
  z.enum(["all", "stock"]),
  /** Id of the export. */
  z.string().regex(/^[\w-]{8,16}$/),
  /** Date of the export in UTC, as `2026-03-02`. */
  z.iso.date(),
  z.number().int(),
  /** Null for the product itself. */
  z.number().int().nullable(),
  /** Cell values, by `places`; an empty text for an empty cell. */
  z.array(entry).max(100),
  /** Cell values of attributes, by `keyOf` of their titles; empty cells are left out. */
  z.record(z.string(), entry),
]);
type Remembered = z.output<typeof remembered>;

export interface Export {
  readonly sheet: ProductSheet;
  readonly exportId: string;
  /** Date in UTC, as `2026-03-02`. */
  readonly day: string;
}

export const newExport = (sheet: ProductSheet, now: Date): Export => ({
  sheet,
  exportId: randomBytes(6).toString("base64url"),
  day: now.toISOString().slice(0, "2026-03-02".length),
});

/**
 * Days after which the memory of a file is ignored. The records of its imports are deleted then (`imported-stock.ts`).
 */
export const rememberedDays = 180;

/** Adds the hidden memory column to the columns of an export. */
export function withMemory(columns: readonly Column<ExportRow>[], of: Export): Column<ExportRow>[] {
  const ofAttributes = columns
    .filter(({ title }) => title.startsWith(attributeTitle))
    .map((column) => ({ column, key: keyOf(column.title) }));
  const ofPlaces = places.map((place) => columns.find(({ title }) => title === place));
  const value = (row: ExportRow) =>
    written(of, row, {
      placed: ofPlaces.map((column) => column?.value(row)),
      attributes: ofAttributes.map(({ column, key }) => [key, column.value(row)]),
    });
  return [...columns, { title: memoryColumn, width: 12, isHidden: true, note: snapshotNote, kind: "text", value }];
}

interface Shown {
  placed: readonly (Cell | null)[];
  attributes: readonly (readonly [key: string, value: Cell | null])[];
}

/** Excel's limit for a cell is 32,767 characters. */
const maxCharacters = 30_000;

/** Undefined if the memory would be too long, as with thousands of attributes. */
function written(of: Export, row: ExportRow, shown: Shown): string | undefined {
  const text = encoded(of, row, shown, maxStoredLength);
  if (text.length <= maxCharacters) return text;
  const short = encoded(of, row, shown, minFingerprintLength);
  return short.length <= maxCharacters ? short : undefined;
}

/**
 * Characters up to which a text is remembered literally. Lists of options get more, because comparing them regardless
 * of order needs their texts.
 */
const maxStoredLength = { text: 40, list: 300 };
/** Little more than a fingerprint. */
const minFingerprintLength = { text: 16, list: 16 };
const charactersOfBeginning = 20;

function encoded(
  { sheet, exportId, day }: Export,
  { product, variant }: ExportRow,
  { placed, attributes }: Shown,
  longest: typeof maxStoredLength,
): string {
  const cells = placed.map((value, i) => entryOf(value, isList(places[i] ?? "") ? longest.list : longest.text) ?? "");
  while (cells.at(-1) === "") cells.pop();
  const entries = attributes.flatMap(([key, value]): [string, Entry][] => {
    const one = entryOf(value, longest.list);
    return one === undefined ? [] : [[key, one]];
  });
  const all: Remembered = [
    1,
    sheet,
    exportId,
    day,
    product.id,
    variant?.id ?? null,
    cells,
    Object.fromEntries(entries),
  ];
  const text = Buffer.from(JSON.stringify(all)).toString("base64");
  return `${text}.${fingerprint(text)}`;
}

function entryOf(value: Cell | null, longest: number): Entry | undefined {
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? plain(value) : "";
  if (text === "") return undefined;
  return text.length <= longest ? text : [fingerprint(text), text.slice(0, charactersOfBeginning)];
}

const isList = (title: string) => title === "VariesBy" || title === "OwnAttributes";

const charactersOfKey = 6;
/** A short key for a title, because there is one per cell. */
const keyOf = (title: string) => fingerprint(title.trim().toLowerCase()).slice(-charactersOfKey);

const plain = (text: string) => excelText(text).trim();

export interface Memory {
  readonly exportId: string;
  /** Returns true if the export had this column. */
  covers(title: string): boolean;
  /** Returns true if a cell of the worksheet still shows what was exported. */
  isAs(title: string, cell: ReadCell): boolean;
  /** The exported value of a number cell. */
  number(title: string): number | undefined;
  /** The exported value of a cell, for display. */
  textOf(column: string): string;
  /**
   * Returns true if a change starts from the exported value.
   * @param before as shown in the worksheet
   */
  hadBefore(column: string, before: string): boolean;
}

/**
 * Returns undefined if the row has no valid memory: it was typed by hand, is from an older export, was copied from
 * another row, or is damaged.
 */
export function memoryIn(cell: ReadCell, productId: number, variantId: number | null, now: Date): Memory | undefined {
  const found = readMemory(cell);
  if (!found) return undefined;
  const [, sheet, exportId, day, ofProduct, ofVariant, placed, attributes] = found;
  const isOwn = ofProduct === productId && ofVariant === variantId;
  if (!isOwn || now.getTime() - Date.parse(day) > rememberedDays * dayMs) return undefined;
  const ofAttributes = new Map(Object.entries(attributes));
  const entryFor = (title: string) => {
    const place = placeTitles.indexOf(title);
    return place === -1 ? ofAttributes.get(keyOf(title)) : placed[place] === "" ? undefined : placed[place];
  };
  const entryOfChange = (column: string) =>
    column.startsWith(ownColumn) ? ownEntry(entryFor("OwnAttributes"), column) : entryFor(column);
  return {
    exportId,
    covers: (title) => sheet === "all" || isOfStock(title),
    isAs: (title, cell) => isSame(entryFor(title), cell),
    number: (title) => {
      const value = entryFor(title);
      return typeof value === "number" ? value : undefined;
    },
    textOf: (column) => textOfEntry(column, entryOfChange(column)),
    hadBefore: (column, before) =>
      isSame(entryOfChange(column), before) || isSameList(column, entryOfChange(column), before),
  };
}

const ofStock: readonly ProductColumn[] = [
  "SKU",
  "Name",
  "Supplier",
  "RecommendedRetailPrice",
  "SalePrice",
  "ManageStock",
  "StockQuantity",
];
const isOfStock = (title: string) => ofStock.some((column) => column.toLowerCase() === title.trim().toLowerCase());

/**
 * Replacing a word in the whole worksheet, or filling cells downwards, changes this column too; its fingerprint reveals
 * that.
 */
function readMemory(cell: ReadCell): Remembered | undefined {
  if (typeof cell !== "string") return undefined;
  const [text = "", sum] = cell.trim().split(".");
  if (sum !== fingerprint(text)) return undefined;
  try {
    return remembered.safeParse(JSON.parse(Buffer.from(text, "base64").toString())).data;
  } catch {
    return undefined;
  }
}

function isSame(entry: Entry | undefined, cell: ReadCell): boolean {
  if (cell !== null && typeof cell === "object") return false;
  const text = typeof cell === "boolean" ? yesNoText(cell) : plain(String(cell ?? ""));
  if (entry === undefined) return text === "";
  if (typeof entry === "boolean") return text.toUpperCase() === yesNoText(entry);
  if (typeof entry === "number")
    return text !== "" && Math.abs(Number(text) - entry) <= trace * Math.max(1, Math.abs(entry));
  return typeof entry === "string" ? text === entry : fingerprint(text) === entry[0];
}

/** Rounding error that a formula may leave behind two decimals. */
const trace = 1e-9;
const yesNoText = (value: boolean) => (value ? "TRUE" : "FALSE");

function textOfEntry(column: string, entry: Entry | undefined): string {
  if (typeof entry === "object") return `${entry[1]}…`;
  const kind = [...allFields, ...shippingColumns].find((field) => field.column === column)?.kind ?? "text";
  return displayText({ kind }, entry);
}

/** A variant's option of an attribute of its product alone is one line of a cell. */
const ownColumn = "OwnAttributes: ";
const ownEntry = (entry: Entry | undefined, column: string): Entry | undefined =>
  typeof entry === "string" ? ownLine(entry, column.slice(ownColumn.length))?.trim() || undefined : entry;

/** Lists of options are equal in any order. */
function isSameList(column: string, entry: Entry | undefined, before: string): boolean {
  const isOfOptions = column.startsWith(attributeTitle) || isList(column);
  return isOfOptions && typeof entry === "string" && isSameSet(split(entry), split(before));
}
