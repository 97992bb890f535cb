/** The classifications of a marketplace, each of which has a tree of categories. */
import { asc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { categoryGroups, marketplaces } from "#api/core/database/schema/index.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { maxCategories } from "#contract/categories/schema.ts";

export const tooManyCategories = `A classification can have at most ${maxCategories.toLocaleString("en-AU")} categories.`;

/** @throws Refusal 404 */
export async function assertMarketplace(db: Db, id: number): Promise<void> {
  const [known] = await db.select({ id: marketplaces.id }).from(marketplaces).where(eq(marketplaces.id, id));
  if (!known) throw notFound("This marketplace");
}

/** The classifications of the marketplace, the first one first. */
export const groupsOf = (db: Db, marketplaceId: number) =>
  db
    .select({ id: categoryGroups.id, name: categoryGroups.name })
    .from(categoryGroups)
    .where(eq(categoryGroups.marketplaceId, marketplaceId))
    .orderBy(asc(categoryGroups.id));

/**
 * Locks the classification, so that two people change its tree one after the other.
 * @throws Refusal 404
 */
export async function lockGroup(db: Db, id: number): Promise<void> {
  const [group] = await db.select().from(categoryGroups).where(eq(categoryGroups.id, id)).for("update");
  if (!group) throw notFound("This category");
}

/**
 * Returns the marketplace's first classification, and makes one where there is none.
 * @param groupId the classification that was chosen, which must be one of the marketplace
 * @throws Refusal 404
 */
export async function findOrCreateGroup(db: Db, marketplaceId: number, groupId: number | undefined): Promise<number> {
  const [marketplace] = await db.select().from(marketplaces).where(eq(marketplaces.id, marketplaceId)).for("update");
  if (!marketplace) throw notFound("This marketplace");
  const known = await groupsOf(db, marketplaceId);
  if (groupId !== undefined && known.every(({ id }) => id !== groupId)) throw notFound("This category");
  const chosen = groupId ?? known[0]?.id;
  if (chosen !== undefined) return chosen;
  const [made] = await db.insert(categoryGroups).values({ marketplaceId, name: "Categories" }).returning();
  return made?.id ?? 0;
}
