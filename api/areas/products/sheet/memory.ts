/**
 * What each row of an exported worksheet remembers of its export: what its cells showed, in a hidden column. An import holds
 * the cells against it, so that only those that somebody has edited count. It is compared with cells, and never written anywhere.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { ProductSheet } from "../../../../contract/products/import.ts";
import { attributeTitle, memoryColumn, type ProductColumn } from "../../../../contract/products/workbook.ts";
import { fingerprint } from "../../../../contract/rules/edits.ts";
import type { ReadCell } from "../../../excel/reading.ts";
import { type Cell, type Column, excelText } from "../../../excel/sheet.ts";
import { isSameSet, ownLine, split } from "./attributes.ts";
import type { ExportRow } from "./export-rows.ts";
import { allFields, wordsOf } from "./fields.ts";

/** A text that is too long to be remembered has its fingerprint in its place, and its beginning for people to read. */
const long = z.tuple([z.string().max(16), z.string().max(100)]);
const entry = z.union([z.string().max(1_000), z.number(), z.boolean(), long]);
type Entry = z.output<typeof entry>;

/** The places of columns in the memory of a row. Files that people have depend on it: columns are added at its end only. */
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
] as const satisfies readonly ProductColumn[];

const remembered = z.tuple([
  z.literal(1),
  z.enum(["all", "stock"]),
  /** Of the export. */
  z.string().regex(/^[\w-]{8,16}$/),
  /** When it was made, as `2026-03-02` of UTC. */
  z.iso.date(),
  z.number().int(),
  /** Null for the product itself. */
  z.number().int().nullable(),
  /** What cells showed, by `places`; an empty text for an empty one. */
  z.array(entry).max(100),
  /** What cells of attributes showed, by `keyOf` of their titles; those that were empty are not in it. */
  z.record(z.string(), entry),
]);
type Remembered = z.output<typeof remembered>;

export interface Export {
  readonly sheet: ProductSheet;
  readonly exportId: string;
  /** As `2026-03-02` of UTC. */
  readonly day: string;
}

export const newExport = (sheet: ProductSheet, now: Date): Export => ({
  sheet,
  exportId: randomBytes(6).toString("base64url"),
  day: now.toISOString().slice(0, "2026-03-02".length),
});

/** After so many days a file remembers nothing any more: what was imported from it is forgotten then (`imported-stock.ts`). */
export const rememberedDays = 180;

const note =
  "What this row showed when it was exported. An import compares it with the row to see what was edited. Please leave it as it is.";

/** The columns of an export, and the one that remembers what all of them show. */
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
  return [...columns, { title: memoryColumn, width: 12, isHidden: true, note, kind: "text", value }];
}

interface Shown {
  placed: readonly (Cell | null)[];
  attributes: readonly (readonly [key: string, value: Cell | null])[];
}

/** Excel takes 32,767. */
const mostLetters = 30_000;

/** Undefined where there is too much to be remembered, as with thousands of attributes. */
function written(of: Export, row: ExportRow, shown: Shown): string | undefined {
  const text = encoded(of, row, shown, longestKept);
  if (text.length <= mostLetters) return text;
  const short = encoded(of, row, shown, shortestKept);
  return short.length <= mostLetters ? short : undefined;
}

/** So many characters of a text are remembered as they are; of lists of options, because the order of what is in them says nothing. */
const longestKept = { text: 40, list: 300 };
/** Hardly more than a fingerprint. */
const shortestKept = { text: 16, list: 16 };
const lettersOfBeginning = 20;

function encoded(
  { sheet, exportId, day }: Export,
  { product, variant }: ExportRow,
  { placed, attributes }: Shown,
  longest: typeof longestKept,
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
  return text.length <= longest ? text : [fingerprint(text), text.slice(0, lettersOfBeginning)];
}

const isList = (title: string) => title === "VariesBy" || title === "OwnAttributes";

const lettersOfKey = 6;
/** Short for a title: there are as many of them as cells. */
const keyOf = (title: string) => fingerprint(title.trim().toLowerCase()).slice(-lettersOfKey);

const plain = (text: string) => excelText(text).trim();

export interface Memory {
  readonly exportId: string;
  /** Whether its export had such a column. */
  covers(title: string): boolean;
  /** Whether a cell of the worksheet shows what it did. */
  isAs(title: string, cell: ReadCell): boolean;
  /** The number that a cell showed. */
  number(title: string): number | undefined;
  /** What a cell showed, for people to read. */
  words(column: string): string;
  /** Whether a change begins with what its cell showed. @param before in the words of the worksheet */
  hadBefore(column: string, before: string): boolean;
}

/** @returns undefined where the row has no memory of its own: it was made by hand, is of an older export, was copied from another row, or damaged */
export function memoryIn(cell: ReadCell, productId: number, variantId: number | null, now: Date): Memory | undefined {
  const found = readMemory(cell);
  if (!found) return undefined;
  const [, sheet, exportId, day, ofProduct, ofVariant, placed, attributes] = found;
  const isOwn = ofProduct === productId && ofVariant === variantId;
  if (!isOwn || now.getTime() - Date.parse(day) > rememberedDays * msInDay) return undefined;
  const ofAttributes = new Map(Object.entries(attributes));
  const entryFor = (title: string) => {
    const place = (places as readonly string[]).indexOf(title);
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
    words: (column) => wordsFor(column, entryOfChange(column)),
    hadBefore: (column, before) =>
      isSame(entryOfChange(column), before) || isSameList(column, entryOfChange(column), before),
  };
}

const msInDay = 86_400_000;

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

/** Whoever replaces a word in the whole worksheet, or fills cells downwards, changes this column too: its fingerprint shows it. */
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
  const text = typeof cell === "boolean" ? yesNoWord(cell) : plain(String(cell ?? ""));
  if (entry === undefined) return text === "";
  if (typeof entry === "boolean") return text.toUpperCase() === yesNoWord(entry);
  if (typeof entry === "number")
    return text !== "" && Math.abs(Number(text) - entry) <= trace * Math.max(1, Math.abs(entry));
  return typeof entry === "string" ? text === entry : fingerprint(text) === entry[0];
}

/** What a formula leaves behind two decimals. */
const trace = 1e-9;
const yesNoWord = (value: boolean) => (value ? "TRUE" : "FALSE");

function wordsFor(column: string, entry: Entry | undefined): string {
  if (typeof entry === "object") return `${entry[1]}…`;
  return wordsOf({ kind: allFields.find((field) => field.column === column)?.kind ?? "text" }, entry);
}

/** A variant's option of an attribute that only its product has is a line of a cell. */
const ownColumn = "OwnAttributes: ";
const ownEntry = (entry: Entry | undefined, column: string): Entry | undefined =>
  typeof entry === "string" ? ownLine(entry, column.slice(ownColumn.length))?.trim() || undefined : entry;

/** Several options are the same in any order. */
function isSameList(column: string, entry: Entry | undefined, before: string): boolean {
  const isOfOptions = column.startsWith(attributeTitle) || isList(column);
  return isOfOptions && typeof entry === "string" && isSameSet(split(entry), split(before));
}
