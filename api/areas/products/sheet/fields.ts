/**
 * The columns of product worksheets that hold one field each: how a cell shows the stored value, and how a cell is
 * parsed. Exports and imports share these definitions, so an unedited file changes nothing.
 */
import type { z } from "zod";
import type { Details } from "#api/areas/products/details.ts";
import { price } from "#api/areas/products/source/cells.ts";
import { cleanHtml } from "#api/areas/shared/rich-text.ts";
import { amountIn, isBlank, numberIn, quoted, textIn, WrongCell, yesNoIn } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { type Cell, excelText, longestText } from "#api/core/excel/sheet.ts";
import { updateProductDetails } from "#contract/products/commands.ts";
import { variantFields as fieldsOfVariants, productFields } from "#contract/products/fields.ts";
import { clearMarker, type ProductColumn } from "#contract/products/workbook.ts";
import type { RecordField, SheetColumn } from "#contract/records/fields.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";

/** Stored values of a product or a variant. */
export type StoredValues = { [Key in keyof Details]?: Details[Key] | null };
export type Key = keyof Details;
/** The value shown in a cell. */
export type Shown = string | number | boolean | undefined;
/** A product type is shown as its path and stored as its id. */
type Kind = "text" | "number" | "money" | "yesNo" | "type" | "choice";

export interface Field {
  readonly column: ProductColumn;
  readonly key: Key;
  /** The command's field that sets it; its rules and messages apply. */
  readonly command: (typeof productFields)[Key]["command"];
  readonly kind: Kind;
  readonly width: number;
  readonly note: string;
  /** The value stored when the cell is cleared; if missing, the cell cannot be cleared. */
  readonly cleared?: SheetColumn["cleared"];
  /** The names of the values, for a choice. */
  readonly names?: Readonly<Record<string, string>>;
}

const kinds: Partial<Record<RecordField["kind"], Kind>> = {
  priceExGst: "money",
  wholeNumber: "number",
  number: "number",
  yesNo: "yesNo",
  reference: "type",
  choice: "choice",
};

/** Variants have it too. */
export const isOfVariants = ({ key }: Field): boolean => key in fieldsOfVariants;

const fieldsIn = (described: Partial<typeof productFields>): readonly Field[] =>
  keysOf(described).map((key) => {
    const field = productFields[key];
    const { command, kind, sheet } = field;
    return { ...sheet, key, command, kind: kinds[kind] ?? "text", ...(kind === "choice" && { names: field.names }) };
  });

export const allFields = fieldsIn(productFields);
/** The fields that variants have too. */
export const variantFields = fieldsIn(fieldsOfVariants);
const { recommendedRetailPrice, salePrice, manageStock, stockQuantity, productTypeId, taxClass } = productFields;
/** What decides how much GST the prices include. */
export const taxFields = fieldsIn({ productTypeId, taxClass });
export const stockAndPriceFields = fieldsIn({ recommendedRetailPrice, salePrice, manageStock, stockQuantity });

/** The context for formatting and parsing cells. */
export interface Terms {
  /** Of the stored prices, as a fraction, for example 0.1. */
  readonly gstRate: number;
  /** Of the prices that are read, if the row changes the tax class. */
  readonly gstRateAfter?: number;
  /** The prices of the file do not include GST. */
  readonly areExGst?: boolean;
  /** The path of a product type. */
  typePath(id: number): string | undefined;
  /** The id of a product type; its path is compared case-insensitively. */
  typeId(path: string): number | undefined;
}

export function shownOf({ key, kind, names }: Field, stored: StoredValues, { gstRate, typePath }: Terms): Shown {
  const value = isUncounted(key, stored) ? null : stored[key];
  if (value === null || value === undefined || value === "") return undefined;
  if (kind === "money") return inclusive(value as number, gstRate);
  if (kind === "type") return typePath(value as number);
  if (kind === "choice") return names?.[value as string];
  return value;
}

/** Stock is hidden when it is not managed. */
const isUncounted = (key: Key, { manageStock }: StoredValues) => key === "stockQuantity" && manageStock !== true;

/**
 * Parses a cell into the value to store.
 * @returns undefined if the cell is empty or shows the stored value
 * @throws WrongCell
 */
export function requestedBy(
  field: Field,
  cell: ReadCell,
  stored: StoredValues,
  of: "product" | "variant",
  terms: Terms,
): { value: StoredValues[Key] } | undefined {
  if (isBlank(cell)) return undefined;
  const shown = shownOf(field, stored, terms);
  if (isClear(cell)) {
    const cleared = field.cleared?.[of];
    if (cleared === undefined) throw new WrongCell("This cannot be cleared.");
    return shown === undefined ? undefined : { value: cleared };
  }
  const read = field.kind === "money" ? amountIncGst(cell, terms) : readers[field.kind](cell);
  if (read === (typeof shown === "string" ? excelText(shown).trim() : shown)) return undefined;
  if (typeof shown === "string" && shown.length > longestText)
    throw new WrongCell("This is too long for a worksheet. Please change it on the product's page.");
  return { value: storedFrom(field, read, terms) };
}

/**
 * Returns the amount of a cell in dollars inc GST.
 * @throws WrongCell
 */
export const amountIncGst = (cell: ReadCell, terms: Terms): number =>
  amountIn(price(cell, { isInclusive: !terms.areExGst, gstRate: rateAfter(terms) }));

const rateAfter = ({ gstRate, gstRateAfter = gstRate }: Terms): number => gstRateAfter;

function storedFrom({ kind, command, names }: Field, read: NonNullable<Shown>, terms: Terms): StoredValues[Key] {
  if (kind === "type") {
    const id = terms.typeId(String(read));
    if (id === undefined)
      throw new WrongCell(
        `There is no product type ${quoted(String(read))}. Use the full path, for example Home > Kitchen.`,
      );
    return id;
  }
  const checked = (updateProductDetails.shape[command] as z.ZodType).safeParse(
    kind === "money" ? exclusive(read as number, rateAfter(terms)) : names ? chosenIn(names, String(read)) : read,
  );
  if (!checked.success) throw new WrongCell(checked.error.issues[0]?.message ?? "This value is not allowed.");
  return (command === "Description" ? cleanHtml(checked.data as string) : checked.data) as StoredValues[Key];
}

/** @throws WrongCell */
function chosenIn(names: NonNullable<Field["names"]>, read: string): string {
  const choices = Object.entries(names).map(([value, displayName]) => ({ value, displayName }));
  const chosen = choices.find(({ displayName }) => displayName.toLowerCase() === read.toLowerCase());
  if (chosen) return chosen.value;
  const offered = choices.map(({ displayName }) => displayName).join(", ");
  throw new WrongCell(`${quoted(read)} isn't known here. Please enter one of: ${offered}.`);
}

const text = (cell: ReadCell) => excelText(textIn(cell)).trim();
const readers: Record<Kind, (cell: ReadCell) => NonNullable<Shown>> = {
  text,
  type: text,
  choice: text,
  number: numberIn,
  money: amountIn,
  yesNo: yesNoIn,
};

/** The text of a cell. */
export function displayText({ kind }: { kind: string }, shown: Cell | null): string {
  if (shown === undefined || shown === null) return "";
  if (typeof shown === "boolean") return shown ? "TRUE" : "FALSE";
  return kind === "money" ? (shown as number).toFixed(2) : String(shown);
}

export const isClear = (cell: ReadCell): boolean =>
  typeof cell === "string" && cell.trim().toLowerCase() === clearMarker;
