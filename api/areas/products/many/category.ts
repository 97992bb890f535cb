/** Categories of products on a marketplace, for those who approve them there. */
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import { synchroniseListings } from "#api/areas/shared/listings.ts";
import type { Db } from "#api/core/database/connection.ts";
import { categories, categoryGroups, listingCategories, marketplaceProducts } from "#api/core/database/schema/index.ts";
import type { StoredChange } from "#api/core/history/put-back.ts";
import type { ManyWork } from "#api/core/many/area.ts";
import { conflict, invalid } from "#api/core/refusals/refusal.ts";
import type { ProductChange } from "#contract/products/many.ts";

type CategoryChange = Extract<ProductChange, { Kind: "category" }>;

/**
 * Returns false if the product is there already.
 * @throws Refusal 409 if it is not on the marketplace, 422 if there is no such category
 */
export async function putIntoCategory(
  { db }: ManyWork,
  product: StoredProduct,
  { MarketplaceId, Category, Replaces }: CategoryChange,
): Promise<boolean> {
  const [category] = await db
    .select({ id: categories.id, groupId: categories.groupId })
    .from(categories)
    .innerJoin(categoryGroups, eq(categoryGroups.id, categories.groupId))
    .where(and(eq(categoryGroups.marketplaceId, MarketplaceId), eq(categories.name, Category)))
    .orderBy(asc(categories.groupId))
    .limit(1)
    .for("share", { of: categories });
  if (!category)
    throw invalid({ Category: ["The marketplace has no such category. Please choose one from the list."] });
  const [listing] = await db
    .select({ id: marketplaceProducts.id })
    .from(marketplaceProducts)
    .where(and(eq(marketplaceProducts.productId, product.id), eq(marketplaceProducts.marketplaceId, MarketplaceId)))
    .for("update");
  if (!listing) throw conflict("It is not on this marketplace.");
  const isTheirs = eq(listingCategories.listingId, listing.id);
  const ofGroup = db.select({ id: categories.id }).from(categories).where(eq(categories.groupId, category.groupId));
  const removed = Replaces
    ? await db
        .delete(listingCategories)
        .where(
          and(isTheirs, inArray(listingCategories.categoryId, ofGroup), ne(listingCategories.categoryId, category.id)),
        )
        .returning()
    : [];
  const added = await db
    .insert(listingCategories)
    .values({ listingId: listing.id, categoryId: category.id })
    .onConflictDoNothing()
    .returning();
  if (removed.length + added.length === 0) return false;
  await synchroniseListings(db, [listing.id]);
  return true;
}

/** The product's categories on the marketplace, in words. */
export async function shownCategories(db: Db, productId: number, marketplaceId: number): Promise<string> {
  const rows = await db
    .select({ name: categories.name })
    .from(listingCategories)
    .innerJoin(categories, eq(categories.id, listingCategories.categoryId))
    .innerJoin(marketplaceProducts, eq(marketplaceProducts.id, listingCategories.listingId))
    .where(and(eq(marketplaceProducts.productId, productId), eq(marketplaceProducts.marketplaceId, marketplaceId)))
    .orderBy(asc(categories.name));
  return rows.map(({ name }) => name).join("; ") || "None";
}

/** Takes the product out of the categories that it was put into; `putBack` adds the others again. */
export async function leaveCategories(db: Db, own: readonly StoredChange[]): Promise<void> {
  const ofCategories = own.filter(({ tableName }) => tableName === "listing_categories");
  for (const { kind, key } of ofCategories)
    if (kind === "added")
      await db
        .delete(listingCategories)
        .where(
          and(
            eq(listingCategories.listingId, Number(key.listing_id)),
            eq(listingCategories.categoryId, Number(key.category_id)),
          ),
        );
  await synchroniseListings(db, [...new Set(ofCategories.map(({ key }) => Number(key.listing_id)))]);
}
