/** Loader and forms of a product's Shipping tab. */

import type { z } from "zod";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import { conflictsOf } from "#app/services/forms/edit-conflicts.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { productMessages, shippingMessages } from "#contract/products/commands.ts";
import { productShipping } from "#contract/products/edits.ts";
import { shippingFields } from "#contract/products/fields.ts";
import { shippingMethodForm } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { exclusive, inclusive, parseAmount } from "#contract/rules/money.ts";
import { areMeasured } from "#contract/rules/product-problems.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { productPrice } from "./conflicts.server.ts";
import { headForms, loadProduct } from "./products.server.ts";

/** Rates in dollars inc GST. */
export async function loadShipping(context: RequestContext) {
  const [{ product, head }, methods, { gstRate }, hasHandlingDays] = await Promise.all([
    loadProduct(context),
    context.api(products.shippingMethodOptions, {}),
    configuration(),
    hasFeature("shipBy"),
  ]);
  if (product.isReferralProduct) throw missing();
  const editing = head.canEdit && context.url.searchParams.get("edit") === "shipping" ? "shipping" : undefined;
  const rate = rateOf(product.appliedTaxClass, gstRate);
  const { shippingMethod: shipping, productVariants, hasVariants } = product;
  const parcels = hasVariants ? productVariants : [product];
  const isCarried = shipping.shippingMethod === ShippingMethod.carrier;
  return {
    head,
    editing,
    shown: editing && shownText(productShipping(shipping)),
    hasHandlingDays,
    methods: methods.map(({ value, displayName }) => ({ value: String(value), label: displayName })),
    shipping: {
      ...shipping,
      domesticFlatRate: inclusive(shipping.domesticFlatRate, rate),
      internationalFlatRate: inclusive(shipping.internationalFlatRate, rate),
    },
    /** The data that a carrier lacks, as messages. */
    carrierNeeds: [
      ...(shipping.enabledForShippit ? [] : [shippingMessages.noCarrier]),
      ...(areMeasured(parcels) ? [] : [shippingMessages.dimensions]),
    ],
    /** The parcels: the product, or each of its variants. Kilograms and millimetres. */
    parcels: isCarried || editing ? parcels.map(parcel) : [],
    rules: editing ? await rulesOf(context, product.supplierId) : [],
  };
}

/** Data of the Shipping tab. */
export type ShippingPage = Awaited<ReturnType<typeof loadShipping>>;

type Parcel = Pick<
  Awaited<ReturnType<typeof loadProduct>>["product"],
  | "id"
  | "name"
  | "externalSku"
  | "shippingPackageWeight"
  | "shippingPackageHeight"
  | "shippingPackageWidth"
  | "shippingPackageDepth"
>;

const parcel = (it: Parcel): Parcel => ({
  id: it.id,
  name: it.name,
  externalSku: it.externalSku,
  shippingPackageWeight: it.shippingPackageWeight,
  shippingPackageHeight: it.shippingPackageHeight,
  shippingPackageWidth: it.shippingPackageWidth,
  shippingPackageDepth: it.shippingPackageDepth,
});

async function rulesOf(context: RequestContext, supplierId: number) {
  const { items } = await context.api(shippingRules.list, {
    supplierId,
    pageSize: pickerPageSize,
    includeTotalCount: false,
  });
  return items.filter(({ isDisabled }) => !isDisabled).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** Converts dollars inc GST to dollars ex GST; leaves out what the shipping method does not use. */
async function shippingInput(typed: z.output<typeof shippingMethodForm>, context: RequestContext) {
  const [{ product }, config] = await Promise.all([loadProduct(context), configuration()]);
  const gstRate = rateOf(product.appliedTaxClass, config.gstRate);
  const isFlat = typed.ShippingMethod === ShippingMethod.flatRate;
  const isAbroad = isFlat && typed.AllowShippingInternationally;
  const rate = (text: string, isUsed: boolean) => (isUsed ? exclusive(parseAmount(text), gstRate) : null);
  return {
    ProductId: product.id,
    ShippingMethod: typed.ShippingMethod,
    DomesticFlatRate: rate(typed.DomesticFlatRate, isFlat),
    AllowShippingInternationally: isAbroad,
    InternationalFlatRate: rate(typed.InternationalFlatRate, isAbroad),
    ShippingRuleId: typed.ShippingMethod === ShippingMethod.rule ? typed.ShippingRuleId : null,
    ShippingNotes: typed.ShippingNotes,
    HandlingDays: typed.HandlingDays,
  };
}

const methodText = async (method: unknown, context: RequestContext) =>
  (await context.api(products.shippingMethodOptions, {})).find(({ value }) => value === method)?.displayName ??
  "nothing";

async function ruleText(id: unknown, context: RequestContext): Promise<string> {
  const { product } = await loadProduct(context);
  return (await rulesOf(context, product.supplierId)).find(({ value }) => value === String(id))?.label ?? "nothing";
}

export const shippingForms: Record<string, CommandForm> = {
  ...headForms,
  shipping: commandForm({
    operation: products.updateShippingMethod,
    schema: shippingMethodForm,
    input: shippingInput,
    conflictFields: {
      ...conflictsOf(shippingFields, productPrice),
      ShippingMethod: { display: methodText },
      ShippingRuleId: { display: ruleText },
    },
    saved: productMessages.shippingSaved,
    notSaved: productMessages.notSaved,
    next: readView,
  }),
};
