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
    permission: "attributes.view",
    scope: "products",
    input: attributeFilters.extend(paging(attributeSortFields, { maxPageSize: pickerPageSize }).shape),
    output: paged(attributeRow),
  }),
  get: query("attributes/{id}", {
    permission: "attributes.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: attributeSchema,
  }),
  optionInfo: query("attributes/optionInfo", { permission: "signedIn", input: z.object({}), output: optionInfoSchema }),
  /** Returns the new attribute's id. */
  add: command("attributes/AddAttribute", {
    permission: "attributes.add",
    effect: "work",
    input: addAttribute,
    output: z.number().int(),
  }),
  updateDetails: command("attributes/UpdateAttributeDetails", {
    permission: "attributes.edit",
    effect: "work",
    input: updateAttributeDetails.extend(edit),
  }),
  upsertOptionValues: command("attributes/UpsertAttributeOptionValues", {
    permission: "attributes.edit",
    effect: "work",
    input: upsertAttributeOptionValues.extend(edit),
  }),
  /** Keeps its options. */
  deactivate: command("attributes/Deactivate", {
    permission: "attributes.edit",
    effect: "work",
    canBeUndone: true,
    input: attributeCommand,
  }),
  activate: command("attributes/Activate", { permission: "attributes.edit", effect: "work", input: attributeCommand }),
};
