/** What all tabs of a product load and send. */
import { can } from "@contract/permissions.ts";
import { productMessages } from "@contract/products/commands.ts";
import { products } from "@contract/products/operations.ts";
import { missingParts } from "@contract/rules/product-problems.ts";
import { z } from "zod";
import { newOne, paths, withParams } from "~/lib/paths";
import { type Call, wantedPath } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { missing } from "./route.server";

/** The product whose page this is, as the API has it, and what stands above every tab. */
export async function loadProduct(call: Call) {
  const product = await call.api(products.get, { id: productId(call) });
  const { id, name, isDisabled, hasVariants, isReferralProduct } = product;
  const canEdit = can(product, products.updateDetails);
  const head = {
    id,
    name,
    isDisabled,
    hasVariants,
    isReferralProduct,
    canEdit,
    missing: isDisabled ? [] : missingParts(product),
    commandId: newCommandId(),
  };
  return { product, head };
}

/** The same, for pages that only lead to a change of it. */
export async function loadProductToChange(call: Call) {
  const page = await loadProduct(call);
  if (!page.head.canEdit) throw missing();
  return page;
}

/** What stands above every tab of a product. */
export type ProductHead = Awaited<ReturnType<typeof loadProduct>>["head"];

export function productId({ params }: Call): string {
  return params.id ?? "";
}

/**
 * What `?edit=` opens as a form: one of these items, or none of them for a new one.
 * @returns undefined when it opens nothing that is there, or that may be changed
 */
export function edited<T extends { id: number }>(
  call: Call,
  { canEdit }: ProductHead,
  items: readonly T[],
): { item?: T } | undefined {
  const wanted = call.url.searchParams.get("edit");
  if (!canEdit || wanted === null) return undefined;
  if (wanted === newOne) return {};
  const item = items.find(({ id }) => String(id) === wanted);
  return item && { item };
}

/** The id of the item whose form was sent; null for a new one. */
export function editedId(call: Call): string | null {
  const wanted = call.url.searchParams.get("edit");
  if (!wanted) throw missing();
  return wanted === newOne ? null : wanted;
}

/** Back to the tab with nothing edited or asked, and the way back to the list still in the address. */
export function readView(call: Call): string {
  return withParams(wantedPath(call), { edit: null });
}

const nothingTyped = z.object({});
const about = (_: unknown, call: Call) => ({ ProductId: productId(call) });

/** Every tab has the buttons that stand above it. */
export const headForms: Record<string, CommandForm> = {
  activate: commandForm({
    operation: products.activate,
    schema: nothingTyped,
    input: about,
    saved: productMessages.activated,
    notSaved: productMessages.notSaved,
    next: readView,
  }),
};

export const deactivateForms: Record<string, CommandForm> = {
  deactivate: commandForm({
    operation: products.deactivate,
    schema: nothingTyped,
    input: about,
    saved: productMessages.deactivated,
    notSaved: productMessages.notSaved,
    next: (call) => `${paths.product(productId(call))}${call.url.search}`,
  }),
};
