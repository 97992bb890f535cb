/** Parts of a product that have their own tables, in the form of the contract. */
import { and, asc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import { attributesOfType } from "#api/areas/shared/type-attributes.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  attributeOptions,
  attributes,
  marketplaceProducts,
  marketplaces,
  productAttributeOptions,
  productAttributes,
  productImages,
  products,
  productVariantOptions,
  productVariants,
  supplierMarketplaces,
} from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type {
  MarketplaceAssignment,
  ProductAttribute,
  ProductImage,
  ProductVariant,
} from "#contract/products/schema.ts";

type StoredProduct = typeof products.$inferSelect;
type Product = Pick<StoredProduct, "id" | "productTypeId" | "supplierId">;

/** Fields that a variant inherits from its product. */
const followed = {
  id: products.id,
  name: products.name,
  recommendedRetailPrice: products.recommendedRetailPrice,
  salePrice: products.salePrice,
};

/** The variants of these products, by id. */
export async function variantsOf(db: Db, productIds: readonly number[]): Promise<ProductVariant[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .select({ variant: getTableColumns(productVariants), product: followed, attributeOptions: optionsOfVariant() })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(inArray(productVariants.productId, [...productIds]))
    .orderBy(asc(productVariants.id));
  const withDefault = new Set<number>();
  return rows.map(({ variant, product, attributeOptions: options }) => {
    const isDefaultVariant = !withDefault.has(product.id);
    withDefault.add(product.id);
    return { ...asVariant(variant, product), isDefaultVariant, attributeOptions: options };
  });
}

/** Grouped by product; products without variants are missing from the map. */
export async function variantsByProduct(db: Db, productIds: readonly number[]): Promise<Map<number, ProductVariant[]>> {
  const byProduct = new Map(productIds.map((id): [number, ProductVariant[]] => [id, []]));
  for (const variant of await variantsOf(db, productIds))
    byProduct.get(variant.parentProductId as number)?.push(variant);
  return byProduct;
}

/** For a query of variants: the options of the row with their texts. */
function optionsOfVariant(): SQL<ProductVariant["attributeOptions"]> {
  return sql`(
    select coalesce(json_agg(json_build_object('attributeId', ${attributes.id}, 'optionId', ${attributeOptions.id},
      'attributeName', ${attributes.displayName}, 'optionValue', ${attributeOptions.value}) order by ${attributes.id}), '[]')
    from ${productVariantOptions}
    join ${attributeOptions} on ${attributeOptions.id} = ${productVariantOptions.optionId}
    join ${attributes} on ${attributes.id} = ${attributeOptions.attributeId}
    where ${productVariantOptions.variantId} = ${productVariants.id})`;
}

/** Fields that the variant does not set come from the product. */
export function asVariant(
  variant: typeof productVariants.$inferSelect,
  product: Pick<StoredProduct, keyof typeof followed>,
): Omit<ProductVariant, "isDefaultVariant" | "attributeOptions"> {
  const { combination: _, createdAt: __, searchable: ___, productId, ...own } = variant;
  const [overrideName, overridePrice] = [own.name !== null, own.recommendedRetailPrice !== null];
  const { recommendedRetailPrice, salePrice } = overridePrice ? own : product;
  return {
    ...own,
    parentProductId: productId,
    name: own.name ?? product.name,
    recommendedRetailPrice: recommendedRetailPrice ?? product.recommendedRetailPrice,
    salePrice,
    overrideName,
    overridePrice,
  };
}

/**
 * The attributes of the product's type, then its own, each with all possible options. Disabled attributes of the type
 * are left out.
 */
export async function attributesOf(
  db: Db,
  product: Pick<Product, "id" | "productTypeId">,
): Promise<ProductAttribute[]> {
  const typeIds = (await attributesOfType(db, product.productTypeId))
    .filter(({ isDisabled }) => !isDisabled)
    .map(({ attributeId }) => attributeId);
  const rows = await db
    .select({
      id: attributes.id,
      attributeId: attributes.id,
      attributeName: attributes.internalName,
      attributeDisplayName: attributes.displayName,
      isProductSpecific: sql<boolean>`${attributes.productId} is not null`,
      attributeSelectionType: attributes.selectionType,
      useForVariations: sql<boolean>`coalesce(${productAttributes.useForVariations}, false)`,
      value: sql<string>`coalesce(${productAttributes.value}, '')`,
      attributeOptions: optionsOf(product.id),
    })
    .from(attributes)
    .leftJoin(
      productAttributes,
      and(eq(productAttributes.attributeId, attributes.id), eq(productAttributes.productId, product.id)),
    )
    .where(or(inArray(attributes.id, typeIds), eq(attributes.productId, product.id)))
    .orderBy(asc(attributes.id));
  const own = rows.filter(({ isProductSpecific }) => isProductSpecific);
  const ofType = typeIds.flatMap((id) => rows.filter((row) => row.id === id));
  return [...ofType, ...own].map((attribute, i) => ({ ...attribute, order: i + 1 }));
}

/** For a query of attributes: the options of the row, marked as used if the product has them. */
function optionsOf(productId: number): SQL<ProductAttribute["attributeOptions"]> {
  return sql`(
    select coalesce(json_agg(json_build_object('optionId', ${attributeOptions.id}, 'attributeId', ${attributes.id}, 'optionCode', ${attributeOptions.code},
      'optionValue', ${attributeOptions.value}, 'isUsed', ${productAttributeOptions.productId} is not null)
      order by ${attributeOptions.position}, ${attributeOptions.id}), '[]')
    from ${attributeOptions}
    left join ${productAttributeOptions} on ${productAttributeOptions.optionId} = ${attributeOptions.id} and ${productAttributeOptions.productId} = ${productId}
    where ${attributeOptions.attributeId} = ${attributes.id})`;
}

export async function imagesOf(db: Db, productId: number): Promise<ProductImage[]> {
  const rows = await db
    .select()
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position), asc(productImages.id));
  return rows.map(({ isDisabled, availableFrom, ...image }) => ({
    ...image,
    disabled: isDisabled,
    availableFrom: availableFrom?.toISOString() ?? null,
  }));
}

/**
 * The marketplaces with which the product's supplier has an active agreement, whether or not the product is listed
 * there.
 */
export async function assignmentsOf(db: Db, product: Product): Promise<MarketplaceAssignment[]> {
  const rows = await db
    .select({ id: marketplaces.id, name: marketplaces.name, listing: getTableColumns(marketplaceProducts) })
    .from(supplierMarketplaces)
    .innerJoin(marketplaces, eq(marketplaces.id, supplierMarketplaces.marketplaceId))
    .leftJoin(
      marketplaceProducts,
      and(eq(marketplaceProducts.marketplaceId, marketplaces.id), eq(marketplaceProducts.productId, product.id)),
    )
    .where(
      and(
        eq(supplierMarketplaces.supplierId, product.supplierId),
        eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active),
      ),
    )
    .orderBy(asc(byText(marketplaces.name)), asc(marketplaces.id));
  return rows.map(({ id, name, listing }) => ({
    marketplaceId: id,
    marketplaceName: name,
    status: listing?.status ?? null,
    syncStatus: listing?.syncStatus ?? null,
    syncError: listing?.syncError ?? null,
    disableReason: listing?.disableReason ?? null,
    marketplaceSKU: listing?.marketplaceSku ?? null,
    availableFromDate: listing?.availableFrom?.toISOString() ?? null,
    availableToDate: listing?.availableTo?.toISOString() ?? null,
  }));
}
