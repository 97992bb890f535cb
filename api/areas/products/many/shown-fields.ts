import { and, eq } from "drizzle-orm";
import type { StoredProduct, Work } from "#api/areas/products/policy.ts";
import { marketplaceProducts, productTypes, productVariants, shippingRules } from "#api/core/database/schema/index.ts";
import { marketplaceSyncStatuses, ShippingMethod, shippingMethods } from "#contract/enumerations.ts";
import { gridFields, productFields } from "#contract/products/fields.ts";
import type { ProductChange } from "#contract/products/many.ts";
import { inclusive } from "#contract/rules/money.ts";
import { rateOf, taxClassNames } from "#contract/rules/tax-class.ts";
import { shownCategories } from "./category.ts";

const { productTypeId, taxClass, recommendedRetailPrice: rrp, salePrice: sale } = productFields;

/** The fields that changes may touch, as the list and the page of a product show them. */
export async function shownFields(
  work: Work,
  product: StoredProduct,
  change: ProductChange,
): Promise<Map<string, string>> {
  const { db, config } = work;
  if (change.Kind === "category")
    return new Map([["Categories", await shownCategories(db, product.id, change.MarketplaceId)]]);
  if (change.Kind === "synchronise")
    return new Map([["Synchronisation", await syncText(work, product, change.MarketplaceId)]]);
  const gstRate = rateOf(product.appliedTaxClass, config.gstRate);
  const dollars = (price: number | null) => (price === null ? "" : `$${inclusive(price, gstRate).toFixed(2)}`);
  const [type] = await db.select().from(productTypes).where(eq(productTypes.id, product.productTypeId));
  const variants = await db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, product.id))
    .orderBy(productVariants.id);
  return new Map([
    [gridFields.isActive.grid, product.isDisabled ? "No" : "Yes"],
    [productTypeId.label, type?.path ?? ""],
    [taxClass.label, taxClassText(product)],
    [rrp.grid, dollars(product.recommendedRetailPrice)],
    [sale.grid, dollars(product.salePrice)],
    ...variants
      .filter(({ recommendedRetailPrice }) => recommendedRetailPrice !== null)
      .flatMap(({ id, name, recommendedRetailPrice, salePrice }): [string, string][] => [
        [`${rrp.grid} of ${name ?? `variant ${id}`}`, dollars(recommendedRetailPrice)],
        ...(salePrice === null
          ? []
          : [[`${sale.grid} of ${name ?? `variant ${id}`}`, dollars(salePrice)] as [string, string]]),
      ]),
    [gridFields.shippingMethod.grid, await shippingText(work, product)],
  ]);
}

const taxClassText = ({ taxClass: own, appliedTaxClass }: StoredProduct) =>
  `${taxClassNames[appliedTaxClass]}${own === null ? ", as its product type" : ""}`;

async function syncText({ db }: Work, { id }: StoredProduct, marketplaceId: number): Promise<string> {
  const [listing] = await db
    .select({ syncStatus: marketplaceProducts.syncStatus })
    .from(marketplaceProducts)
    .where(and(eq(marketplaceProducts.productId, id), eq(marketplaceProducts.marketplaceId, marketplaceId)));
  return marketplaceSyncStatuses.find(({ value }) => value === listing?.syncStatus)?.displayName ?? "None";
}

async function shippingText({ db, config }: Work, product: StoredProduct): Promise<string> {
  const { shippingMethod, domesticFlatRate, shippingRuleId } = product;
  if (shippingMethod === ShippingMethod.flatRate && domesticFlatRate !== null)
    return `$${inclusive(domesticFlatRate, rateOf(product.appliedTaxClass, config.gstRate)).toFixed(2)} per item`;
  if (shippingMethod === ShippingMethod.rule && shippingRuleId !== null) {
    const [rule] = await db.select().from(shippingRules).where(eq(shippingRules.id, shippingRuleId));
    return rule?.name ?? "";
  }
  return shippingMethods.find(({ value }) => value === shippingMethod)?.displayName ?? "None";
}
