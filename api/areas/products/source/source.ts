/** How the rows of a table that was not exported from here become rows of our worksheet of all product data. */
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import type { Assignment, SourceFormat } from "#contract/products/source.ts";

/** Cells by the titles of our worksheet. */
export type OwnCells = Readonly<Partial<Record<string, ReadCell>>>;

/** A row of our worksheet, with the number of the row in the file that it comes from. */
export interface OwnRow {
  readonly number: number;
  readonly cells: OwnCells;
}

export interface Translator {
  /** The titles that its rows may have. */
  readonly titles: readonly string[];
  /** Title of the file's column by the title of our column, for messages. */
  readonly sourceTitles: Readonly<Partial<Record<string, string>>>;
  /** Titles of the file's columns that are not used. */
  readonly ignored: readonly string[];
  /** Takes the next row of the file, and returns the rows that are complete. */
  next(row: ReadRow): readonly OwnRow[];
  /** Returns the rows that are left after the last one. */
  end(): readonly OwnRow[];
  /** Rows that were left out, such as those of products that are not published. */
  leftOut(): number;
}

/** How a file is to be read; stored with its import. */
export interface Source {
  readonly format: SourceFormat | null;
  readonly columns: readonly Assignment[];
  /** The number of the header row. */
  readonly headRow: number;
  readonly pricesIncludeGst: boolean;
  /** For the supplier of all rows. */
  readonly supplierId: number | null;
  /** For new products of rows that name no type. */
  readonly productTypeId: number | null;
  readonly productTypePath: string | null;
  readonly makesUnknown: boolean;
  /** Cells for new products whose rows say nothing about shipping; inc GST. */
  readonly shippingCells: OwnCells;
}

const rowsAboveHead = 20;
const fewestTitles = 2;

const isFilled = (cell: ReadCell | undefined) =>
  cell !== undefined && cell !== null && (typeof cell !== "string" || cell.trim() !== "");

/** Some files have a title or an address above the table: the header is the first row that is about as wide as it. */
export function headOf(first: readonly ReadRow[]): ReadRow | undefined {
  const candidates = first.slice(0, rowsAboveHead);
  const widthOf = ({ cells }: ReadRow) => cells.filter(isFilled).length;
  const width = Math.max(0, ...candidates.map(widthOf));
  const isHead = (row: ReadRow) => widthOf(row) >= Math.min(width, Math.max(fewestTitles, width / 2));
  return candidates.find(isHead);
}

export const titleOf = (cell: ReadCell | undefined): string =>
  cell === undefined || cell === null || typeof cell === "object" ? "" : String(cell).trim();

/** Compares titles without case, spaces and punctuation. */
export const foldedTitle = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

export const sameTitles = (known: readonly string[], now: readonly string[]): boolean =>
  known.length === now.length && known.every((title, place) => foldedTitle(title) === foldedTitle(now[place] ?? ""));
