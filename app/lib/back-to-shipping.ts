/**
 * The way back from the form with a product's weight and dimensions to the Shipping tab, which says that they are
 * missing. The address carries it, like the way back to a list.
 */
import { formId } from "./form-answer.ts";
import { paths, withParams } from "./paths.ts";
import { likeVariant } from "./variant-forms.ts";

const opened = "shipping";
const openedForm = "shipping-form";

/** Name and id of the first of the fields to be filled in. */
export const weightField = "ShippingPackageWeight";

/** Query parameters that are removed when a form is closed or left for another tab. */
export const closedForm = { edit: null, back: null, [likeVariant]: null };

interface Parcel {
  productId: number;
  /** Only if the parcel is a variant. */
  variantId?: number;
}

/** Returns the address of the form in which a parcel's weight and dimensions are entered. */
export function measureForm({ productId, variantId }: Parcel, search: string, isFormOpen: boolean): string {
  const tab = variantId === undefined ? paths.product(productId) : paths.productVariations(productId);
  const form = { edit: variantId ?? "general", back: isFormOpen ? openedForm : opened };
  return `${withParams(`${tab}${search}`, form)}#${weightField}`;
}

/** Returns the address of the Shipping tab, as it was left; undefined if the form was not opened from there. */
export function backToShipping(productId: number | string, search: string): string | undefined {
  const back = new URLSearchParams(search).get("back");
  const tab = withParams(`${paths.productShipping(productId)}${search}`, closedForm);
  if (back === openedForm) return `${withParams(tab, { edit: "shipping" })}#${formId("shipping")}`;
  return back === opened ? tab : undefined;
}
