import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { categories, categoryGroups, listingCategories } from "#api/core/database/schema/index.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import type { Listing } from "./policy.ts";

type Groups = InputOf<Operations["approvals"]["approve"]>["CategoryGroups"];

/**
 * Gives the listing exactly these categories of these groups; groups that are not named stay unchanged.
 * @throws Refusal 422 for groups and categories of other marketplaces
 */
export async function chooseCategories(db: Db, listing: Listing, groups: Groups): Promise<void> {
  if (groups.length === 0) return;
  const groupIds = [...new Set(groups.map(({ Id }) => Id))];
  const chosen = [...new Set(groups.flatMap(({ Categories }) => Categories.map(({ Id }) => Id)))];
  const isTheirs = and(eq(categoryGroups.marketplaceId, listing.marketplaceId), inArray(categoryGroups.id, groupIds));
  const knownGroups = await db.$count(categoryGroups, isTheirs);
  const ofGroups = db.select({ id: categories.id }).from(categories).where(inArray(categories.groupId, groupIds));
  const known = await db.$count(categories, and(inArray(categories.id, chosen), inArray(categories.id, ofGroups)));
  if (knownGroups !== groupIds.length || known !== chosen.length)
    throw invalid({ CategoryGroups: ["Please choose the categories from the list."] });

  const isListings = eq(listingCategories.listingId, listing.id);
  await db
    .delete(listingCategories)
    .where(
      and(
        isListings,
        inArray(listingCategories.categoryId, ofGroups),
        notInArray(listingCategories.categoryId, chosen),
      ),
    );
  const rows = chosen.map((categoryId) => ({ listingId: listing.id, categoryId }));
  if (rows.length > 0) await db.insert(listingCategories).values(rows).onConflictDoNothing();
}

/** Returns the listing's categories of each of these groups. */
export async function chosenCategories(
  db: Db,
  listing: Listing,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> {
  const chosen = new Map<number, number[]>(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return chosen;
  const rows = await db
    .select({ id: categories.id, groupId: categories.groupId })
    .from(listingCategories)
    .innerJoin(categories, eq(categories.id, listingCategories.categoryId))
    .where(and(eq(listingCategories.listingId, listing.id), inArray(categories.groupId, [...groupIds])));
  for (const { id, groupId } of rows) chosen.get(groupId)?.push(id);
  return chosen;
}
