/** Categories of every marketplace, and those of approved products. */
import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  categories,
  categoryGroups,
  listingCategories,
  marketplaceProducts,
  products,
} from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus } from "#contract/enumerations.ts";
import { categoryTree, departments } from "./category-tree.ts";
import { insertMany } from "./insert-many.ts";
import type { Random } from "./random.ts";

const { approved, pendingReApproval } = MarketplaceProductStatus;

/** Categories of one marketplace. */
interface Made {
  /** By the kind of product that belongs to the category. */
  leafOf: ReadonlyMap<string, number>;
  departments: readonly number[];
}

/** Requires marketplaces and products. */
export async function seedCategories(db: Db, marketplaceIds: readonly number[], random: Random): Promise<void> {
  const made = new Map<number, Made>();
  for (const id of marketplaceIds) made.set(id, await seedCategoriesOf(db, id));
  const listings = await db
    .select({
      id: marketplaceProducts.id,
      marketplaceId: marketplaceProducts.marketplaceId,
      productName: products.name,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .where(inArray(marketplaceProducts.status, [approved, pendingReApproval]))
    .orderBy(asc(marketplaceProducts.id));
  const chosen = listings.flatMap(({ id, marketplaceId, productName }) =>
    categoriesFor(productName, made.get(marketplaceId), random).map((categoryId) => ({ listingId: id, categoryId })),
  );
  await insertMany(db, listingCategories, chosen);
}

async function seedCategoriesOf(db: Db, marketplaceId: number): Promise<Made> {
  const paths = categoryTree.map(({ path }) => path);
  const [tree, own] = [
    await seedGroup(db, marketplaceId, "Categories", paths),
    await seedGroup(db, marketplaceId, "Departments", departments),
  ];
  const leafOf = new Map(
    categoryTree.flatMap(({ kinds }, i) => kinds.map((kind): [string, number] => [kind, tree[i] ?? 0])),
  );
  return { leafOf, departments: own };
}

/** Returns the ids of the categories, in the order of the names. */
async function seedGroup(db: Db, marketplaceId: number, name: string, names: readonly string[]): Promise<number[]> {
  const [group] = await db.insert(categoryGroups).values({ marketplaceId, name }).returning({ id: categoryGroups.id });
  const groupId = group?.id ?? 0;
  const rows = names.map((category, i) => ({
    groupId,
    name: category,
    externalId: `${name.slice(0, 1)}${marketplaceId}${String(i + 1).padStart(3, "0")}`,
  }));
  const stored = await db.insert(categories).values(rows).returning({ id: categories.id });
  return stored.map(({ id }) => id);
}

/** Returns the category of the product's kind, with which its name ends, and up to two departments. */
function categoriesFor(productName: string, made: Made | undefined, random: Random): number[] {
  if (!made) return [];
  const leaf = [...made.leafOf].find(([kind]) => productName.endsWith(kind))?.[1];
  return [...(leaf === undefined ? [] : [leaf]), ...random.some(made.departments, random.between(0, 2))];
}
