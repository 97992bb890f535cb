/**
 * The memory of each row of an exported worksheet: a hidden column with what its cells showed. An import compares the
 * cells with it, so that only edited cells count. It has one format for all worksheets, and is never stored as data.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { fingerprint } from "#contract/rules/edits.ts";
import type { ReadCell } from "./reading.ts";
import { type Cell, excelText } from "./sheet.ts";

/** The columns of a worksheet whose cells its rows remember. */
interface Remembering {
  /** Distinguishes it from other worksheets of the same import. */
  readonly name: string;
  /** A row remembers the cells by their positions here. New titles at the end leave earlier files valid. */
  readonly titles: readonly string[];
  /** Columns whose cells are lists, which are compared regardless of their order. */
  readonly lists?: readonly string[];
  /** The worksheet also has columns that each export chooses, such as those of attributes. Their cells are lists. */
  readonly hasOthers?: true;
}

export interface Layout extends Remembering {
  /** Positions by title as it is written and in lower case. */
  readonly places: ReadonlyMap<string, number>;
  readonly signature: string;
}

export const layoutOf = (remembering: Remembering): Layout => ({
  ...remembering,
  places: new Map(
    remembering.titles.flatMap((title, i): [string, number][] => [
      [title, i],
      [title.toLowerCase(), i],
    ]),
  ),
  signature: signatureOf(remembering.titles),
});

const signatureOf = (titles: readonly string[]) => fingerprint(titles.join("\n"));

/** A long text is remembered as its fingerprint, followed by its beginning for display. */
const long = z.tuple([z.string().max(16), z.string().max(100)]);
const entry = z.union([z.string().max(1_000), z.number(), z.boolean(), long]);
export type Entry = z.output<typeof entry>;

const version = 2;
const remembered = z.tuple([
  z.literal(version),
  /** Name of the layout, the number of its titles, and their fingerprint. */
  z.string().max(40),
  z.number().int().min(0).max(1_000),
  z.string().max(16),
  /** Id of the export. */
  z.string().regex(/^[\w-]{8,16}$/),
  /** Date of the export in UTC, as `2026-03-02`. */
  z.iso.date(),
  /** Ids of the record; null for none. */
  z.array(z.number().int().nullable()).max(4),
  /** Cells by the titles of the layout: an empty text for an empty cell, null for one that the row does not have. */
  z.array(entry.nullable()).max(200),
  /** Cells of other columns, by `keyOf` of their titles; empty cells are left out. */
  z.record(z.string(), entry),
]);
type Remembered = z.output<typeof remembered>;

export interface Export {
  readonly layout: Layout;
  readonly exportId: string;
  /** Date in UTC, as `2026-03-02`. */
  readonly day: string;
}

export const newExport = (layout: Layout, now: Date): Export => ({
  layout,
  exportId: randomBytes(6).toString("base64url"),
  day: now.toISOString().slice(0, "2026-03-02".length),
});

export interface ShownRow {
  ids: readonly (number | null)[];
  /** By the titles of the layout; undefined for a cell that the row does not have. */
  cells: readonly (Cell | null | undefined)[];
  others?: readonly (readonly [key: string, cell: Cell | null | undefined])[];
}

/** Excel's limit for a cell is 32,767 characters. */
const maxCharacters = 30_000;

/** Returns the memory of a row; undefined if it would be too long, as with thousands of attributes. */
export function memoryText(of: Export, row: ShownRow): string | undefined {
  const text = encoded(of, row, maxStoredLength);
  if (text.length <= maxCharacters) return text;
  const short = encoded(of, row, minFingerprintLength);
  return short.length <= maxCharacters ? short : undefined;
}

/**
 * Characters up to which a text is remembered literally. Lists get more, because comparing them regardless of order needs
 * their texts.
 */
const maxStoredLength = { text: 40, list: 300 };
/** Little more than a fingerprint. */
const minFingerprintLength = { text: 16, list: 16 };
const charactersOfBeginning = 20;

