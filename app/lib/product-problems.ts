/** Where the problems of a product are solved, which its page and the list of problem products link to. */
import { closedForm, weightField } from "./back-to-shipping.ts";
import { formId } from "./form-answer.ts";
import { paths, withParams } from "./paths.ts";

interface Product {
  id: number;
  hasVariants: boolean;
}

/** Fields of the General tab. */
const generalFields = new Map([
  ["name", "Name"],
  ["description", "Description"],
  ["hero image", "HeroFile"],
  ["price", "RecommendedRetailPrice"],
]);

/** Fields that each variant has instead of its product. */
function soldField(part: string): string | undefined {
  if (part === "SKU") return "ExternalSku";
  return part === "package weight and dimensions" ? weightField : undefined;
}

/**
 * Returns the address of the form, or of the tab, where the missing part is added; undefined if that is not known.
 * @param part one of `missingParts`
 * @param search the query string with the way back to the list
 */
export function whereToAdd(part: string, { id, hasVariants }: Product, search: string): string | undefined {
  const tab = (path: string, edit?: string) => withParams(`${path}${search}`, { ...closedForm, edit });
  const field = generalFields.get(part) ?? (hasVariants ? undefined : soldField(part));
  if (field) return `${tab(paths.product(id), "general")}#${field}`;
  if (part === "shipping method") return `${tab(paths.productShipping(id), "shipping")}#${formId("shipping")}`;
  return part === "variation" || soldField(part) ? tab(paths.productVariations(id)) : undefined;
}
