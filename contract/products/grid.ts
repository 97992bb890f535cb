/** Editing many products and variants in a grid: each of them is a row, and each field a cell. */
import { z } from "zod";
import { amountExGst, list, optionalText, recordId, recordIdOrNone } from "#contract/fields.ts";
import { edit } from "#contract/operation.ts";
import { problemSchema } from "#contract/problem.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { shippingMethodChoice, updateProductDetails } from "./commands.ts";

/** Products that the grid reads at once. */
export const gridPageSize = 25;
/** Rows of a part of them. A product that has more with its variants is a part of its own. */
export const gridPartSize = 25;
/** Variants that are shown at once; those of further products are edited on the product's page. */
export const mostGridVariants = 100;
/** Rows that are saved at once. */
export const mostGridRows = gridPageSize + mostGridVariants;

const id = z.number().int();
/** Dollars ex GST. */
const price = z.number().nullable();

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
  /** Empty: the product's name. */
  name: z.string(),
  externalSku: z.string(),
  /** Null: the product's price. */
  recommendedRetailPrice: price,
  /** Null: no sale price. */
  salePrice: price,
  /** Null: stock is not managed. */
  stockQuantity: id.nullable(),
  /** True for variants. */
  isActive: z.boolean(),
  /** `shippingMethods`; null until chosen. */
  shippingMethod: id.nullable(),
  domesticFlatRate: price,
  /** The name of the shipping rule; empty for none. */
  shippingRule: z.string(),
  /** Kilograms. */
  shippingPackageWeight: z.number().nullable(),
  /** Millimetres. */
  shippingPackageHeight: z.number().nullable(),
  shippingPackageWidth: z.number().nullable(),
  shippingPackageDepth: z.number().nullable(),
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

const { StockQuantity, ShippingPackageWeight, ShippingPackageHeight, ShippingPackageWidth, ShippingPackageDepth } =
  updateProductDetails.shape;

/** The fields of a row that can be changed; those that are left out stay as they are. Dollars ex GST. */
const gridChange = z.object({
  Name: optionalText({ max: 255 }).optional(),
  ExternalSku: optionalText({ max: 255 }).optional(),
  RecommendedRetailPrice: amountExGst().nullish(),
  SalePrice: amountExGst().nullish(),
  StockQuantity,
  IsActive: z.boolean().optional(),
  ShippingMethod: shippingMethodChoice.nullish(),
  DomesticFlatRate: amountExGst().nullish(),
  /** The name or the number of a rule of the product's supplier. */
  ShippingRule: optionalText({ max: 255 }).optional(),
  ShippingPackageWeight,
  ShippingPackageHeight,
  ShippingPackageWidth,
  ShippingPackageDepth,
});
export type GridChange = z.output<typeof gridChange>;
export type GridField = keyof GridChange;
export const gridFields = keysOf(gridChange.shape);

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

type Stated = Record<string, unknown>;

/** The fields that a row has, with their values by the names of the command, to compare what a form shows with them. */
export function gridRowDetails(row: GridRow): Partial<Record<GridField, unknown>> {
  const isVariant = row.variantId !== null;
  const stock: Stated = row.hasVariants
    ? {}
    : {
        StockQuantity: row.stockQuantity,
        ShippingPackageWeight: row.shippingPackageWeight,
        ShippingPackageHeight: row.shippingPackageHeight,
        ShippingPackageWidth: row.shippingPackageWidth,
        ShippingPackageDepth: row.shippingPackageDepth,
      };
  const shipping: Stated =
    isVariant || row.isReferralProduct
      ? {}
      : {
          ShippingMethod: row.shippingMethod,
          DomesticFlatRate: row.domesticFlatRate,
          ShippingRule: row.shippingRule,
        };
  return {
    Name: row.name,
    ExternalSku: row.externalSku,
    RecommendedRetailPrice: row.recommendedRetailPrice,
    SalePrice: row.salePrice,
    ...stock,
    ...(!isVariant && { IsActive: row.isActive }),
    ...shipping,
  };
}
