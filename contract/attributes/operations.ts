import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { paged, paging, pickerPageSize } from "#contract/paging.ts";
import {
  addAttribute,
  attributeCommand,
  attributeFilters,
  attributeRow,
  attributeSchema,
  attributeSortFields,
  optionInfoSchema,
  updateAttributeDetails,
  upsertAttributeOptionValues,
} from "./schema.ts";

/** The attributes shared by product types. A product-specific attribute belongs to its product. */
export const attributes = {
  list: query("attributes", {
    description: "Lists attributes that product types share, a page at a time.",
    permission: "attributes.view",
    scope: "products",
    input: attributeFilters.extend(paging(attributeSortFields, { maxPageSize: pickerPageSize }).shape),
    output: paged(attributeRow),
  }),
  get: query("attributes/{id}", {
    description: "Returns an attribute with its options.",
    permission: "attributes.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: attributeSchema,
  }),
  optionInfo: query("attributes/optionInfo", {
    description: "Returns the selection types and the data types that an attribute may have.",
    permission: "signedIn",
    input: z.object({}),
    output: optionInfoSchema,
  }),
  add: command("attributes/AddAttribute", {
    description: "Adds an attribute, whose internal name is unique. Returns its id.",
    permission: "attributes.add",
    effect: "work",
    input: addAttribute,
    output: z.number().int(),
  }),
  updateDetails: command("attributes/UpdateAttributeDetails", {
    description: "Changes the names and the selection type of an attribute.",
    permission: "attributes.edit",
    effect: "work",
    input: updateAttributeDetails.extend(edit),
  }),
  upsertOptionValues: command("attributes/UpsertAttributeOptionValues", {
    description: "Adds and changes the options of an attribute.",
    permission: "attributes.edit",
    effect: "work",
    input: upsertAttributeOptionValues.extend(edit),
  }),
  deactivate: command("attributes/Deactivate", {
    description: "Deactivates an attribute. Keeps its options.",
    permission: "attributes.edit",
    effect: "work",
    canBeUndone: true,
    input: attributeCommand,
  }),
  activate: command("attributes/Activate", {
    description: "Activates an attribute again.",
    permission: "attributes.edit",
    effect: "work",
    input: attributeCommand,
  }),
};
