import type { ProductType } from "./schema.ts";

/** A product type in the words of `UpdateProductTypeDetails`: what a form shows, and what is there now. */
export const productTypeDetails = (type: Pick<ProductType, "name" | "parentId">) => ({
  Name: type.name,
  ParentProductTypeId: type.parentId,
});
