/** The page that says what the columns of a file mean that was not exported from here. */

import type { z } from "zod";
import { withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { ShippingMethod, shippingMethods } from "#contract/enumerations.ts";
import type { OutputOf } from "#contract/operation.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { products } from "#contract/products/operations.ts";
import { sourceFieldNames, sourceFields } from "#contract/products/source.ts";
import { sourceFileForm } from "#contract/products/source-form.ts";
import { attributeTitle } from "#contract/products/workbook.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { loadNewProduct } from "./list.server.ts";

/** The value of the choice that is not a shipping rule. */
const flatRate = "flat";

const flatRateName = shippingMethods.find(({ value }) => value === ShippingMethod.flatRate)?.displayName ?? "";

/** A page with more options than this would be slow to load. */
const mostOptions = 6_000;

export const loadSourceFile = (context: RequestContext) =>
  sourceFilePage(context, context.api(products.sourceFile, { id: context.param("id") }));

export type SourceFilePage = Awaited<ReturnType<typeof loadSourceFile>>;

/** @param supplierId of all rows, whose shipping rules alone can be chosen */
export async function sourceFilePage(
  context: RequestContext,
  described: Promise<OutputOf<typeof products.sourceFile>>,
  supplierId?: string,
) {
  const [{ attributes, ...file }, { suppliers, productTypes, commandId }, rules, { gstRate }] = await Promise.all([
    described,
    loadNewProduct(context),
    context.api(shippingRules.list, { supplierId, pageSize: pickerPageSize, includeTotalCount: false }),
    configuration(),
  ]);
  const isOne = new Set(rules.items.map(({ supplierId }) => supplierId)).size === 1;
  const used = new Set(file.columns.map(({ field }) => field));
  const areMany = file.columns.length * (attributes.length + sourceFields.length) > mostOptions;
  const offered = attributes.map((name) => `${attributeTitle}${name}`).filter((field) => !areMany || used.has(field));
  return {
    file: { ...file, domesticFlatRate: inclusive(file.domesticFlatRate, gstRate) },
    shipping: [
      { value: "", label: "Not yet" },
      { value: flatRate, label: flatRateName },
      ...rules.items
        .filter(({ isDisabled }) => !isDisabled)
        .map(({ id, name, supplierName }) => ({
          value: String(id),
          label: `Shipping rule: ${name}${isOne ? "" : ` (${supplierName})`}`,
        })),
    ],
    fields: [
      { value: "", label: "Not imported" },
      ...sourceFields.map((field) => ({ value: field, label: sourceFieldNames[field] })),
      ...offered.map((field) => ({ value: field, label: field })),
    ],
    suppliers,
    productTypes,
    commandId,
  };
}

/** Converts the values of the form to the fields of the command: dollars inc GST become dollars ex GST. */
export async function sourceFrom({
  Columns,
  SupplierId: _,
  ProductTypeId,
  Shipping,
  DomesticFlatRate,
  ...typed
}: z.output<typeof sourceFileForm>) {
  return {
    ...typed,
    ...shippingFrom(Shipping, DomesticFlatRate, (await configuration()).gstRate),
    ProductTypeId: ProductTypeId || null,
    Columns: Columns.flatMap(({ Field }, place) => (Field === "" ? [] : [{ Column: place + 1, Field: Field }])),
  };
}

/** The fields of the form whose names differ from those of the command. */
export const sourceNames = { ShippingMethod: "Shipping", ShippingRuleId: "Shipping" };

function shippingFrom(chosen: string, rate: number | null, gstRate: number) {
  const none = { ShippingMethod: null, DomesticFlatRate: null, ShippingRuleId: null };
  if (chosen === "") return none;
  if (chosen === flatRate)
    return { ...none, ShippingMethod: ShippingMethod.flatRate, DomesticFlatRate: exclusive(rate, gstRate) };
  return { ...none, ShippingMethod: ShippingMethod.rule, ShippingRuleId: Number(chosen) };
}

export const sourceFileForms: Record<string, CommandForm> = {
  check: commandForm({
    operation: products.checkSourceFile,
    schema: sourceFileForm,
    input: async (typed, context) => ({
      ...(await sourceFrom(typed)),
      SupplierId: typed.SupplierId || null,
      FileId: context.param("id"),
    }),
    names: sourceNames,
    saved: "",
    notSaved: "Oh dear, this file could not be checked due to an unexpected error. Please try again.",
    next: (context, id) => withWayBack(paths.productsImport(id), context.url.search),
  }),
};
