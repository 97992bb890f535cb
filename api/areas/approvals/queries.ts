import { and, asc, count, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { fullName } from "#api/areas/shared/users.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  categories,
  categoryGroups,
  listingCategories,
  marketplaceProducts,
  marketplaces,
  products,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import { byText, contains, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { type CategoryGroup, type categoryLimits, mostFound } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { can } from "#contract/permissions.ts";
import { changesSinceDecision } from "./changes-since.ts";
import { productForDecision } from "./for-decision.ts";
import { filtersOf } from "./search.ts";

type Approvals = Operations["approvals"];

const listings = (db: Db) =>
  db
    .select({
      id: marketplaceProducts.id,
      productId: marketplaceProducts.productId,
      marketplaceId: marketplaceProducts.marketplaceId,
      productName: products.name,
      marketplaceName: marketplaces.name,
      supplierName: suppliers.name,
      status: marketplaceProducts.status,
      created: marketplaceProducts.createdAt,
      approvedByUserFullName: fullName,
      marketplaceSKU: marketplaceProducts.marketplaceSku,
      productImageFileId: products.defaultImageFileId,
      disableReason: marketplaceProducts.disableReason,
      availableFromDate: marketplaceProducts.availableFrom,
      availableToDate: marketplaceProducts.availableTo,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
    .leftJoin(users, eq(users.id, marketplaceProducts.approvedBy))
    .$dynamic();

type Listing = Awaited<ReturnType<typeof listings>>[number];

const withTexts = ({ created, availableFromDate, availableToDate, ...listing }: Listing) => ({
  ...listing,
  created: created.toISOString(),
  availableFromDate: availableFromDate?.toISOString() ?? null,
  availableToDate: availableToDate?.toISOString() ?? null,
});

export const list: Handler<Approvals["list"]> = async (input, { db, caller }) => {
  const page = await pageOf(
    db,
    {
      rows: listings(db),
      keys: (columns) =>
        db
          .select(columns)
          .from(marketplaceProducts)
          .leftJoin(products, eq(products.id, marketplaceProducts.productId))
          .leftJoin(suppliers, eq(suppliers.id, products.supplierId))
          .leftJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
          .leftJoin(users, eq(users.id, marketplaceProducts.approvedBy))
          .$dynamic(),
      isCostly: input.productName !== undefined,
      visible: visibleTo(caller, products.supplierId),
      filters: filtersOf(input),
      sort: {
        productName: byText(products.name),
        marketplaceName: byText(marketplaces.name),
        supplierName: byText(suppliers.name),
        status: marketplaceProducts.status,
        created: marketplaceProducts.createdAt,
        approvedByUserFullName: byText(fullName),
        marketplaceSKU: byText(marketplaceProducts.marketplaceSku),
      },
      uniqueKey: marketplaceProducts.id,
    },
    input,
  );
  return { ...page, items: page.items.map(withTexts) };
};

export const get: Handler<Approvals["get"]> = async ({ id, forDecision, ...limits }, context) => {
  const { db, caller } = context;
  const [listing] = await listings(db).where(
    and(eq(marketplaceProducts.id, id), visibleTo(caller, products.supplierId)),
  );
  if (!listing) throw notFound("This product on the marketplace");
  // The history of a product is for those who see the product.
  const isMore = forDecision && can(caller.permissions, { permission: "products.view" });
  return {
    ...withTexts(listing),
    categoryGroups: await categoryGroupsOf(db, listing, limits),
    ...(isMore && {
      product: await productForDecision(db, id),
      changesSince: await changesSinceDecision(context, listing),
    }),
  };
};

/** Rows that are approved already stay as they are, and a marketplace may have no categories to choose from. */
export const countUncategorised: Handler<Approvals["countUncategorised"]> = async ({ ids, ...filters }, context) => {
  const { db, caller } = context;
  const [counted] = await db
    .select({ count: count() })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .where(
      and(
        visibleTo(caller, products.supplierId),
        ...filtersOf(filters),
        ids && inArray(marketplaceProducts.id, ids),
        ne(marketplaceProducts.status, MarketplaceProductStatus.approved),
        sql`exists (select from ${categoryGroups} where ${categoryGroups.marketplaceId} = ${marketplaceProducts.marketplaceId})`,
        sql`not exists (select from ${listingCategories} where ${listingCategories.listingId} = ${marketplaceProducts.id})`,
      ),
    );
  return { count: counted?.count ?? 0 };
};

type Limits = z.output<typeof categoryLimits>;

/** Returns the category groups of the marketplace, by name; the listing's categories are selected. */
async function categoryGroupsOf(db: Db, { id, marketplaceId }: Listing, limits: Limits): Promise<CategoryGroup[]> {
  const groups = await db
    .select({
      id: categoryGroups.id,
      name: categoryGroups.name,
      count: sql<number>`(select count(*)::int from categories c where c.group_id = category_groups.id)`,
    })
    .from(categoryGroups)
    .where(eq(categoryGroups.marketplaceId, marketplaceId))
    .orderBy(asc(categoryGroups.id));
  const { mostCategories } = limits;
  return Promise.all(
    groups.map(async ({ id: groupId, name, count }) => {
      const all = categoriesOf(db, groupId, id);
      if (mostCategories === undefined) return { id: groupId, name, categories: await all };
      const group = { id: groupId, name, categoryCount: count };
      return count <= mostCategories
        ? { ...group, categories: await all }
        : { ...group, ...(await someCategories(db, groupId, id, limits)) };
    }),
  );
}

const isOfListing = sql<boolean>`${listingCategories.listingId} is not null`;

const categoriesOf = (db: Db, groupId: number, listingId: number, which?: SQL) =>
  db
    .select({ id: categories.id, name: categories.name, externalId: categories.externalId, selected: isOfListing })
    .from(categories)
    .leftJoin(
      listingCategories,
      and(eq(listingCategories.categoryId, categories.id), eq(listingCategories.listingId, listingId)),
    )
    .where(and(eq(categories.groupId, groupId), which))
    .orderBy(asc(byText(categories.name)), asc(categories.id));

/** The selected categories, those that are asked for by their ids, and the first ones with the words. */
async function someCategories(db: Db, groupId: number, listingId: number, { categoryIds = [], categoryWords }: Limits) {
  const isWanted = or(isOfListing, categoryIds.length > 0 ? inArray(categories.id, categoryIds) : undefined);
  const wanted = await categoriesOf(db, groupId, listingId, isWanted);
  if (categoryWords === undefined) return { categories: wanted };
  const hasWords = and(...categoryWords.split(/\s+/).map((word) => contains(categories.name, word)));
  const known = new Set(wanted.map((category) => category.id));
  const found = await categoriesOf(db, groupId, listingId, hasWords).limit(mostFound + known.size);
  const others = found.filter((category) => !known.has(category.id)).slice(0, mostFound);
  return {
    categories: [...wanted, ...others],
    foundCount: await db.$count(categories, and(eq(categories.groupId, groupId), hasWords)),
  };
}
