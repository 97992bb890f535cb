import { integer } from "#app/lib/format.ts";

/** Returns a sentence about what deactivating a product type does to its active products. */
export function deactivationText(name: string, products: number): string {
  if (products === 0) return `${name} will no longer be offered for products. No active product is of this type.`;
  const [what, each] =
    products === 1 ? ["1 product", "It has to be"] : [`${integer(products)} products`, "They have to be"];
  return `${what} of the type ${name} will be disabled and become unavailable on all marketplaces. ${each} reactivated individually: activating the type again does not do it.`;
}
