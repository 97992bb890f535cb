/** Loader and forms of a product's General tab. */

import type { z } from "zod";
import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import { safeHtml } from "#app/services/forms/rich-text.server.ts";
import { gstRateFor, taxClassOptions } from "#app/services/forms/tax-class.server.ts";
import { discussionOf } from "#app/services/pages/discussion.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { productMessages } from "#contract/products/commands.ts";
import { productDetails, salePriceOf } from "#contract/products/edits.ts";
import { productDetailsForm, skuAnswer } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import type { Product } from "#contract/products/schema.ts";
import { shownText } from "#contract/rules/edits.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { productConflicts } from "./conflicts.server.ts";
import { afterMeasuring, headForms, loadProduct } from "./products.server.ts";

/** Prices in dollars inc GST. */
export async function loadGeneral(context: RequestContext) {
  const [{ product, head }, { cdnBaseUrl, gstRate: rate }] = await Promise.all([loadProduct(context), configuration()]);
  const gstRate = rateOf(product.appliedTaxClass, rate);
  const editing = head.canEdit && context.url.searchParams.get("edit") === "general" ? "general" : undefined;
  const {
    productVariants,
    images: _,
    attributes: __,
    marketplaceAssignments: ___,
    shippingMethod,
    ...general
  } = product;
  return {
    head,
    discussion: await discussionOf(context, "product", product.id),
    cdnBaseUrl,
    editing,
    shown: editing && shownText(productDetails(product)),
    product: {
      ...general,
      description: safeHtml(product.description),
      recommendedRetailPrice: inclusive(product.recommendedRetailPrice, gstRate),
      salePrice: inclusive(product.salePrice, gstRate),
      /** Without a sale price the product sells at its recommended retail price, even if that changes. */
      isOnSale: salePriceOf(product) !== null,
    },
    /** Number of variants; a product with variants keeps the setting. */
    variantCount: productVariants.length,
    usesCarrier: shippingMethod.shippingMethod === ShippingMethod.carrier,
    productTypes: editing ? await typesFor(context, product) : [],
    taxClasses: editing ? await taxClassOptions() : [],
  };
}

/** Data of the General tab. */
export type GeneralPage = Awaited<ReturnType<typeof loadGeneral>>;

/** Returns the product types in use, and the product's own. */
async function typesFor(context: RequestContext, product: Product) {
  const options = hierarchyOptions(await context.api(productTypes.hierarchy, {}), {
    activeBut: [product.productTypeId],
  });
  const own = String(product.productTypeId);
  return options.some(({ value }) => value === own)
    ? options
    : [{ value: own, label: product.productTypeName }, ...options];
}

/** Converts dollars inc GST to dollars ex GST. Fields that the form does not show are not sent and stay as they are. */
async function detailsInput(
  { NeedsDimensions: _, ...typed }: z.output<typeof productDetailsForm>,
  context: RequestContext,
) {
  const [{ product }, gstRate] = await Promise.all([loadProduct(context), gstRateFor(typed, context)]);
  const { RecommendedRetailPrice, SalePrice, ManageStock, StockQuantity } = typed;
  const referral = typed.IsReferralProduct ? {} : { ReferralProductUrl: "", ReferralProductCallToAction: "" };
  return {
    ShippingPackageWeight: product.shippingPackageWeight,
    ShippingPackageHeight: product.shippingPackageHeight,
    ShippingPackageWidth: product.shippingPackageWidth,
    ShippingPackageDepth: product.shippingPackageDepth,
    ...withoutUnsaid(typed),
    ...skuAnswer(typed),
    ...referral,
    ProductId: product.id,
    RecommendedRetailPrice: exclusive(RecommendedRetailPrice, gstRate),
    // Empty, 0 and the recommended retail price all mean that there is no separate sale price.
    SalePrice: SalePrice && SalePrice !== RecommendedRetailPrice ? exclusive(SalePrice, gstRate) : null,
    StockQuantity: ManageStock && StockQuantity !== "" ? Number(StockQuantity.replaceAll(",", "")) : null,
  };
}

/** Removes fields that were not in the form. */
function withoutUnsaid<T extends object>(typed: T): T {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined)) as T;
}

export const generalForms: Record<string, CommandForm> = {
  ...headForms,
  general: commandForm({
    operation: products.updateDetails,
    schema: productDetailsForm,
    uploads: { HeroFile: { to: "DefaultImageId", location: 2, failure: productMessages.heroNotUploaded } },
    input: detailsInput,
    conflictFields: productConflicts,
    saved: productMessages.saved,
    notSaved: productMessages.notSaved,
    next: (context) => afterMeasuring(context),
  }),
};
