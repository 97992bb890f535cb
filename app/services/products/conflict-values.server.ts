/** How a product's values are displayed in a conflict between two edits. */

import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import { imageTold, priceTold, type Told } from "#app/services/forms/both-versions.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { loadProduct } from "./products.server.ts";

export const productTold: Record<string, Told> = {
  RecommendedRetailPrice: priceTold,
  SalePrice: priceTold,
  DefaultImageId: imageTold,
  ProductTypeId: {
    say: async (id, call) => {
      const options = hierarchyOptions(await call.api(productTypes.hierarchy, {}), { activeBut: [Number(id)] });
      return options.find(({ value }) => value === String(id))?.label ?? "another type";
    },
  },
};

export const variantTold: Record<string, Told> = {
  RecommendedRetailPrice: priceTold,
  SalePrice: priceTold,
  DefaultImageId: imageTold,
  AttributeOptionIds: {
    say: async (ids, call) => {
      const { product } = await loadProduct(call);
      const options = product.attributes.flatMap(({ attributeOptions }) => attributeOptions);
      return [ids]
        .flat()
        .map((id) => options.find(({ optionId }) => optionId === id)?.optionValue ?? "another option")
        .join(", ");
    },
  },
};
