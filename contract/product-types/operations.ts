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
  hierarchy: query("producttypes/GetProductTypeHierarchy", {
    description: "Returns all product types as a tree, each level sorted by name.",
    permission: "signedIn",
    input: z.object({}),
    output: z.array(productTypeNode),
  }),
  list: query("producttypes", {
    description: "Lists product types, a page at a time.",
    permission: "productTypes.view",
    scope: "products",
    input: productTypeFilters.extend(paging(productTypeSortFields, { maxPageSize: pickerPageSize }).shape),
    output: paged(productTypeRow),
  }),
  get: query("producttypes/{id}", {
    description: "Returns a product type with its attributes.",
    permission: "productTypes.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: productTypeSchema,
  }),
  add: command("producttypes/AddProductType", {
    description: "Adds a product type. Returns its id.",
    permission: "productTypes.add",
    effect: "work",
    input: addProductType,
    output: z.number().int(),
  }),
  updateDetails: command("producttypes/UpdateProductTypeDetails", {
    description: "Changes the name and the parent of a product type.",
    permission: "productTypes.edit",
    effect: "work",
    input: updateProductTypeDetails.extend(edit),
  }),
  deactivate: command("producttypes/Deactivate", {
    description: "Deactivates a product type. Also disables the products of the type; types below it stay unchanged.",
    permission: "productTypes.edit",
    effect: "work",
    canBeUndone: true,
    input: productTypeCommand,
  }),
  activate: command("producttypes/Activate", {
    description: "Activates a product type. Only the type: its products are activated one by one.",
    permission: "productTypes.edit",
    effect: "work",
    input: productTypeCommand,
  }),
  addAttribute: command("producttypes/AddAttribute", {
    description: "Appends an attribute to a product type. One that the type has already keeps its position.",
    permission: "productTypes.edit",
    effect: "work",
    input: productTypeAttributeCommand,
  }),
  removeAttribute: command("producttypes/RemoveAttribute", {
    description: "Removes an attribute from a product type.",
    permission: "productTypes.edit",
    effect: "work",
    input: productTypeAttributeCommand,
  }),
  reorderAttributes: command("producttypes/ReOrderAttributes", {
    description: "Sets the order of the attributes of a product type.",
    permission: "productTypes.edit",
    effect: "work",
    input: reorderAttributes,
  }),
};
