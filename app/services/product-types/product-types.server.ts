/** Loaders and forms of the product type screens. */

import { z } from "zod";
import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import type { ListOption } from "#app/lib/list-state.ts";
import { withWayBack } from "#app/lib/list-state.ts";
import { moved } from "#app/lib/order.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { productTypeDetails } from "#contract/product-types/edits.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import {
  addProductType,
  productTypeAttributeCommand,
  productTypeMessages,
  updateProductTypeDetails,
} from "#contract/product-types/schema.ts";
import { shownText } from "#contract/rules/edits.ts";

/** Returns the possible parents: all types except the type itself and its descendants. */
async function parentOptions(call: Call, without?: number): Promise<ListOption[]> {
  return [{ value: "", label: "(None)" }, ...hierarchyOptions(await call.api(productTypes.hierarchy, {}), { without })];
}

export async function loadProductType(call: Call) {
  const [type, permissions] = await Promise.all([
    call.api(productTypes.get, { id: typeId(call) }),
    permissionsOf(call),
  ]);
  const canEdit = can(permissions, productTypes.updateDetails);
  const isEditing = canEdit && call.url.searchParams.get("edit") === "details";
  return {
    type,
    canEdit,
    editing: isEditing ? "details" : undefined,
    shown: isEditing ? shownText(productTypeDetails(type)) : undefined,
    parents: isEditing ? await parentOptions(call, type.id) : [],
    commandId: newCommandId(),
  };
}

/** Data of the product type page. */
export type ProductTypePage = Awaited<ReturnType<typeof loadProductType>>;

export async function loadNewProductType(call: Call) {
  return { parents: await parentOptions(call), commandId: newCommandId() };
}

/** For the confirmation before one of the type's own attributes is removed. */
export async function loadOwnAttribute(call: Call) {
  const type = await call.api(productTypes.get, { id: typeId(call) });
  const attribute = type.attributes.find(
    ({ attributeId, isInherited }) => !isInherited && String(attributeId) === call.params.attributeId,
  );
  if (!attribute) throw missing();
  return { type: { id: type.id, name: type.name }, attribute, commandId: newCommandId() };
}

function typeId({ params }: Call): string {
  return params.id ?? "";
}

/** Returns the address of the page without any open form or dialog. */
function page(call: Call): string {
  return withParams(`${paths.productType(typeId(call))}${call.url.search}`, { edit: null });
}

const nothingTyped = z.object({});
const about = (_values: unknown, call: Call) => ({ ProductTypeId: typeId(call) });
const words = { saved: productTypeMessages.saved, notSaved: productTypeMessages.notSaved, next: page };

export const productTypeForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: productTypes.updateDetails,
    schema: updateProductTypeDetails.omit({ ProductTypeId: true }),
    input: (values, call) => ({ ...values, ProductTypeId: typeId(call) }),
    told: {
      ParentProductTypeId: {
        say: async (id, call) =>
          (await parentOptions(call)).find(({ value }) => value === String(id ?? ""))?.label ?? "another type",
      },
    },
    ...words,
  }),
  deactivate: commandForm({ operation: productTypes.deactivate, schema: nothingTyped, input: about, ...words }),
  activate: commandForm({ operation: productTypes.activate, schema: nothingTyped, input: about, ...words }),
  addAttribute: commandForm({
    operation: productTypes.addAttribute,
    schema: productTypeAttributeCommand.omit({ ProductTypeId: true }),
    input: (values, call) => ({ ...values, ProductTypeId: typeId(call) }),
    ...words,
  }),
  removeAttribute: commandForm({
    operation: productTypes.removeAttribute,
    schema: nothingTyped,
    input: (_, call) => ({ ProductTypeId: typeId(call), AttributeId: call.params.attributeId ?? "" }),
    ...words,
  }),
  reorder: commandForm({
    operation: productTypes.reorderAttributes,
    // The order on the page and the pressed move button; drag and drop sends the new order directly.
    schema: z.object({ AttributeIds: z.array(z.coerce.number()).default([]), Move: z.string().default("") }),
    input: ({ AttributeIds, Move }, call) => ({ ProductTypeId: typeId(call), AttributeIds: moved(AttributeIds, Move) }),
    ...words,
    saved: productTypeMessages.reordered,
  }),
};

export const newProductTypeForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: productTypes.add,
    schema: addProductType,
    input: (values) => values,
    saved: productTypeMessages.saved,
    notSaved: productTypeMessages.notSaved,
    next: (call, id) => withWayBack(paths.productType(id), call.url.search),
  }),
};
