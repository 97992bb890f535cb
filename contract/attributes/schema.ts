import { z } from "zod";
import { attributeDataTypes, attributeSelectionTypes } from "#contract/enumerations.ts";
import { filterText, list, oneOf, optionalText, recordId, text, yesNo } from "#contract/fields.ts";
import { repeatedIn } from "#contract/rules/attribute-options.ts";

/* ---- what is shown ---- */

export const attributeSortFields = ["name", "id", "displayName", "isDisabled"] as const;

export const attributeFilters = z.object({ name: filterText(), showActiveOnly: yesNo.default(false) });

export const attributeRow = z.object({
  id: z.number().int(),
  /** The internal name, which distinguishes attributes with the same display name. */
  name: z.string(),
  displayName: z.string(),
  isDisabled: z.boolean(),
});
export type AttributeRow = z.output<typeof attributeRow>;

export const attributeOption = z.object({ id: z.number().int().nullish(), code: z.string(), value: z.string() });

export const attributeSchema = attributeRow.extend({
  /** `attributeSelectionTypes`. */
  selectionType: z.number().int(),
  /** `attributeDataTypes`. */
  optionDataType: z.number().int(),
  /** The options, in their order. */
  values: z.array(attributeOption).default([]),
  /** The product types that define it; those below inherit it. `name` is the path from the root down. */
  productTypes: z.array(z.object({ id: z.number().int(), name: z.string() })).default([]),
});
export type Attribute = z.output<typeof attributeSchema>;

const choice = z.object({ value: z.number().int(), displayName: z.string() });
export const optionInfoSchema = z.object({ selectionTypeOptions: z.array(choice), optionDataTypes: z.array(choice) });
export type OptionInfo = z.output<typeof optionInfoSchema>;

/* ---- what is typed ---- */

export const updateAttributeDetails = z.object({
  AttributeId: recordId,
  InternalName: text({ max: 255 }),
  DisplayName: text({ max: 50 }),
  SelectionType: oneOf(attributeSelectionTypes),
});

export const addAttribute = updateAttributeDetails
  .omit({ AttributeId: true })
  .extend({ OptionDataType: oneOf(attributeDataTypes) });

export const attributeCommand = z.object({ AttributeId: recordId });

/** Number of rows that fit into a form. */
export const maxOptions = 900;

const option = z.object({ code: optionalText({ max: 50 }), value: text({ max: 255 }) });

const options = list(option, {
  max: maxOptions,
  tooMany: `An attribute can have ${maxOptions} options at the most.`,
}).superRefine((rows, context) => {
  const say = (path: [number, string], message: string) => context.addIssue({ code: "custom", path, message });
  for (const i of repeatedIn(rows.map(({ code }) => code))) say([i, "code"], "Another option has this code.");
  for (const i of repeatedIn(rows.map(({ value }) => value))) say([i, "value"], "Another option has this name.");
});

/**
 * All options of the attribute, in their order; those left out are removed. `matchOptions` matches them with the stored
 * ones.
 */
export const upsertAttributeOptionValues = z.object({ AttributeId: recordId, Values: options });

/** The same as a form sends it: without rows the field is missing. */
export const attributeOptionsForm = z.object({ Values: options.default([]) });

export const attributeMessages = {
  saved: "Attribute details updated successfully.",
  notSaved: "Oh dear, we could not save the attribute details due to an unexpected error.",
} as const;
