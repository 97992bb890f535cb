import type { ProductType } from "./schema.ts";

/** A product type in the fields of `UpdateProductTypeDetails`, to compare what a form shows with the current record. */
export const productTypeDetails = (type: Pick<ProductType, "name" | "parentId" | "taxClass">) => ({
  Name: type.name,
  ParentProductTypeId: type.parentId,
  TaxClass: type.taxClass,
});
