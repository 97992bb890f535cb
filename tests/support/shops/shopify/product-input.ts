/** The fields of a product that may be written. */
import type { StoredProduct } from "./products.ts";

export interface FileInput {
  id?: string;
  originalSource?: string;
  alt?: string;
}

export interface VariantInput {
  id?: string;
  sku?: string;
  barcode?: string;
  price?: string;
  taxable?: boolean;
  compareAtPrice?: string | null;
  file?: FileInput;
  inventoryItem?: { tracked?: boolean; measurement?: { weight?: { unit: string; value: number } } };
  inventoryQuantities?: { locationId: string; name: string; quantity: number }[];
  optionValues: { optionName: string; name: string }[];
}

export interface ProductInput {
  title?: string;
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
  status?: string;
  handle?: string;
  files?: FileInput[];
  productOptions?: { name: string; values: { name: string }[] }[];
  variants?: VariantInput[];
}

const mostOptions = 3;
const mostVariants = 2_048;
const longestTitle = 255;

/** As the real one words it. */
export function problemOf(input: ProductInput, before: StoredProduct | undefined): string | undefined {
  const { title, variants, productOptions, files = [] } = input;
  if ((title ?? before?.title ?? "").trim() === "") return "Title can't be blank";
  if ((title ?? "").length > longestTitle) return `Title is too long (maximum is ${longestTitle} characters)`;
  if (variants && !productOptions) return "Must specify product options when updating variants";
  if ((productOptions?.length ?? 0) > mostOptions) return `Options are limited to ${mostOptions}`;
  if ((variants?.length ?? 0) > mostVariants) return "Number of product variants exceeds shop limit";
  const names = productOptions?.map(({ name }) => name) ?? [];
  if (new Set(names).size < names.length) return "Duplicated option name";
  if (files.some(({ id }) => id !== undefined && !before?.media.some((media) => media.id === id)))
    return "File id is invalid";
  const seen = new Set<string>();
  for (const { id, optionValues, price, file, inventoryQuantities = [] } of variants ?? []) {
    const existing = before?.variants.find((each) => each.id === id);
    if (id !== undefined && !existing) return "Product variant does not exist";
    if (Number(price ?? 0) < 0) return "Price must be greater than or equal to 0";
    const values = names.map((name) => optionValues.find(({ optionName }) => optionName === name)?.name);
    if (values.includes(undefined) || optionValues.length !== names.length) return "Option does not exist";
    const known = names.map((_, i) => productOptions?.[i]?.values.some(({ name }) => name === values[i]));
    if (known.includes(false)) return "Option value does not exist";
    if (seen.has(values.join(" / "))) return `The variant '${values.join(" / ")}' already exists`;
    seen.add(values.join(" / "));
    const isListed = files.some((each) => each.id === file?.id && each.originalSource === file?.originalSource);
    if (file && !isListed) return "Any file specified for a variant must also be specified for the product";
    if (inventoryQuantities.some((each) => existing && !existing.stock.has(each.locationId)))
      return "Quantity can't be set because the variant is not stocked at the location";
  }
  return undefined;
}
