/** How a product's values are displayed in a conflict between two edits. */

import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import { type ConflictField, conflictsOf, priceAt } from "#app/services/forms/edit-conflicts.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { productFields, variantFields } from "#contract/products/fields.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { loadProduct } from "./products.server.ts";

/** Displays a price of the product of the page inc GST. */
export const productPrice: ConflictField = {
  display: async (price, context) => {
    const [{ product }, { gstRate }] = await Promise.all([loadProduct(context), configuration()]);
    return priceAt(rateOf(product.appliedTaxClass, gstRate)).display?.(price, context) ?? "";
  },
};

export const productConflicts: Record<string, ConflictField> = {
  ...conflictsOf(productFields, productPrice),
  ProductTypeId: {
    display: async (id, context) => {
      const options = hierarchyOptions(await context.api(productTypes.hierarchy, {}), { activeBut: [Number(id)] });
      return options.find(({ value }) => value === String(id))?.label ?? "another type";
    },
  },
};

export const variantConflicts: Record<string, ConflictField> = {
  ...conflictsOf(variantFields, productPrice),
  AttributeOptionIds: {
    display: async (ids, context) => {
      const { product } = await loadProduct(context);
      const options = product.attributes.flatMap(({ attributeOptions }) => attributeOptions);
      return [ids]
        .flat()
        .map((id) => options.find(({ optionId }) => optionId === id)?.optionValue ?? "another option")
        .join(", ");
    },
  },
};
