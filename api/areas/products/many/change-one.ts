/** One change of many products, applied to one of them. */
import { eq } from "drizzle-orm";
import { activateProduct } from "#api/areas/products/commands.ts";
import { type Details, detailsIn, saveDetails, settled, whyNotRead } from "#api/areas/products/details.ts";
import { pricesAfter, type StoredProduct, updateListings, type Work } from "#api/areas/products/policy.ts";
import { saveShipping, shippingKeys } from "#api/areas/products/shipping.ts";
import { synchronise } from "#api/areas/products/sync.ts";
import { deactivateProducts } from "#api/areas/shared/deactivate-products.ts";
import { ratesOf } from "#api/areas/shared/tax-classes.ts";
import { products, productVariants } from "#api/core/database/schema/index.ts";
import type { ManyWork } from "#api/core/many/area.ts";
import { conflict, refuse } from "#api/core/refusals/refusal.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { productShipping } from "#contract/products/edits.ts";
import type { ProductChange } from "#contract/products/many.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { changedPrice, type PriceChange } from "#contract/rules/price-change.ts";
import { rateOf, repriced } from "#contract/rules/tax-class.ts";
import { putIntoCategory } from "./category.ts";

/**
 * Returns false if the product is like that already.
 * @param product locked
 * @throws Refusal with the reason why it cannot be changed
 */
export async function changeOne(work: ManyWork, product: StoredProduct, change: ProductChange): Promise<boolean> {
  switch (change.Kind) {
    case "activate":
      if (!product.isDisabled) return false;
      await activateProduct(work, product);
      return true;
    case "deactivate":
      if (product.isDisabled) return false;
      await deactivateProducts(work.db, eq(products.id, product.id));
      return true;
    case "type":
      return changeDetails(work, product, { productTypeId: change.ProductTypeId });
    case "taxClass":
      return changeDetails(work, product, { taxClass: change.TaxClass });
    case "pricePercent":
      return changePrices(work, product, { fraction: change.Fraction, endsIn95: change.EndsIn95 });
    case "priceDollars":
      return changePrices(work, product, { dollars: change.Dollars, endsIn95: change.EndsIn95 });
    case "category":
      return putIntoCategory(work, product, change);
    case "synchronise":
      return synchronise(work, product, change.MarketplaceId);
    default:
      return ship(work, product, change);
  }
}

/** A sale price that equals the recommended price still does afterwards. */
async function changePrices(work: Work, product: StoredProduct, change: PriceChange): Promise<boolean> {
  const gstRate = rateOf(product.appliedTaxClass, work.config.gstRate);
  const changed = (price: number) => {
    const before = inclusive(price, gstRate);
    const after = changedPrice(before, change);
    return after === before ? price : exclusive(after, gstRate);
  };
  const { recommendedRetailPrice: rrp, salePrice } = product;
  const recommendedRetailPrice = changed(rrp);
  const prices = { recommendedRetailPrice, salePrice: salePrice === rrp ? recommendedRetailPrice : changed(salePrice) };
  const isOwn = await changeDetails(work, product, prices);
  return (await changeVariants(work, product, changed)) || isOwn;
}

async function changeDetails(work: Work, product: StoredProduct, change: Partial<Details>): Promise<boolean> {
  if (keysOf(change).every((key) => change[key] === product[key])) return false;
  refuse(whyNotRead(change));
  const { prices } = await pricesAfter(work, product, change);
  await saveDetails(
    work,
    product,
    settled({ ...detailsIn(product), ...prices, ...change }),
    "right in what is changed",
  );
  return true;
}

/** Of the variants that have prices of their own. */
async function changeVariants(work: Work, { id }: StoredProduct, changed: (price: number) => number): Promise<boolean> {
  const own = await work.db.select().from(productVariants).where(eq(productVariants.productId, id)).for("update");
  let isChanged = false;
  for (const { id: variantId, name, recommendedRetailPrice: rrp, salePrice } of own) {
    if (rrp === null) continue;
    const after = { recommendedRetailPrice: changed(rrp), salePrice: salePrice === null ? null : changed(salePrice) };
    if (after.recommendedRetailPrice === rrp && after.salePrice === salePrice) continue;
    if (after.recommendedRetailPrice <= 0 || (after.salePrice ?? 0) > after.recommendedRetailPrice)
      throw conflict(`The price of the variant ${name ?? variantId} would be too low.`);
    await work.db.update(productVariants).set(after).where(eq(productVariants.id, variantId));
    isChanged = true;
  }
  if (isChanged) await updateListings(work, id, "sold by");
  return isChanged;
}

async function ship(
  work: Work,
  product: StoredProduct,
  change: Extract<ProductChange, { Kind: "flatRate" | "rule" | "carrier" }>,
): Promise<boolean> {
  const after = await saveShipping(work, product, {
    ...productShipping(product),
    ...(change.Kind === "carrier" && { ShippingMethod: ShippingMethod.carrier }),
    ...(change.Kind === "flatRate" && {
      ShippingMethod: ShippingMethod.flatRate,
      DomesticFlatRate: repriced(
        change.DomesticFlatRate,
        ratesOf("taxable", product.appliedTaxClass, work.config.gstRate),
      ),
    }),
    ...(change.Kind === "rule" && { ShippingMethod: ShippingMethod.rule, ShippingRuleId: change.ShippingRuleId }),
  } as Parameters<typeof saveShipping>[2]);
  return shippingKeys.some((key) => after[key] !== product[key]);
}
