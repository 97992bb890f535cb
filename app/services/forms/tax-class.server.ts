/** The tax class in forms of products and product types. */

import type { ListOption } from "#app/lib/list-state.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import type { ProductTypeNode } from "#contract/product-types/schema.ts";
import { productFields } from "#contract/products/fields.ts";
import { rateOf, type TaxClass, taxClasses, taxClassLabel, taxClassOf } from "#contract/rules/tax-class.ts";

/** @param none the label of no class of its own */
export async function taxClassOptions(none: string = productFields.taxClass.none): Promise<ListOption[]> {
  const { gstRate } = await configuration();
  return [{ value: "", label: none }, ...taxClasses.map((value) => ({ value, label: taxClassLabel(value, gstRate) }))];
}

interface Typed {
  ProductTypeId: number | string;
  TaxClass?: TaxClass | null | undefined;
}

/** Returns the rate of GST that the typed prices include: that of the chosen class, or else of the chosen type. */
export async function gstRateFor({ ProductTypeId, TaxClass }: Typed, context: RequestContext): Promise<number> {
  const ofType = TaxClass ? undefined : typeIn(await context.api(productTypes.hierarchy, {}), Number(ProductTypeId));
  return rateOf(taxClassOf(TaxClass, ofType?.appliedTaxClass), (await configuration()).gstRate);
}

function typeIn(nodes: readonly ProductTypeNode[], id: number): ProductTypeNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : typeIn(node.children, id);
    if (found) return found;
  }
  return undefined;
}
