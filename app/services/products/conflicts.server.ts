/** How a product's values are displayed in a conflict between two edits. */

import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import { type ConflictField, conflictsOf } from "#app/services/forms/edit-conflicts.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { productFields, variantFields } from "#contract/products/fields.ts";
import { loadProduct } from "./products.server.ts";

export const productConflicts: Record<string, ConflictField> = {
  ...conflictsOf(productFields),
  ProductTypeId: {
    display: async (id, context) => {
      const options = hierarchyOptions(await context.api(productTypes.hierarchy, {}), { activeBut: [Number(id)] });
      return options.find(({ value }) => value === String(id))?.label ?? "another type";
    },
  },
};

export const variantConflicts: Record<string, ConflictField> = {
  ...conflictsOf(variantFields),
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
