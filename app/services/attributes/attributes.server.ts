/** Loaders and forms of the attribute screens. */

import { z } from "zod";
import { withRowsChanged } from "#app/lib/form-rows.ts";
import { withWayBack } from "#app/lib/list-state.ts";
import { asOptions } from "#app/lib/options.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { keptForSession } from "#app/services/session/session-cache.server.ts";
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

const optionInfo = keptForSession<OptionInfo>(60_000, (call) => call.api(attributes.optionInfo, {}));

async function typeOptions(call: Call) {
  const { selectionTypeOptions, optionDataTypes } = await optionInfo(call);
  return { selectionTypes: asOptions(selectionTypeOptions), dataTypes: asOptions(optionDataTypes) };
}

const cards = ["details", "options"] as const;
const { singleSelect, multiSelect } = AttributeSelectionType;

export async function loadAttribute(call: Call) {
  const [attribute, permissions, types] = await Promise.all([
    call.api(attributes.get, { id: attributeId(call) }),
    permissionsOf(call),
    typeOptions(call),
  ]);
  const canEdit = can(permissions, attributes.updateDetails);
  const isSelected = attribute.selectionType === singleSelect || attribute.selectionType === multiSelect;
  // Options that were added before the type was changed can still be removed.
  const may = { details: canEdit, options: canEdit && (isSelected || attribute.values.length > 0) };
  const editing = cards.find((card) => card === call.url.searchParams.get("edit") && may[card]);
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

export async function loadNewAttribute(call: Call) {
  return { ...(await typeOptions(call)), commandId: newCommandId() };
}

function attributeId({ params }: Call): string {
  return params.id ?? "";
}

/** Returns the address of the page without any open form or dialog. */
function page(call: Call): string {
  return withParams(`${paths.attribute(attributeId(call))}${call.url.search}`, { edit: null });
}

const nothingTyped = z.object({});
const about = (_values: unknown, call: Call) => ({ AttributeId: attributeId(call) });
const words = { saved: attributeMessages.saved, notSaved: attributeMessages.notSaved, next: page };

export const attributeForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: attributes.updateDetails,
    schema: updateAttributeDetails.omit({ AttributeId: true }),
    input: (values, call) => ({ ...values, AttributeId: attributeId(call) }),
    told: {
      SelectionType: {
        say: async (type, call) =>
          (await typeOptions(call)).selectionTypes.find(({ value }) => value === String(type))?.label ?? "another type",
      },
    },
    ...words,
  }),
  options: commandForm({
    operation: attributes.upsertOptionValues,
    schema: attributeOptionsForm,
    input: async ({ Values }, call) => {
      const { values } = await call.api(attributes.get, { id: attributeId(call) });
      return { AttributeId: attributeId(call), Values: withCodes(values, Values) };
    },
    refresh: (typed, pressed) => withRowsChanged("Values", typed, pressed, { code: "", value: "" }),
    ...words,
  }),
  deactivate: commandForm({ operation: attributes.deactivate, schema: nothingTyped, input: about, ...words }),
  activate: commandForm({ operation: attributes.activate, schema: nothingTyped, input: about, ...words }),
};

export const newAttributeForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: attributes.add,
    schema: addAttribute,
    input: (values) => values,
    saved: attributeMessages.saved,
    notSaved: attributeMessages.notSaved,
    next: (call, id) => withWayBack(paths.attribute(id), call.url.search),
  }),
};
