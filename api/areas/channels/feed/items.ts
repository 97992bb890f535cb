/** The products of a feed, a few hundred at a time, so that memory does not grow with the catalogue. */
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, not, or } from "drizzle-orm";
import { variantsByProduct } from "#api/areas/shared/product-parts.ts";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  marketplaceProducts,
  productImages,
  products,
  productTypes,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { imageAddresses } from "#api/core/files/image-addresses.ts";
import { MarketplaceProductStatus } from "#contract/enumerations.ts";
import type { ProductVariant } from "#contract/products/schema.ts";
import { inclusive } from "#contract/rules/money.ts";
import { textOfHtml } from "#contract/rules/rich-text.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { agreementOfListing, mustLeave } from "../listing.ts";

/** Names are those of Google's product data specification. An empty value is left out. */
export type FeedItem = readonly (readonly [name: string, value: string])[];

export interface FeedSource {
  db: Db;
  config: Pick<Config, "gstRate" | "cdnBaseUrl">;
  marketplaceId: number;
  /** Address of a product in the shop, with `{sku}` or `{id}`; empty if there is none. */
  productLink: string;
  now: Date;
}

/** A feed while it is read, with the addresses of its images. */
interface Reading extends FeedSource {
  addressOf(id: string): string;
}

const batch = 500;
/** Limits of the specification, in characters and images. */
const longestTitle = 150;
const longestDescription = 5_000;
const mostImages = 10;

type Sold = Pick<
  ProductVariant,
  | "externalSku"
  | "gtin"
  | "recommendedRetailPrice"
  | "salePrice"
  | "manageStock"
  | "stockQuantity"
  | "shippingPackageWeight"
  | "defaultImageFileId"
>;

