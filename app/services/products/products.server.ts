/** Loaders and forms shared by all tabs of a product. */

import { backToShipping } from "#app/lib/back-to-shipping.ts";
import { newOne, paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { productMessages } from "#contract/products/commands.ts";
import { products } from "#contract/products/operations.ts";
import { missingParts } from "#contract/rules/product-problems.ts";

/** Loads the product, and the heading above every tab. */
export async function loadProduct(context: RequestContext) {
  const product = await context.api(products.get, { id: productId(context) });
  const { id, name, isDisabled, hasVariants, isReferralProduct } = product;
  const canEdit = can(product, products.updateDetails);
  const head = {
    id,
    name,
    isDisabled,
    hasVariants,
    isReferralProduct,
    canEdit,
    canCopy: canEdit && can(await permissionsOf(context), products.add) && (await hasFeature(products.copy.feature)),
    hasNeighbours: await hasFeature(products.neighbour.feature),
    missing: isDisabled ? [] : missingParts(product),
    /** Whether an image of the gallery can become the hero image. */
    hasHeroToChoose: product.images.length > 0 && (await hasFeature(products.useAsHeroImage.feature)),
    commandId: newCommandId(),
  };
  return { product, head };
}

/** The same for pages that only edit; 404 if the user may not. */
export async function loadProductToChange(context: RequestContext) {
  const page = await loadProduct(context);
  if (!page.head.canEdit) throw missing();
  return page;
}

/** Data of the heading above every tab of a product. */
export type ProductHead = Awaited<ReturnType<typeof loadProduct>>["head"];

export function productId({ param }: RequestContext): string {
  return param("id");
}

/**
 * Returns the item that `?edit=` opens, or no item for a new one.
 * @returns undefined if no form is open, the item does not exist, or the user may not edit
 */
export function edited<T extends { id: number }>(
  context: RequestContext,
  { canEdit }: ProductHead,
  items: readonly T[],
): { item?: T } | undefined {
  const wanted = context.url.searchParams.get("edit");
  if (!canEdit || wanted === null) return undefined;
  if (wanted === newOne) return {};
  const item = items.find(({ id }) => String(id) === wanted);
  return item && { item };
}

/** Returns the id of the item whose form was submitted; null for a new one. */
export function editedId(context: RequestContext): string | null {
  const wanted = context.url.searchParams.get("edit");
  if (!wanted) throw missing();
  return wanted === newOne ? null : wanted;
}

const about = (_: unknown, context: RequestContext) => ({ ProductId: productId(context) });

/** Returns the page after a form with weight and dimensions was saved: the Shipping tab if it was opened from there. */
export function afterMeasuring(context: RequestContext, otherwise = readView(context)): string {
  return backToShipping(productId(context), context.url.search) ?? otherwise;
}

/** Every tab has the forms of the buttons above it. */
export const headForms: Record<string, CommandForm> = {
  activate: commandForm({
    operation: products.activate,
    input: about,
    saved: productMessages.activated,
    notSaved: productMessages.notSaved,
    next: readView,
  }),
};

export const deactivateForms: Record<string, CommandForm> = {
  deactivate: commandForm({
    operation: products.deactivate,
    input: about,
    saved: productMessages.deactivated,
    notSaved: productMessages.notSaved,
    next: (context) => `${paths.product(productId(context))}${context.url.search}`,
  }),
};
