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
  /** All types as a tree, each level by name. */
  hierarchy: query("producttypes/GetProductTypeHierarchy", {
    permission: "signedIn",
    input: z.object({}),
    output: z.array(productTypeNode),
  }),
  list: query("producttypes", {
    permission: "productTypes.view",
    input: productTypeFilters.extend(paging(productTypeSortFields, { maxPageSize: pickerPageSize }).shape),
    output: paged(productTypeRow),
  }),
  get: query("producttypes/{id}", {
    permission: "productTypes.view",
    input: z.object({ id: recordId }),
    output: productTypeSchema,
  }),
  /** Answers with the new type's id. */
  add: command("producttypes/AddProductType", {
    permission: "productTypes.add",
    input: addProductType,
    output: z.number().int(),
  }),
  updateDetails: command("producttypes/UpdateProductTypeDetails", {
    permission: "productTypes.edit",
    input: updateProductTypeDetails.extend(edit),
  }),
  /** Disables the products of the type with it; the types below stay as they are. */
  deactivate: command("producttypes/Deactivate", { permission: "productTypes.edit", input: productTypeCommand }),
  /** Of the type alone: its products are activated one by one. */
  activate: command("producttypes/Activate", { permission: "productTypes.edit", input: productTypeCommand }),
  /** Puts it last. One that is there already stays where it is. */
  addAttribute: command("producttypes/AddAttribute", {
    permission: "productTypes.edit",
    input: productTypeAttributeCommand,
  }),
  removeAttribute: command("producttypes/RemoveAttribute", {
    permission: "productTypes.edit",
    input: productTypeAttributeCommand,
  }),
  reorderAttributes: command("producttypes/ReOrderAttributes", {
    permission: "productTypes.edit",
    input: reorderAttributes,
  }),
};
