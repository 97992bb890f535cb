/** The form that adds a variant for each combination of options that a product does not have yet. */
import { commandForm } from "#app/services/forms/command-form.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { productMessages } from "#contract/products/commands.ts";
import { combinationsForm, skuAnswer } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import type { Product } from "#contract/products/schema.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { loadProduct } from "./products.server.ts";
import { attributesMaking, offeredOptions, ownValues, termsInput } from "./variant-terms.server.ts";

/** Returns the initial values and options of the form. Prices in dollars inc GST. */
export function combinationsOf(product: Product, gstRate: number) {
  const making = attributesMaking(product);
  const visible = new Set(making.flatMap(({ attributeOptions }) => attributeOptions.map(({ optionId }) => optionId)));
  return {
    attributes: making.map((attribute) => ({
      attributeId: attribute.attributeId,
      label: attribute.attributeDisplayName,
      options: offeredOptions(attribute).map(({ optionId, optionCode, optionValue }) => ({
        optionId,
        optionCode,
        optionValue,
      })),
    })),
    /** The options of each variant. */
    variants: product.productVariants.map(({ attributeOptions }) =>
      attributeOptions.map(({ optionId }) => optionId).filter((id) => visible.has(id)),
    ),
    skuStart: product.externalSku || skuOfName(product.name),
    own: ownValues(product, gstRate),
  };
}

export type Combinations = ReturnType<typeof combinationsOf>;

/** For products without a SKU: `Linen tea towel` becomes `LINEN-TEA-TOWEL`. */
const skuOfName = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("-")
    .slice(0, 20)
    .replace(/-$/, "");

export const combinationForms = {
  combinations: commandForm({
    operation: products.addVariants,
    schema: combinationsForm,
    async input({ Attributes, OverridePrice, NeedsDimensions: _, ...rest }, context: RequestContext) {
      const [{ product }, { gstRate }] = await Promise.all([loadProduct(context), configuration()]);
      return {
        ...rest,
        ...skuAnswer(rest),
        ...termsInput({ ...rest, OverridePrice }, product, rateOf(product.appliedTaxClass, gstRate)),
        ProductId: product.id,
        AttributeOptionIds: Attributes.flatMap(({ OptionIds }) => OptionIds),
      };
    },
    names: { AttributeOptionIds: "Attributes" },
    saved: productMessages.variantsAdded,
    notSaved: productMessages.notSaved,
    next: readView,
  }),
};
