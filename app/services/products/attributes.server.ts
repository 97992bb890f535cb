/** Loader and forms of a product's Attributes tab. */

import { v5 as derivedId } from "uuid";
import type { z } from "zod";
import { withRowsChanged } from "#app/lib/form-rows.ts";
import { yesOrNo } from "#app/lib/format.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { AttributeSelectionType } from "#contract/enumerations.ts";
import { productMessages } from "#contract/products/commands.ts";
import { attributeOfProduct, customAttribute } from "#contract/products/edits.ts";
import { customAttributeForm, productAttributeForm } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import type { Product, ProductAttribute } from "#contract/products/schema.ts";
import { withCodes } from "#contract/rules/attribute-options.ts";
import { shownText } from "#contract/rules/edits.ts";
import { edited, editedId, headForms, loadProduct, loadProductToChange, productId } from "./products.server.ts";

const { boolean, singleSelect, multiSelect } = AttributeSelectionType;

export async function loadAttributes(context: RequestContext) {
  const { product, head } = await loadProduct(context);
  const opened = edited(context, head, product.attributes);
  return {
    head,
    attributes: product.attributes.map((attribute) => ({
      id: attribute.id,
      name: attribute.attributeDisplayName,
      values: valuesText(attribute),
      useForVariations: attribute.useForVariations,
      isProductSpecific: attribute.isProductSpecific,
    })),
    shown: opened?.item && shownOf(opened.item),
    form: opened && formOf(opened.item, product),
  };
}

/** Data of the Attributes tab. */
export type AttributesPage = Awaited<ReturnType<typeof loadAttributes>>;
export type ShownAttribute = AttributesPage["attributes"][number];
type FormData = NonNullable<AttributesPage["form"]>;
export type TypeAttributeForm = Extract<FormData, { isCustom: false }>;
export type CustomAttributeForm = Extract<FormData, { isCustom: true }>;

function isSelected({ attributeSelectionType: type }: ProductAttribute): boolean {
  return type === singleSelect || type === multiSelect;
}

/**
 * Snapshot for edits. The form of a custom attribute also sends the command that sets whether variants differ by it.
 */
function shownOf(attribute: ProductAttribute): string {
  const { UseForVariations, ...values } = attributeOfProduct(attribute);
  return shownText({ UseForVariations, ...(attribute.isProductSpecific ? customAttribute(attribute) : values) });
}

/** Returns the product's value of the attribute as text. */
function valuesText(attribute: ProductAttribute): string {
  const { attributeSelectionType, attributeOptions, value } = attribute;
  if (isSelected(attribute)) return optionsInUse(attributeOptions).join(", ");
  if (attributeSelectionType === boolean) return value === "" ? "" : yesOrNo(value === "true");
  return value;
}

function optionsInUse(options: ProductAttribute["attributeOptions"]): string[] {
  return options.filter(({ isUsed }) => isUsed).map(({ optionValue }) => optionValue);
}

/**
 * Returns the initial values and options of an attribute's form. An attribute of the product type has predefined
 * options; a custom attribute gets its options here.
 */
function formOf(attribute: ProductAttribute | undefined, product: Product) {
  if (attribute && !attribute.isProductSpecific) return typeAttributeForm(attribute, product);
  return {
    isCustom: true as const,
    id: attribute?.id,
    name: attribute?.attributeDisplayName ?? "",
    options: attribute?.attributeOptions.map(({ optionCode, optionValue }) => ({
      Code: optionCode,
      Value: optionValue,
    })) ?? [{ Code: "", Value: "" }],
    canVary: product.hasVariants,
    // Off if variants exist already, because they would lack an option of the new attribute.
    useForVariations: attribute?.useForVariations ?? (product.hasVariants && product.productVariants.length === 0),
  };
}

function typeAttributeForm(attribute: ProductAttribute, product: Product) {
  const { id, attributeDisplayName, attributeSelectionType, attributeOptions, value } = attribute;
  const canVary = product.hasVariants && isSelected(attribute);
  return {
    isCustom: false as const,
    id,
    name: attributeDisplayName,
    selectionType: attributeSelectionType,
    options: attributeOptions.map(({ optionId, optionValue }) => ({ value: String(optionId), label: optionValue })),
    chosen: attributeOptions.filter(({ isUsed }) => isUsed).map(({ optionId }) => String(optionId)),
    canVary,
    // The flag may remain set on a product that no longer has variants.
    useForVariations: canVary && attribute.useForVariations,
    value,
  };
}

