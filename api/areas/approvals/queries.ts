import { and, asc, eq, sql } from "drizzle-orm";
import { visibleTo } from "#api/access/caller.ts";
import { fullName } from "#api/areas/shared/users.ts";
import type { Db } from "#api/database/connection.ts";
import {
  categories,
  categoryGroups,
  listingCategories,
  marketplaceProducts,
  marketplaces,
  products,
  suppliers,
  users,
} from "#api/database/schema/index.ts";
import { byText, pageOf } from "#api/lists/page-of.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { notFound } from "#api/refusals/refusal.ts";
import type { CategoryGroup } from "#contract/approvals/schema.ts";
import type { Operations } from "#contract/operations.ts";
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

export const get: Handler<Approvals["get"]> = async ({ id }, { db, caller }) => {
  const [listing] = await listings(db).where(
    and(eq(marketplaceProducts.id, id), visibleTo(caller, products.supplierId)),
  );
  if (!listing) throw notFound("This product on the marketplace");
  return { ...withTexts(listing), categoryGroups: await categoryGroupsOf(db, listing) };
};

/** Returns all category groups of the marketplace, by name; the listing's categories are selected. */
async function categoryGroupsOf(db: Db, { id, marketplaceId }: Listing): Promise<CategoryGroup[]> {
  const groups = await db
    .select()
    .from(categoryGroups)
    .where(eq(categoryGroups.marketplaceId, marketplaceId))
    .orderBy(asc(categoryGroups.id));
  const rows = await db
    .select({
      groupId: categories.groupId,
      id: categories.id,
      name: categories.name,
      externalId: categories.externalId,
      selected: sql<boolean>`${listingCategories.listingId} is not null`,
    })
    .from(categories)
    .innerJoin(categoryGroups, eq(categoryGroups.id, categories.groupId))
    .leftJoin(
      listingCategories,
      and(eq(listingCategories.categoryId, categories.id), eq(listingCategories.listingId, id)),
    )
    .where(eq(categoryGroups.marketplaceId, marketplaceId))
    .orderBy(asc(byText(categories.name)), asc(categories.id));
  return groups.map(({ id: groupId, name }) => ({
    id: groupId,
    name,
    categories: rows.filter((row) => row.groupId === groupId),
  }));
}
