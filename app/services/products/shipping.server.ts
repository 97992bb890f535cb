/** Loader and forms of a product's Shipping tab. */

import type { z } from "zod";
import { priceTold } from "#app/services/forms/both-versions.server.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { productMessages, shippingMessages } from "#contract/products/commands.ts";
import { productShipping } from "#contract/products/edits.ts";
import { shippingMethodForm } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { exclusive, inclusive, parseAmount } from "#contract/rules/money.ts";
import { areMeasured } from "#contract/rules/product-problems.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { headForms, loadProduct, productId, readView } from "./products.server.ts";

/** Rates in dollars inc GST. */
export async function loadShipping(call: Call) {
  const [{ product, head }, methods, { gstRate }] = await Promise.all([
    loadProduct(call),
    call.api(products.shippingMethodOptions, {}),
    configuration(),
  ]);
  if (product.isReferralProduct) throw missing();
  const editing = head.canEdit && call.url.searchParams.get("edit") === "shipping" ? "shipping" : undefined;
  const { shippingMethod: shipping, productVariants, hasVariants } = product;
  const parcels = hasVariants ? productVariants : [product];
  const isCarried = shipping.shippingMethod === ShippingMethod.carrier;
  return {
    head,
    editing,
    shown: editing && shownText(productShipping(shipping)),
    methods: methods.map(({ value, displayName }) => ({ value: String(value), label: displayName })),
    shipping: {
      ...shipping,
      domesticFlatRate: inclusive(shipping.domesticFlatRate, gstRate),
      internationalFlatRate: inclusive(shipping.internationalFlatRate, gstRate),
    },
    /** What a carrier still needs to know, as messages. */
    carrierNeeds: [
      ...(shipping.enabledForShippit ? [] : [shippingMessages.noCarrier]),
      ...(areMeasured(parcels) ? [] : [shippingMessages.dimensions]),
    ],
    /** The parcels: the product, or each of its variants. Kilograms and millimetres. */
    parcels: isCarried || editing ? parcels.map(parcel) : [],
    rules: editing ? await rulesOf(call, product.supplierId) : [],
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

async function rulesOf(call: Call, supplierId: number) {
  const { items } = await call.api(shippingRules.list, {
    supplierId,
    pageSize: pickerPageSize,
    includeTotalCount: false,
  });
  return items.filter(({ isDisabled }) => !isDisabled).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** Converts dollars inc GST to dollars ex GST; leaves out what the shipping method does not use. */
async function shippingInput(typed: z.output<typeof shippingMethodForm>, call: Call) {
  const { gstRate } = await configuration();
  const isFlat = typed.ShippingMethod === ShippingMethod.flatRate;
  const isAbroad = isFlat && typed.AllowShippingInternationally;
  const rate = (text: string, isUsed: boolean) => (isUsed ? exclusive(parseAmount(text), gstRate) : null);
  return {
    ProductId: productId(call),
    ShippingMethod: typed.ShippingMethod,
    DomesticFlatRate: rate(typed.DomesticFlatRate, isFlat),
    AllowShippingInternationally: isAbroad,
    InternationalFlatRate: rate(typed.InternationalFlatRate, isAbroad),
    ShippingRuleId: typed.ShippingMethod === ShippingMethod.rule ? typed.ShippingRuleId : null,
    ShippingNotes: typed.ShippingNotes,
  };
}

const methodSaid = async (method: unknown, call: Call) =>
  (await call.api(products.shippingMethodOptions, {})).find(({ value }) => value === method)?.displayName ?? "nothing";

async function ruleSaid(id: unknown, call: Call): Promise<string> {
  const { product } = await loadProduct(call);
  return (await rulesOf(call, product.supplierId)).find(({ value }) => value === String(id))?.label ?? "nothing";
}

export const shippingForms: Record<string, CommandForm> = {
  ...headForms,
  shipping: commandForm({
    operation: products.updateShippingMethod,
    schema: shippingMethodForm,
    input: shippingInput,
    told: {
      DomesticFlatRate: priceTold,
      InternationalFlatRate: priceTold,
      ShippingMethod: { say: methodSaid },
      ShippingRuleId: { say: ruleSaid },
    },
    saved: productMessages.shippingSaved,
    notSaved: productMessages.notSaved,
    next: readView,
  }),
};