export async function loadAttributeToDelete(context: RequestContext) {
  const { product, head } = await loadProductToChange(context);
  const attribute = product.attributes.find(
    ({ id, isProductSpecific }) => isProductSpecific && String(id) === context.param("attributeId"),
  );
  if (!attribute) throw missing();
  return { head, name: attribute.attributeDisplayName };
}

async function attributeInput(
  { UseForVariations, OptionId, SelectedOptionIds, Value }: z.output<typeof productAttributeForm>,
  context: RequestContext,
) {
  const { product } = await loadProduct(context);
  const id = editedId(context);
  const attribute = product.attributes.find((each) => String(each.id) === id);
  if (!attribute) throw missing();
  const isOneOption = attribute.attributeSelectionType === singleSelect && !UseForVariations;
  return {
    ProductId: product.id,
    AttributeId: attribute.attributeId,
    UseForVariations,
    SelectedOptionIds: isOneOption ? [OptionId].filter((option) => option !== null) : SelectedOptionIds,
    Value,
  };
}

async function customInput({ AttributeName, Options }: z.output<typeof customAttributeForm>, context: RequestContext) {
  const { product } = await loadProduct(context);
  const id = editedId(context);
  const kept = product.attributes.find((each) => String(each.id) === id)?.attributeOptions ?? [];
  const options = withCodes(
    kept.map(({ optionCode, optionValue }) => ({ code: optionCode, value: optionValue })),
    Options.map(({ Code, Value }) => ({ code: Code, value: Value })),
  );
  return {
    ProductId: product.id,
    ProductAttributeId: id,
    AttributeName,
    Options: options.map(({ code, value }) => ({ Code: code, Value: value })),
  };
}

interface Saved {
  values: z.output<typeof customAttributeForm>;
  /** Id of the attribute. */
  answer: number;
  /** Id of the command that saved the attribute. */
  id: string;
  shown: string | undefined;
}

/** Sends the second command: whether variants differ by the attribute. */
async function messageAboutVariants(
  { values: { UseForVariations }, answer, id, shown }: Saved,
  context: RequestContext,
): Promise<void> {
  const { product } = await loadProduct(context);
  const attribute = product.attributes.find((each) => each.id === answer);
  if (!attribute || attribute.useForVariations === UseForVariations) return;
  await context.api(products.updateAttribute, {
    Id: derivedId("variations", id),
    ProductId: product.id,
    AttributeId: attribute.attributeId,
    UseForVariations,
    Shown: shown,
    SelectedOptionIds: attribute.attributeOptions.map(({ optionId }) => optionId),
  });
}

async function optionsText(ids: unknown, context: RequestContext): Promise<string> {
  const { product } = await loadProduct(context);
  const options = product.attributes.flatMap(({ attributeOptions }) => attributeOptions);
  const names = [ids]
    .flat()
    .map((id) => options.find(({ optionId }) => optionId === id)?.optionValue ?? "another option");
  return names.join(", ") || "nothing";
}

const texts = { saved: productMessages.attributeSaved, notSaved: productMessages.notSaved, next: readView };

export const attributeForms: Record<string, CommandForm> = {
  ...headForms,
  attribute: commandForm({
    operation: products.updateAttribute,
    schema: productAttributeForm,
    input: attributeInput,
    conflictFields: { SelectedOptionIds: { display: optionsText } },
    ...texts,
  }),
  customAttribute: commandForm({
    operation: products.upsertCustomAttribute,
    schema: customAttributeForm,
    input: customInput,
    afterwards: messageAboutVariants,
    refresh: (typed, pressed) => withRowsChanged("Options", typed, pressed, { Code: "", Value: "" }),
    ...texts,
  }),
};

export const deleteAttributeForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: products.deleteAttribute,
    input: (_, context) => ({ ProductId: productId(context), ProductAttributeId: context.param("attributeId") }),
    saved: productMessages.attributeDeleted,
    notSaved: productMessages.notSaved,
    next: (context) =>
      withParams(`${paths.productAttributes(productId(context))}${context.url.search}`, { edit: null }),
  }),
};
