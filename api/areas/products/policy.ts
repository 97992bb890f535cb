import { and, eq, isNotNull } from "drizzle-orm";
import { managesEverySupplier, mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { appliedTaxClass, ratesOf, settleVariants } from "#api/areas/shared/tax-classes.ts";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import { marketplaceProducts, products } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { repriced } from "#contract/rules/tax-class.ts";

export type StoredProduct = typeof products.$inferSelect;

/** The context of a change to a product, in a request or in a background process. */
export type Work = Pick<Context, "db" | "caller" | "config">;

/**
 * Returns the product for a command that changes it: restricted to the suppliers that the caller may see, locked, and
 * with its permissions checked against the operation.
 * @throws Refusal 404 or 403
 */
export async function productToChange(context: Context, id: number): Promise<StoredProduct> {
  const product = await lockedProduct(context, id);
  context.authorise({ canEdit: mayManageProducts(context.caller, product.supplierId) });
  return product;
}

/** @throws Refusal 404 */
export async function lockedProduct({ db, caller }: Pick<Work, "db" | "caller">, id: number): Promise<StoredProduct> {
  const [product] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), visibleTo(caller, products.supplierId)))
    .for("update");
  if (!product) throw notFound("This product");
  return product;
}

/**
 * The date from which an image may be shown is a promise to marketplaces. Supplier staff may set it only until the
 * product is approved, or awaits renewed approval, anywhere.
 */
export function mayEditImageDates(caller: Caller, supplierId: number, isApprovedSomewhere: boolean): boolean {
  return mayManageProducts(caller, supplierId) && (managesEverySupplier(caller) || !isApprovedSomewhere);
}

/**
 * `approved`: changes what a marketplace approves (name, description, images, attributes, type). `sold by`: changes
 * only price, stock or shipping.
 */
export type Change = "approved" | "sold by";

/**
 * Follows a change of a product on its marketplaces. Where it is approved, the marketplace has to be synchronised, and
 * a change by supplier staff to what was approved needs renewed approval. Where it was disabled with a reason, any
 * change by anybody makes it await approval again: the reason may have been the price.
 */
export async function updateListings(
  { db, caller }: Pick<Work, "db" | "caller">,
  productId: number,
  change: Change,
): Promise<void> {
  const { approved, disabled, pendingReApproval } = MarketplaceProductStatus;
  const isReviewed = change === "approved" && !managesEverySupplier(caller);
  const isListed = (status: number) =>
    and(eq(marketplaceProducts.productId, productId), eq(marketplaceProducts.status, status));
  await db
    .update(marketplaceProducts)
    .set({ syncStatus: MarketplaceSyncStatus.updatesPending, status: isReviewed ? pendingReApproval : approved })
    .where(isListed(approved));
  await db
    .update(marketplaceProducts)
    .set({ status: pendingReApproval })
    .where(and(isListed(disabled), isNotNull(marketplaceProducts.disableReason)));
}

/** The product's own fields that a marketplace approves. */
const reviewed: ReadonlySet<string> = new Set<keyof StoredProduct>([
  "name",
  "description",
  "defaultImageFileId",
  "productTypeId",
]);

/**
 * Stores these values and tells the marketplaces; does nothing if all of them are unchanged.
 * @param values if the tax class changes: with prices ex GST at the rate of the new one
 */
export async function changeProduct(work: Work, before: StoredProduct, values: Partial<StoredProduct>): Promise<void> {
  const changed = keysOf(values).filter((field) => values[field] !== before[field]);
  if (changed.length === 0) return;
  const followed = changed.some((field) => decidesTax.has(field)) ? await followTaxClass(work, before, values) : {};
  const { db } = work;
  await db
    .update(products)
    .set({ ...followed, ...values })
    .where(eq(products.id, before.id));
  if ("appliedTaxClass" in followed) await settleVariants(db, [before.id], work.config.gstRate);
  await updateListings(work, before.id, changed.some((field) => reviewed.has(field)) ? "approved" : "sold by");
}

const decidesTax: ReadonlySet<string> = new Set<keyof StoredProduct>(["taxClass", "productTypeId"]);

/** Returns the new class with the flat rates of shipping at its rate of GST. */
async function followTaxClass({ db, config }: Work, before: StoredProduct, values: Partial<StoredProduct>) {
  const applied = await appliedTaxClass(db, { ...before, ...values });
  const rates = ratesOf(before.appliedTaxClass, applied, config.gstRate);
  return {
    appliedTaxClass: applied,
    domesticFlatRate: repriced(before.domesticFlatRate, rates),
    internationalFlatRate: repriced(before.internationalFlatRate, rates),
  };
}

/** Returns the prices of the product itself if its tax class changes: what customers pay stays the same. */
export async function pricesAfter(
  { db, config }: Work,
  before: StoredProduct,
  values: Partial<Pick<StoredProduct, "taxClass" | "productTypeId">>,
) {
  const applied = await appliedTaxClass(db, { ...before, ...values });
  const rates = ratesOf(before.appliedTaxClass, applied, config.gstRate);
  return {
    gstRate: rates.after,
    isRepriced: rates.before !== rates.after,
    prices: {
      recommendedRetailPrice: repriced(before.recommendedRetailPrice, rates),
      salePrice: repriced(before.salePrice, rates),
    },
  };
}

/**
 * After a class, a type or prices were put back: the class that applies now, at the same prices for customers. Prices are
 * put back together with the class at whose rate they are stored.
 */
export async function settleTaxClass(work: Work, product: StoredProduct): Promise<void> {
  const followed = await followTaxClass(work, product, {});
  if (followed.appliedTaxClass !== product.appliedTaxClass) {
    const { prices } = await pricesAfter(work, product, {});
    await work.db
      .update(products)
      .set({ ...prices, ...followed })
      .where(eq(products.id, product.id));
  }
  await settleVariants(work.db, [product.id], work.config.gstRate);
}
