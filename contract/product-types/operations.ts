import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { paged, paging, pickerPageSize } from "#contract/paging.ts";
import {
  addProductType,
  productTypeAttributeCommand,
  productTypeCommand,
  productTypeFilters,
  productTypeNode,
  productTypeRow,
  productTypeSchema,
  productTypeSortFields,
  reorderAttributes,
  updateProductTypeDetails,
} from "./schema.ts";

export const productTypes = {
  /** All types as a tree, each level sorted by name. */
  hierarchy: query("producttypes/GetProductTypeHierarchy", {
    permission: "signedIn",
    input: z.object({}),
    output: z.array(productTypeNode),
  }),
  list: query("producttypes", {
    permission: "productTypes.view",
    scope: "products",
    input: productTypeFilters.extend(paging(productTypeSortFields, { maxPageSize: pickerPageSize }).shape),
    output: paged(productTypeRow),
  }),
  get: query("producttypes/{id}", {
    permission: "productTypes.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: productTypeSchema,
  }),
  /** Returns the new type's id. */
  add: command("producttypes/AddProductType", {
    permission: "productTypes.add",
    effect: "work",
    input: addProductType,
    output: z.number().int(),
  }),
  updateDetails: command("producttypes/UpdateProductTypeDetails", {
    permission: "productTypes.edit",
    effect: "work",
    input: updateProductTypeDetails.extend(edit),
  }),
  /** Also disables the products of the type; types below it stay unchanged. */
  deactivate: command("producttypes/Deactivate", {
    permission: "productTypes.edit",
    effect: "work",
    canBeUndone: true,
    input: productTypeCommand,
  }),
  /** Activates the type only: its products are activated one by one. */
  activate: command("producttypes/Activate", {
    permission: "productTypes.edit",
    effect: "work",
    input: productTypeCommand,
  }),
  /** Appends the attribute. One that the type has already keeps its position. */
  addAttribute: command("producttypes/AddAttribute", {
    permission: "productTypes.edit",
    effect: "work",
    input: productTypeAttributeCommand,
  }),
  removeAttribute: command("producttypes/RemoveAttribute", {
    permission: "productTypes.edit",
    effect: "work",
    input: productTypeAttributeCommand,
  }),
  reorderAttributes: command("producttypes/ReOrderAttributes", {
    permission: "productTypes.edit",
    effect: "work",
    input: reorderAttributes,
  }),
};
