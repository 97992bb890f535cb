/** Loaders and forms of the attribute screens. */

import { withRowsChanged } from "#app/lib/form-rows.ts";
import { withWayBack } from "#app/lib/list-state.ts";
import { asOptions } from "#app/lib/options.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { cachedForSession } from "#app/services/session/session-cache.server.ts";
import { attributeDetails, attributeOptions } from "#contract/attributes/edits.ts";
import { attributes } from "#contract/attributes/operations.ts";
import {
  addAttribute,
  attributeMessages,
  attributeOptionsForm,
  type OptionInfo,
  updateAttributeDetails,
} from "#contract/attributes/schema.ts";
import { AttributeSelectionType } from "#contract/enumerations.ts";
import { can } from "#contract/permissions.ts";
import { withCodes } from "#contract/rules/attribute-options.ts";
import { shownText } from "#contract/rules/edits.ts";

const optionInfo = cachedForSession<OptionInfo>(60_000, (context) => context.api(attributes.optionInfo, {}));

async function typeOptions(context: RequestContext) {
  const { selectionTypeOptions, optionDataTypes } = await optionInfo(context);
  return { selectionTypes: asOptions(selectionTypeOptions), dataTypes: asOptions(optionDataTypes) };
}

const cards = ["details", "options"] as const;
const { singleSelect, multiSelect } = AttributeSelectionType;

export async function loadAttribute(context: RequestContext) {
  const [attribute, permissions, types] = await Promise.all([
    context.api(attributes.get, { id: attributeId(context) }),
    permissionsOf(context),
    typeOptions(context),
  ]);
  const canEdit = can(permissions, attributes.updateDetails);
  const isSelected = attribute.selectionType === singleSelect || attribute.selectionType === multiSelect;
  // Options that were added before the type was changed can still be removed.
  const may = { details: canEdit, options: canEdit && (isSelected || attribute.values.length > 0) };
  const editing = cards.find((card) => card === context.url.searchParams.get("edit") && may[card]);
  return {
    attribute,
    may,
    isSelected,
    editing,
    shown:
      editing && shownText(editing === "options" ? attributeOptions(attribute.values) : attributeDetails(attribute)),
    ...types,
    commandId: newCommandId(),
  };
}

/** Data of the attribute page. */
export type AttributePage = Awaited<ReturnType<typeof loadAttribute>>;

export async function loadNewAttribute(context: RequestContext) {
  return { ...(await typeOptions(context)), commandId: newCommandId() };
}

function attributeId({ param }: RequestContext): string {
  return param("id");
}

/** Returns the address of the page without any open form or dialog. */
function page(context: RequestContext): string {
  return withParams(`${paths.attribute(attributeId(context))}${context.url.search}`, { edit: null });
}

const about = (_values: unknown, context: RequestContext) => ({ AttributeId: attributeId(context) });
const texts = { saved: attributeMessages.saved, notSaved: attributeMessages.notSaved, next: page };

export const attributeForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: attributes.updateDetails,
    schema: updateAttributeDetails.omit({ AttributeId: true }),
    input: (values, context) => ({ ...values, AttributeId: attributeId(context) }),
    conflictFields: {
      SelectionType: {
        display: async (type, context) =>
          (await typeOptions(context)).selectionTypes.find(({ value }) => value === String(type))?.label ??
          "another type",
      },
    },
    ...texts,
  }),
  options: commandForm({
    operation: attributes.upsertOptionValues,
    schema: attributeOptionsForm,
    input: async ({ Values }, context) => {
      const { values } = await context.api(attributes.get, { id: attributeId(context) });
      return { AttributeId: attributeId(context), Values: withCodes(values, Values) };
    },
    refresh: (typed, pressed) => withRowsChanged("Values", typed, pressed, { code: "", value: "" }),
    ...texts,
  }),
  deactivate: commandForm({ operation: attributes.deactivate, input: about, ...texts }),
  activate: commandForm({ operation: attributes.activate, input: about, ...texts }),
};

export const newAttributeForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: attributes.add,
    schema: addAttribute,
    input: (values) => values,
    saved: attributeMessages.saved,
    notSaved: attributeMessages.notSaved,
    next: (context, id) => withWayBack(paths.attribute(id), context.url.search),
  }),
};