async function readBatch({ db, marketplaceId, now }: FeedSource, after: number) {
  return db
    .select({
      product: getTableColumns(products),
      marketplaceSku: marketplaceProducts.marketplaceSku,
      supplierName: suppliers.name,
      productType: productTypes.path,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(productTypes, eq(productTypes.id, products.productTypeId))
    .leftJoin(supplierMarketplaces, agreementOfListing)
    .where(
      and(
        eq(marketplaceProducts.marketplaceId, marketplaceId),
        eq(marketplaceProducts.status, MarketplaceProductStatus.approved),
        not(mustLeave),
        or(isNull(marketplaceProducts.availableFrom), lte(marketplaceProducts.availableFrom, now)),
        or(isNull(marketplaceProducts.availableTo), gt(marketplaceProducts.availableTo, now)),
        gt(products.id, after),
      ),
    )
    .orderBy(asc(products.id))
    .limit(batch);
}

type Row = Awaited<ReturnType<typeof readBatch>>[number];

/** All items in the order of their products. What changes while they are read is there or not, but never twice. */
export async function* feedItems(source: FeedSource): AsyncGenerator<FeedItem> {
  for (let after = 0; ; ) {
    const rows = await readBatch(source, after);
    const ids = rows.map(({ product }) => product.id);
    const [variants, images] = [await variantsByProduct(source.db, ids), await imagesByProduct(source, ids)];
    const addressOf = await imageAddresses(source.db, source.config, [
      ...rows.map(({ product }) => product.defaultImageFileId),
      ...[...variants.values()].flat().map(({ defaultImageFileId }) => defaultImageFileId),
      ...[...images.values()].flat(),
    ]);
    const reading = { ...source, addressOf };
    for (const row of rows) {
      const ownImages = images.get(row.product.id) ?? [];
      if (row.product.hasVariants) {
        for (const variant of variants.get(row.product.id) ?? [])
          if (!variant.isDisabled) yield variantItem(reading, row, variant, ownImages);
      } else yield productItem(reading, row, ownImages);
    }
    if (rows.length < batch) return;
    after = ids.at(-1) ?? after;
  }
}

async function imagesByProduct({ db, now }: FeedSource, ids: number[]): Promise<Map<number, string[]>> {
  const byProduct = new Map<number, string[]>();
  if (ids.length === 0) return byProduct;
  const rows = await db
    .select({ productId: productImages.productId, imageId: productImages.imageId })
    .from(productImages)
    .where(
      and(
        inArray(productImages.productId, ids),
        eq(productImages.isDisabled, false),
        or(isNull(productImages.availableFrom), lte(productImages.availableFrom, now)),
      ),
    )
    .orderBy(asc(productImages.position), asc(productImages.id));
  for (const { productId, imageId } of rows) byProduct.set(productId, [...(byProduct.get(productId) ?? []), imageId]);
  return byProduct;
}

function productItem(source: Reading, row: Row, images: string[]): FeedItem {
  const { product } = row;
  return [["g:id", String(product.id)], ...offer(source, row, product, product.name, images)];
}

function variantItem(source: Reading, row: Row, variant: ProductVariant, images: string[]): FeedItem {
  const options = variant.attributeOptions.map(({ attributeName, optionValue }) => [
    attributeName ?? "",
    optionValue ?? "",
  ]);
  const named = options.flatMap(([name = "", value = ""]): [string, string][] => {
    const known = knownAttributes.find(([pattern]) => pattern.test(name));
    return known ? [[known[1], value]] : [];
  });
  const suffix = options.map(([, value]) => value).join(", ");
  const name = variant.name ?? row.product.name;
  return [
    ["g:id", `${row.product.id}-${variant.id}`],
    ["g:item_group_id", String(row.product.id)],
    ...named,
    ...offer(source, row, variant, name === row.product.name ? `${name}, ${suffix}` : name, images),
  ];
}

const knownAttributes: readonly [RegExp, string][] = [
  [/^colou?r$/i, "g:color"],
  [/^size$/i, "g:size"],
  [/^material$/i, "g:material"],
  [/^pattern$/i, "g:pattern"],
];

function offer(source: Reading, row: Row, sold: Sold, name: string, images: string[]): FeedItem {
  const { config, productLink, addressOf } = source;
  const { product, supplierName, productType } = row;
  const gstRate = rateOf(product.appliedTaxClass, config.gstRate);
  const price = inclusive(sold.recommendedRetailPrice, gstRate);
  const sale = inclusive(sold.salePrice ?? sold.recommendedRetailPrice, gstRate);
  const [main, ...others] = [...new Set([sold.defaultImageFileId, product.defaultImageFileId, ...images])].filter(
    (id) => id !== null && id !== undefined,
  );
  const isOut = sold.manageStock && (sold.stockQuantity ?? 0) <= 0;
  const weight = sold.shippingPackageWeight;
  return [
    ["title", name.slice(0, longestTitle)],
    ["description", textOfHtml(product.description).slice(0, longestDescription)],
    ["link", linkOf(row, sold, productLink)],
    ["g:image_link", main ? addressOf(main) : ""],
    ...others.slice(0, mostImages).map((id): [string, string] => ["g:additional_image_link", addressOf(id)]),
    ["g:availability", isOut ? "out_of_stock" : "in_stock"],
    ["g:price", dollars(price)],
    ["g:sale_price", sale < price ? dollars(sale) : ""],
    ["g:condition", "new"],
    ["g:brand", product.brand || supplierName],
    ["g:gtin", sold.gtin ?? ""],
    ["g:mpn", sold.externalSku],
    ["g:product_type", productType],
    ["g:shipping_weight", weight ? `${weight} kg` : ""],
  ];
}

const dollars = (amount: number) => `${amount.toFixed(2)} AUD`;

function linkOf({ product }: Row, sold: Sold, productLink: string): string {
  if (product.isReferralProduct && product.referralProductUrl) return product.referralProductUrl;
  return productLink
    .replaceAll("{sku}", encodeURIComponent(sold.externalSku))
    .replaceAll("{id}", encodeURIComponent(String(product.id)));
}
