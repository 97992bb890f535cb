import { z } from "zod";
import { choiceOrNone, filterText, list, recordId, recordIdOrNone, text, yesNo } from "#contract/fields.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";

/* ---- what is shown ---- */

export const productTypeSortFields = ["name", "id", "path", "isDisabled"] as const;

export const productTypeFilters = z.object({ name: filterText(), showActiveOnly: yesNo.default(false) });

export const productTypeRow = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The names from the root down to this type. */
  path: z.string(),
  isDisabled: z.boolean(),
  /** Its own tax class, or else that of the type above it. Not part of other APIs. */
  appliedTaxClass: z.enum(taxClasses).nullish(),
});
export type ProductTypeRow = z.output<typeof productTypeRow>;

/** An attribute of a product type: its own, or inherited from a type above it. */
export const productTypeAttribute = z.object({
  attributeId: z.number().int(),
  /** The internal name. */
  name: z.string(),
  isInherited: z.boolean(),
  /** For an inherited attribute: name and id of the type that defines it. */
  sourceProductType: z.string().nullish(),
  sourceProductTypeId: z.number().int().nullish(),
  /** The attribute is disabled, so products do not ask for it. */
  isDisabled: z.boolean().default(false),
  /** From 1. Inherited attributes come first, in their own order. */
  order: z.number().int(),
});
export type ProductTypeAttribute = z.output<typeof productTypeAttribute>;

export const productTypeSchema = productTypeRow.extend({
  parentId: z.number().int().nullish(),
  /** The tax class of its products, unless they have their own; null: that of the type above it, or taxable. */
  taxClass: z.enum(taxClasses).nullish(),
  /** The types directly below this one, sorted by name. Left out by other APIs. */
  children: z.array(productTypeRow.omit({ path: true, appliedTaxClass: true })).nullish(),
  attributes: z.array(productTypeAttribute).default([]),
  /** Active attributes that the type does not have yet. */
  availableAttributes: z.array(z.object({ id: z.number().int(), name: z.string() })).default([]),
  /** Number of products that Deactivate would disable; null for callers who may not deactivate. */
  activeProducts: z.number().int().nullish(),
});
export type ProductType = z.output<typeof productTypeSchema>;

/** Recursive, which OpenAPI can only express for a named schema. */
export const productTypeNode = z
  .object({
    id: z.number().int(),
    name: z.string(),
    isDisabled: z.boolean().default(false),
    appliedTaxClass: z.enum(taxClasses).nullish(),
    get children() {
      return z.array(productTypeNode);
    },
  })
  .meta({ id: "ProductTypeNode" });
export type ProductTypeNode = z.output<typeof productTypeNode>;

/* ---- what is typed ---- */

export const addProductType = z.object({
  Name: text({ max: 255 }),
  ParentProductTypeId: recordIdOrNone,
  /** Null: that of the parent, or taxable. Prices inc GST stay as they are if it changes. Not part of other APIs. */
  TaxClass: choiceOrNone(taxClasses).optional(),
});

export const updateProductTypeDetails = addProductType.extend({ ProductTypeId: recordId });

export const productTypeCommand = z.object({ ProductTypeId: recordId });

export const productTypeAttributeCommand = productTypeCommand.extend({ AttributeId: recordId });

export const reorderAttributes = productTypeCommand.extend({
  /** The type's own attributes in their new order. Inherited ones are ignored. */
  AttributeIds: list(recordId, { max: 1_000 }),
});

export const productTypeMessages = {
  saved: "Product type details updated successfully.",
  reordered: "Attributes were re-ordered successfully.",
  notSaved: "Oh dear, we could not save the product type details due to an unexpected error.",
} as const;