function encoded(
  { layout, exportId, day }: Export,
  { ids, cells, others = [] }: ShownRow,
  longest: typeof maxStoredLength,
): string {
  const { name, titles, signature, lists = [] } = layout;
  const lengths = titles.map((title) => (lists.includes(title) ? longest.list : longest.text));
  const placed = titles.map((_, i) => (cells[i] === undefined ? null : entryOf(cells[i], lengths[i] ?? 0)));
  while (placed.at(-1) === "") placed.pop();
  const keyed = others.map(([key, cell]): [string, Entry] => [key, entryOf(cell ?? null, longest.list)]);
  const all: Remembered = [
    version,
    name,
    titles.length,
    signature,
    exportId,
    day,
    [...ids],
    placed,
    Object.fromEntries(keyed.filter(([, one]) => one !== "")),
  ];
  const text = Buffer.from(JSON.stringify(all)).toString("base64");
  return `${text}.${fingerprint(text)}`;
}

function entryOf(cell: Cell | null, longest: number): Entry {
  if (typeof cell === "number" || typeof cell === "boolean") return cell;
  const text = typeof cell === "string" ? plain(cell) : "";
  return text.length <= longest ? text : [fingerprint(text), text.slice(0, charactersOfBeginning)];
}

const charactersOfKey = 6;
/** A short key for a title, because there is one per cell. */
export const keyOf = (title: string) => fingerprint(title.trim().toLowerCase()).slice(-charactersOfKey);

const plain = (text: string) => excelText(text).trim();

export interface RowMemory {
  readonly exportId: string;
  readonly day: string;
  /** Returns true if the export showed this column in this row. */
  covers(title: string): boolean;
  /** The exported value of a cell; undefined for an empty one. */
  entryFor(title: string): Entry | undefined;
}

/**
 * Returns undefined if the row has no valid memory: it was typed by hand, was copied from another row, is damaged, or is
 * of an export of an earlier version.
 */
export function memoryIn(
  cell: ReadCell,
  layouts: readonly Layout[],
  ids: readonly (number | null)[],
): RowMemory | undefined {
  const [, name, count, signature, exportId = "", day = "", own = [], placed = [], others = {}] =
    readMemory(cell) ?? [];
  const layout = layouts.find((each) => each.name === name);
  if (!layout || own.length !== ids.length || own.some((id, i) => id !== ids[i])) return undefined;
  const { titles, places, hasOthers = false } = layout;
  if (signature !== layout.signature && signature !== signatureOf(titles.slice(0, count))) return undefined;
  const ofOthers = new Map(Object.entries(others));
  const placeOf = (title: string) => places.get(title) ?? places.get(title.trim().toLowerCase());
  return {
    exportId,
    day,
    covers(title) {
      const place = placeOf(title);
      return place === undefined ? hasOthers : place < (count ?? 0) && placed[place] !== null;
    },
    entryFor(title) {
      const place = placeOf(title);
      const found = place === undefined ? ofOthers.get(keyOf(title)) : placed[place];
      return found === null || found === "" ? undefined : found;
    },
  };
}

const longestMemory = 32_767;

/**
 * Replacing a word in the whole worksheet, or filling cells downwards, changes this column too; its fingerprint reveals
 * that.
 */
function readMemory(cell: ReadCell): Remembered | undefined {
  if (typeof cell !== "string" || cell.length > longestMemory) return undefined;
  const [text = "", sum] = cell.trim().split(".");
  if (sum !== fingerprint(text)) return undefined;
  try {
    return remembered.safeParse(JSON.parse(Buffer.from(text, "base64").toString())).data;
  } catch {
    return undefined;
  }
}

/** Returns true if a cell of the worksheet still shows what was exported. */
export function isAsShown(entry: Entry | undefined, cell: ReadCell): boolean {
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
