/** Editing many products and variants in a grid: each of them is a row, and each field a cell. */
import { z } from "zod";
import { list, optionalText, recordId, recordIdOrNone } from "#contract/fields.ts";
import { edit } from "#contract/operation.ts";
import { problemSchema } from "#contract/problem.ts";
import { asCommand, type RecordField } from "#contract/records/fields.ts";
import { inputsOf } from "#contract/records/schemas.ts";
import { byKey, mapped } from "#contract/rules/keys-of.ts";
import { updateProductDetails } from "./commands.ts";
import { gridFields, gridKeys } from "./fields.ts";
import { appliedTaxClass } from "./schema.ts";

/** Products that the grid reads at once. */
export const gridPageSize = 25;
/** Rows of a part of them. A product that has more with its variants is a part of its own. */
export const gridPartSize = 25;
/** Variants that are shown at once; those of further products are edited on the product's page. */
export const mostGridVariants = 100;
/** Rows that are saved at once. */
export const mostGridRows = gridPageSize + mostGridVariants;

const id = z.number().int();

/** What cells hold: prices in dollars ex GST, packages in kilograms and millimetres. */
const cells = {
  text: z.string(),
  choice: z.string().nullish(),
  yesNo: z.boolean(),
  whole: id.nullable(),
  number: z.number().nullable(),
};
type CellOf<F> = (typeof cells)[F extends { kind: "text" | "optionalText" }
  ? "text"
  : F extends { kind: infer Kind extends "choice" | "yesNo" }
    ? Kind
    : "number"];

function cellOf({ kind }: RecordField) {
  if (kind === "text" || kind === "optionalText") return cells.text;
  if (kind === "yesNo" || kind === "choice") return cells[kind];
  return kind === "wholeNumber" || kind === "enumeration" ? cells.whole : cells.number;
}

export const gridRow = z.object({
  productId: id,
  /** Null in the row of a product. */
  variantId: id.nullable(),
  productName: z.string(),
  supplierId: id,
  supplierName: z.string(),
  /** Values of a variant's options, such as `Red, M`; empty for a product. */
  options: z.string(),
  /** Its variants are sold, so it has neither stock nor dimensions of its own. */
  hasVariants: z.boolean(),
  /** The supplier ships it, so it has no shipping method. */
  isReferralProduct: z.boolean(),
  /** Of its product. */
  appliedTaxClass,
  /** Of its product type, which applies to products without their own. */
  typeTaxClass: appliedTaxClass,
  /** Of a variant, an empty name and no price are those of its product. Without stock, it is not managed. */
  ...(mapped(gridFields, (key) => cellOf(gridFields[key])) as {
    [K in keyof typeof gridFields]: CellOf<(typeof gridFields)[K]>;
  }),
});
export type GridRow = z.output<typeof gridRow>;

export const gridPage = z.object({
  /** The products of this part, in the order of the request, with those that the caller may not change. */
  ids: z.array(id),
  /** From 1; the last one if the request names a later one. */
  part: id,
  partCount: id,
  /** Each product, followed by its variants. Products that the caller may not change are left out. */
  rows: z.array(gridRow),
  /** Products whose variants are left out, because there are too many. */
  withoutVariants: z.array(id),
  /** Active shipping rules of the suppliers, at most 200. */
  shippingRules: z.array(z.object({ supplierId: id, name: z.string() })),
});

export type GridPart = Pick<z.output<typeof gridPage>, "part" | "partCount">;

export const gridProducts = z.object({
  /** In the order of the rows. */
  Ids: list(recordId, { max: gridPageSize }),
  /** From 1. Without it and `Holding`, the rows of all products are one part. */
  Part: z.number().int().min(1).max(gridPageSize).optional(),
  /** In place of `Part`: the part that has this product. */
  Holding: recordId.optional(),
});

/** The fields of a row that can be changed; those that are left out stay as they are. */
const gridChange = z.object({ ...inputsOf(gridFields), Name: optionalText({ max: gridFields.name.max }) }).partial();
export type GridChange = z.output<typeof gridChange>;
export type GridField = keyof GridChange;

const savedRow = gridChange.extend({
  ProductId: recordId,
  VariantId: recordIdOrNone,
  Shown: edit.Shown,
  SkuIsShared: updateProductDetails.shape.SkuIsShared,
});
export type SavedRow = z.output<typeof savedRow>;

const tooManyRows = `Please save at most ${mostGridRows} rows at once.`;

export const saveGrid = z.object({
  Rows: list(savedRow, { min: 1, max: mostGridRows, tooMany: tooManyRows }),
  After: edit.After,
});

/** A row that was not saved. */
const refusedRow = problemSchema.pick({ errors: true, theirs: true, by: true, shown: true }).extend({
  productId: id,
  variantId: id.nullable(),
  /** Why, in one sentence. */
  message: z.string(),
});
export type RefusedRow = z.output<typeof refusedRow>;

export const gridAnswer = z.object({
  /** Rows in which something has changed. */
  savedCount: id,
  /** The other rows stay as they were, with all of their fields. */
  refused: z.array(refusedRow),
});
export type GridAnswer = z.output<typeof gridAnswer>;

/** The fields that a row has, with their values by the names of the command, to compare what a form shows with them. */
export function gridRowDetails(row: GridRow): Partial<Record<GridField, unknown>> {
  const has = (field: RecordField) => {
    if (row.variantId !== null) return field.isOfVariants !== undefined;
    return field.of === "shipping" ? !row.isReferralProduct : !(row.hasVariants && field.isOfVariants === "instead");
  };
  const keys = gridKeys.filter((key) => has(gridFields[key]));
  return asCommand(
    byKey(keys, (key) => gridFields[key]),
    row,
  );
}
