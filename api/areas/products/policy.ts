import { and, eq, isNotNull } from "drizzle-orm";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "../../../contract/enumerations.ts";
import { type Caller, visibleTo } from "../../access/caller.ts";
import { marketplaceProducts, products } from "../../database/schema/index.ts";
import type { Context } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { managesEverySupplier, mayManageProducts } from "../shared/catalogue.ts";

export type StoredProduct = typeof products.$inferSelect;

/** What a change of a product is made with: in a request, or by work in the background. */
export type Work = Pick<Context, "db" | "caller" | "config">;

/**
 * The product, for a command that changes it: found through the suppliers that the caller may see, locked, and its flags
 * held against the operation.
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

/** When an image may be shown is a promise to marketplaces: staff of the supplier make it only before the product is approved (or approved again) anywhere. */
export function mayEditImageDates(caller: Caller, supplierId: number, isApprovedSomewhere: boolean): boolean {
  return mayManageProducts(caller, supplierId) && (managesEverySupplier(caller) || !isApprovedSomewhere);
}

/** What was changed: what a marketplace approves (name, description, images, attributes, type), or only what it sells by (price, stock, shipping). */
export type Change = "approved" | "sold by";

/**
 * After a change of a product: where it is approved, the marketplace has yet to be told, and a change that staff of the
 * supplier made to what was approved has to be approved again. Where it was disabled with a reason it waits for approval
 * again whatever was changed and by whom: the reason may have been the price.
 */
export async function productChanged(
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

/** What a marketplace approves of the product itself. */
const reviewed: ReadonlySet<string> = new Set<keyof StoredProduct>([
  "name",
  "description",
  "defaultImageFileId",
  "productTypeId",
]);

/** Writes these values, and lets the marketplaces know; nothing at all when all of them are as before. */
export async function changeProduct(
  context: Pick<Work, "db" | "caller">,
  before: StoredProduct,
  values: Partial<StoredProduct>,
): Promise<void> {
  const changed = Object.entries(values).filter(([field, value]) => value !== before[field as keyof StoredProduct]);
  if (changed.length === 0) return;
  await context.db.update(products).set(values).where(eq(products.id, before.id));
  await productChanged(context, before.id, changed.some(([field]) => reviewed.has(field)) ? "approved" : "sold by");
}
