/**
 * The columns of product worksheets that hold one field each: how a cell shows the stored value, and how a cell is
 * parsed. Exports and imports share these definitions, so an unedited file changes nothing.
 */
import type { z } from "zod";
import type { Details } from "#api/areas/products/details.ts";
import { cleanHtml } from "#api/areas/shared/rich-text.ts";
import { amountIn, isBlank, numberIn, quoted, textIn, WrongCell, yesNoIn } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { type Cell, excelText, longestText } from "#api/core/excel/sheet.ts";
import { updateProductDetails } from "#contract/products/commands.ts";
import { clearMarker, type ProductColumn } from "#contract/products/workbook.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";

/** Stored values of a product or a variant. */
export type StoredValues = { [Key in keyof Details]?: Details[Key] | null };
export type Key = keyof Details;
/** The value shown in a cell. */
export type Shown = string | number | boolean | undefined;
type Kind = "text" | "number" | "money" | "yesNo" | "type";

export interface Field {
  readonly column: ProductColumn;
  readonly key: Key;
  /** The command's field that sets it; its rules and messages apply. */
  readonly command: keyof typeof updateProductDetails.shape;
  /** A product type is shown as its path and stored as its id. */
  readonly kind: Kind;
  readonly width: number;
  readonly note: string;
  /** Variants have this field too. */
  readonly isOfVariants?: true;
  /** The value stored when the cell is cleared; if missing, the cell cannot be cleared. */
  readonly cleared?: { readonly product?: StoredValues[Key]; readonly variant?: null | "" };
}

const clear = "To clear it, enter (clear).";
const none = { product: null, variant: null } as const;
const measure = (column: ProductColumn, key: Key, command: Field["command"], what: string): Field => ({
  column,
  key,
  command,
  kind: "number",
  width: 11,
  note: `${what} ${clear}`,
  isOfVariants: true,
  cleared: none,
});

export const stockAndPriceFields: readonly Field[] = [
  {
    column: "RecommendedRetailPrice",
    key: "recommendedRetailPrice",
    command: "RecommendedRetailPrice",
    kind: "money",
    width: 24,
    note: "Inc GST. Empty for a variant with its product's prices; (clear) restores them.",
    isOfVariants: true,
    cleared: { variant: null },
  },
  {
    column: "SalePrice",
    key: "salePrice",
    command: "SalePrice",
    kind: "money",
    width: 13,
    note: "Inc GST, not above the recommended retail price; (clear) resets it to that price.",
    isOfVariants: true,
    cleared: { product: 0, variant: null },
  },
  {
    column: "ManageStock",
    key: "manageStock",
    command: "ManageStock",
    kind: "yesNo",
    width: 14,
    note: "TRUE if the stock is counted. If the product has variants, each variant has its own.",
    isOfVariants: true,
  },
  {
    column: "StockQuantity",
    key: "stockQuantity",
    command: "StockQuantity",
    kind: "number",
    width: 15,
    note: "How many are in stock, as a whole number, if the stock is counted.",
    isOfVariants: true,
  },
];

