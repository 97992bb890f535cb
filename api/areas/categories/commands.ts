import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { categories, listingCategories, marketplaceProducts, products } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, InUse, invalid, notFound } from "#api/core/refusals/refusal.ts";
import { categoryDetails } from "#contract/categories/edits.ts";
import { categorySeparator, fullNameOf, isTooDeep, maxCategories, tooDeep } from "#contract/categories/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { findOrCreateGroup, lockGroup, tooManyCategories } from "./classification.ts";
import { isWithin } from "./tree.ts";

type Categories = Operations["categories"];

const taken = "There is already a category with this name here.";

const rowsWithin = (db: Db, groupId: number, fullName: string) =>
  db
    .select({ id: categories.id, name: categories.name, externalId: categories.externalId })
    .from(categories)
    .where(and(eq(categories.groupId, groupId), isWithin(fullName)));

/** @throws Refusal 422 if the place does not exist, or the name is taken there */
async function assertPlace(db: Db, groupId: number, under: string, fullName: string): Promise<void> {
  if (isTooDeep(fullName)) throw invalid({ Name: [tooDeep] });
  if (under !== "" && (await rowsWithin(db, groupId, under)).length === 0)
    throw invalid({ Under: ["This category no longer exists. Please choose another one."] });
  if ((await rowsWithin(db, groupId, fullName)).length > 0) throw invalid({ Name: [taken] });
}

export const add: Handler<Categories["add"]> = async (input, { db }) => {
  const groupId = await findOrCreateGroup(db, input.MarketplaceId, input.GroupId);
  await lockGroup(db, groupId);
  const fullName = fullNameOf(input.Under, input.Name);
  await assertPlace(db, groupId, input.Under, fullName);
  if ((await db.$count(categories, eq(categories.groupId, groupId))) >= maxCategories)
    throw conflict(tooManyCategories);
  await db.insert(categories).values({ groupId, name: fullName, externalId: input.ExternalId || null });
  return { groupId, fullName };
};

export const update: Handler<Categories["update"]> = async (sent, { db }) => {
  const { GroupId: groupId, FullName: old } = sent;
  await lockGroup(db, groupId);
  const within = await rowsWithin(db, groupId, old);
  if (within.length === 0) throw notFound("This category");
  const own = within.find(({ name }) => name === old);
  const current = categoryDetails({ fullName: old, externalId: own?.externalId });
  const { Under = current.Under, ExternalId = current.ExternalId } = sent;
  const input = edited({ ...sent, Under, ExternalId }, current);
  const fullName = fullNameOf(input.Under, input.Name);
  if (fullName !== old) {
    if (`${input.Under}${categorySeparator}`.startsWith(`${old}${categorySeparator}`))
      throw invalid({ Under: ["A category cannot be moved below itself."] });
    await assertPlace(db, groupId, input.Under, fullName);
    if (within.some(({ name }) => isTooDeep(`${fullName}${name.slice(old.length)}`)))
      throw invalid({ Name: [tooDeep] });
    await db
      .update(categories)
      .set({ name: sql`${fullName} || substr(${categories.name}, length(${old}::text) + 1)` })
      .where(and(eq(categories.groupId, groupId), isWithin(old)));
  }
  const externalId = input.ExternalId || null;
  if (own) await db.update(categories).set({ externalId }).where(eq(categories.id, own.id));
  else if (externalId) await db.insert(categories).values({ groupId, name: fullName, externalId });
  return null;
};

/** Products named in a refusal. */
const mostNamed = 50;

export const remove: Handler<Categories["remove"]> = async ({ GroupId: groupId, FullName }, { db }) => {
  await lockGroup(db, groupId);
  if ((await rowsWithin(db, groupId, FullName)).length === 0) throw notFound("This category");
  const withOne = db
    .select({ id: marketplaceProducts.productId })
    .from(listingCategories)
    .innerJoin(categories, eq(categories.id, listingCategories.categoryId))
    .innerJoin(marketplaceProducts, eq(marketplaceProducts.id, listingCategories.listingId))
    .where(and(eq(categories.groupId, groupId), isWithin(FullName)));
  const users = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, withOne))
    .orderBy(asc(byText(products.name)), asc(products.id))
    .limit(mostNamed);
  if (users.length > 0) throw new InUse(users);
  await db.delete(categories).where(and(eq(categories.groupId, groupId), isWithin(FullName)));
  return null;
};
