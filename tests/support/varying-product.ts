import { asc, eq, inArray } from "drizzle-orm";
import {
  attributeOptions,
  productAttributeOptions,
  productAttributes,
  productTypeAttributes,
} from "#api/core/database/schema/index.ts";
import type { Api } from "./api.ts";

export interface VaryingProduct {
  supplier: number;
  product: number;
  productType: number;
  /** The ids of the attributes, and of all their options by name. */
  colour: number;
  size: number;
  options: Record<"Red" | "Blue" | "Green" | "Small" | "Large", number>;
}

type ProductTraits = NonNullable<Parameters<Api["aProduct"]>[1]>;

/**
 * Creates a product with variants by colour (an attribute of its type: red and blue of red, blue and green) and size
 * (product-specific: small and large).
 */
export async function aVaryingProduct(api: Api, traits: ProductTraits = {}): Promise<VaryingProduct> {
  const { db } = api.database;
  const supplier = traits.supplierId ?? (await api.aSupplier());
  const productType = await api.aProductType();
  const product = await api.aProduct(supplier, { hasVariants: true, ...traits, productTypeId: productType });
  const colour = await api.anAttribute({ displayName: "Colour", options: ["Red", "Blue", "Green"] });
  await db.insert(productTypeAttributes).values({ productTypeId: productType, attributeId: colour, position: 1 });
  const size = await api.anAttribute({
    displayName: "Size",
    internalName: "Size",
    productId: product,
    options: ["Small", "Large"],
  });
  await db
    .insert(productAttributes)
    .values([colour, size].map((attributeId) => ({ productId: product, attributeId, useForVariations: true })));
  const rows = await db
    .select()
    .from(attributeOptions)
    .where(inArray(attributeOptions.attributeId, [colour, size]))
    .orderBy(asc(attributeOptions.id));
  const options = Object.fromEntries(rows.map(({ value, id }) => [value, id])) as VaryingProduct["options"];
  await db
    .insert(productAttributeOptions)
    .values(rows.filter(({ value }) => value !== "Green").map(({ id }) => ({ productId: product, optionId: id })));
  return { supplier, product, productType, colour, size, options };
}

/** Returns the names of the product's options of one attribute. */
export async function optionsUsed(api: Api, product: number, attribute: number): Promise<string[]> {
  const rows = await api.database.db
    .select({ value: attributeOptions.value, attributeId: attributeOptions.attributeId })
    .from(productAttributeOptions)
    .innerJoin(attributeOptions, eq(attributeOptions.id, productAttributeOptions.optionId))
    .where(eq(productAttributeOptions.productId, product))
    .orderBy(asc(attributeOptions.position));
  return rows.filter(({ attributeId }) => attributeId === attribute).map(({ value }) => value);
}