export const allFields: readonly Field[] = [
  {
    column: "ProductType",
    key: "productTypeId",
    command: "ProductTypeId",
    kind: "type",
    width: 34,
    note: "The full path, as in the list of product types.",
  },
  {
    column: "Name",
    key: "name",
    command: "Name",
    kind: "text",
    width: 40,
    note: "At most 255 characters. Empty for a variant with its product's name; (clear) restores it.",
    isOfVariants: true,
    cleared: { variant: null },
  },
  { column: "Description", key: "description", command: "Description", kind: "text", width: 50, note: "HTML." },
  {
    column: "SKU",
    key: "externalSku",
    command: "ExternalSku",
    kind: "text",
    width: 20,
    note: "At most 50 characters.",
    isOfVariants: true,
    cleared: { product: "" },
  },
  {
    column: "GTIN",
    key: "gtin",
    command: "Gtin",
    kind: "text",
    width: 16,
    note: `The number below the barcode: 8, 12, 13 or 14 digits. ${clear}`,
    isOfVariants: true,
    cleared: { product: "", variant: "" },
  },
  {
    column: "Brand",
    key: "brand",
    command: "Brand",
    kind: "text",
    width: 20,
    note: `At most 70 characters. Empty if it is the supplier. ${clear}`,
    cleared: { product: "" },
  },
  {
    column: "HasVariants",
    key: "hasVariants",
    command: "HasVariants",
    kind: "yesNo",
    width: 13,
    note: "TRUE if it is sold in variants, each in its own row.",
  },
  ...stockAndPriceFields,
  measure("WeightKg", "shippingPackageWeight", "ShippingPackageWeight", "Kilograms, as packed for shipping."),
  measure("HeightMm", "shippingPackageHeight", "ShippingPackageHeight", "Whole millimetres, as packed for shipping."),
  measure("WidthMm", "shippingPackageWidth", "ShippingPackageWidth", "Whole millimetres, as packed for shipping."),
  measure("DepthMm", "shippingPackageDepth", "ShippingPackageDepth", "Whole millimetres, as packed for shipping."),
  {
    column: "ImageId",
    key: "defaultImageFileId",
    command: "DefaultImageId",
    kind: "text",
    width: 38,
    note: `The main image: one this product already shows, or one you uploaded. ${clear}`,
    isOfVariants: true,
    cleared: none,
  },
  {
    column: "IsReferralProduct",
    key: "isReferralProduct",
    command: "IsReferralProduct",
    kind: "yesNo",
    width: 18,
    note: "TRUE if the marketplace links to the supplier's site.",
  },
  {
    column: "ReferralUrl",
    key: "referralProductUrl",
    command: "ReferralProductUrl",
    kind: "text",
    width: 36,
    note: "For a referral product: the address the marketplace links to.",
  },
  {
    column: "ReferralCallToAction",
    key: "referralProductCallToAction",
    command: "ReferralProductCallToAction",
    kind: "text",
    width: 22,
    note: "For a referral product: the link text, at most 30 characters.",
  },
];

/** The context for formatting and parsing cells. */
export interface Terms {
  /** As a fraction, for example 0.1. */
  readonly gstRate: number;
  /** The path of a product type. */
  typePath(id: number): string | undefined;
  /** The id of a product type; its path is compared case-insensitively. */
  typeId(path: string): number | undefined;
}

export function shownOf({ key, kind }: Field, stored: StoredValues, { gstRate, typePath }: Terms): Shown {
  const value = isUncounted(key, stored) ? null : stored[key];
  if (value === null || value === undefined || value === "") return undefined;
  if (kind === "money") return inclusive(value as number, gstRate);
  if (kind === "type") return typePath(value as number);
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
  const read = readers[field.kind](cell);
  if (read === (typeof shown === "string" ? excelText(shown).trim() : shown)) return undefined;
  if (typeof shown === "string" && shown.length > longestText)
    throw new WrongCell("This is too long for a worksheet. Please change it on the product's page.");
  return { value: storedFrom(field, read, terms) };
}

function storedFrom({ kind, command }: Field, read: NonNullable<Shown>, { gstRate, typeId }: Terms): StoredValues[Key] {
  if (kind === "type") {
    const id = typeId(String(read));
    if (id === undefined)
      throw new WrongCell(
        `There is no product type ${quoted(String(read))}. Use the full path, for example Home > Kitchen.`,
      );
    return id;
  }
  const checked = (updateProductDetails.shape[command] as z.ZodType).safeParse(
    kind === "money" ? exclusive(read as number, gstRate) : read,
  );
  if (!checked.success) throw new WrongCell(checked.error.issues[0]?.message ?? "This value is not allowed.");
  return (command === "Description" ? cleanHtml(checked.data as string) : checked.data) as StoredValues[Key];
}

const text = (cell: ReadCell) => excelText(textIn(cell)).trim();
const readers: Record<Kind, (cell: ReadCell) => NonNullable<Shown>> = {
  text,
  type: text,
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

/** The fields that variants have too. */
export const variantFields: readonly Field[] = allFields.filter(({ isOfVariants }) => isOfVariants);
