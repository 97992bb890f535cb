/** Loaders and forms of the product type screens. */

import { z } from "zod";
import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import type { ListOption } from "#app/lib/list-state.ts";
import { withWayBack } from "#app/lib/list-state.ts";
import { moved } from "#app/lib/order.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { taxClassOptions } from "#app/services/forms/tax-class.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
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
import { type TaxClass, taxClassNames } from "#contract/rules/tax-class.ts";

/** Returns the possible parents: all types except the type itself and its descendants. */
async function parentOptions(context: RequestContext, without?: number): Promise<ListOption[]> {
  return [
    { value: "", label: "(None)" },
    ...hierarchyOptions(await context.api(productTypes.hierarchy, {}), { without }),
  ];
}

/** The label of no class of its own. */
const ofParent = "As the type above it, or taxable";

export async function loadProductType(context: RequestContext) {
  const [type, permissions] = await Promise.all([
    context.api(productTypes.get, { id: typeId(context) }),
    permissionsOf(context),
  ]);
  const canEdit = can(permissions, productTypes.updateDetails);
  const isEditing = canEdit && context.url.searchParams.get("edit") === "details";
  return {
    type,
    canEdit,
    editing: isEditing ? "details" : undefined,
    shown: isEditing ? shownText(productTypeDetails(type)) : undefined,
    parents: isEditing ? await parentOptions(context, type.id) : [],
    taxClasses: isEditing && type.appliedTaxClass != null ? await taxClassOptions(ofParent) : undefined,
    commandId: newCommandId(),
  };
}

/** Data of the product type page. */
export type ProductTypePage = Awaited<ReturnType<typeof loadProductType>>;

export async function loadNewProductType(context: RequestContext) {
  const tree = await context.api(productTypes.hierarchy, {});
  const hasTaxClasses = tree.length === 0 || tree.some(({ appliedTaxClass }) => appliedTaxClass != null);
  return {
    parents: await parentOptions(context),
    taxClasses: hasTaxClasses ? await taxClassOptions(ofParent) : undefined,
    commandId: newCommandId(),
  };
}

/** For the confirmation before one of the type's own attributes is removed. */
export async function loadOwnAttribute(context: RequestContext) {
  const type = await context.api(productTypes.get, { id: typeId(context) });
  const attribute = type.attributes.find(
    ({ attributeId, isInherited }) => !isInherited && String(attributeId) === context.param("attributeId"),
  );
  if (!attribute) throw missing();
  return { type: { id: type.id, name: type.name }, attribute };
}

function typeId({ param }: RequestContext): string {
  return param("id");
}

/** Returns the address of the page without any open form or dialog. */
function page(context: RequestContext): string {
  return withParams(`${paths.productType(typeId(context))}${context.url.search}`, { edit: null });
}

const about = (_values: unknown, context: RequestContext) => ({ ProductTypeId: typeId(context) });
const texts = { saved: productTypeMessages.saved, notSaved: productTypeMessages.notSaved, next: page };

export const productTypeForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: productTypes.updateDetails,
    schema: updateProductTypeDetails.omit({ ProductTypeId: true }),
    input: (values, context) => ({ ...values, ProductTypeId: typeId(context) }),
    conflictFields: {
      TaxClass: { display: (value) => taxClassNames[value as TaxClass] ?? ofParent },
      ParentProductTypeId: {
        display: async (id, context) =>
          (await parentOptions(context)).find(({ value }) => value === String(id ?? ""))?.label ?? "another type",
      },
    },
    ...texts,
  }),
  deactivate: commandForm({ operation: productTypes.deactivate, input: about, ...texts }),
  activate: commandForm({ operation: productTypes.activate, input: about, ...texts }),
  addAttribute: commandForm({
    operation: productTypes.addAttribute,
    schema: productTypeAttributeCommand.omit({ ProductTypeId: true }),
    input: (values, context) => ({ ...values, ProductTypeId: typeId(context) }),
    ...texts,
  }),
  removeAttribute: commandForm({
    operation: productTypes.removeAttribute,
    input: (_, context) => ({ ProductTypeId: typeId(context), AttributeId: context.param("attributeId") }),
    ...texts,
  }),
  reorder: commandForm({
    operation: productTypes.reorderAttributes,
    // The order on the page and the pressed move button; drag and drop sends the new order directly.
    schema: z.object({ AttributeIds: z.array(z.coerce.number()).default([]), Move: z.string().default("") }),
    input: ({ AttributeIds, Move }, context) => ({
      ProductTypeId: typeId(context),
      AttributeIds: moved(AttributeIds, Move),
    }),
    ...texts,
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
    next: (context, id) => withWayBack(paths.productType(id), context.url.search),
  }),
};
