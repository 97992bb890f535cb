/** The state of pictures that an import named or a user sent. */
import { and, asc, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { picturesColumn } from "#api/areas/products/sheet/pictures.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { isOfFeed } from "#api/areas/shared/stock-feeds.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { fetchedPictures, processes, products } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { shownAddress } from "./sent.ts";

type Products = Operations["products"];
type Which = { processId?: string; productId?: number };

const mostListed = 100;

/** An import of the caller or of a feed, or a product that the caller may change. */
function these({ db, caller }: Context, { processId, productId }: Which): SQL | undefined {
  if (processId === undefined && productId === undefined) return sql`false`;
  return and(
    processId === undefined
      ? undefined
      : and(
          eq(fetchedPictures.processId, processId),
          or(eq(fetchedPictures.userId, caller.userId), isOfFeed(db, caller, fetchedPictures.userId)),
        ),
    productId === undefined ? undefined : eq(fetchedPictures.productId, productId),
    visibleTo(caller, products.supplierId),
    managesProductsOf(caller, products.supplierId),
  );
}

const isGivenUp = and(isNull(fetchedPictures.fileId), isNull(fetchedPictures.nextAttemptAt));

export const pictures: Handler<Products["pictures"]> = async (input, context) => {
  const where = these(context, input);
  const [counts] = await context.db
    .select({
      fetched: sql<number>`count(*) filter (where ${isNotNull(fetchedPictures.fileId)})`.mapWith(Number),
      waiting: sql<number>`count(*) filter (where ${isNotNull(fetchedPictures.nextAttemptAt)})`.mapWith(Number),
      failed: sql<number>`count(*) filter (where ${isGivenUp})`.mapWith(Number),
    })
    .from(fetchedPictures)
    .innerJoin(products, eq(products.id, fetchedPictures.productId))
    .where(where);
  const problems = await context.db
    .select({
      id: fetchedPictures.id,
      productId: fetchedPictures.productId,
      productName: products.name,
      address: fetchedPictures.address,
      problem: fetchedPictures.problem,
      isWaiting: sql<boolean>`${isNotNull(fetchedPictures.nextAttemptAt)}`,
      row: fetchedPictures.row,
      // A file from elsewhere has its own titles.
      column: sql<string | null>`case when ${fetchedPictures.row} is not null then
        coalesce(${processes.input} #>> ${sql.raw(`'{translation,titles,${picturesColumn}}'`)}, ${picturesColumn}) end`,
    })
    .from(fetchedPictures)
    .innerJoin(products, eq(products.id, fetchedPictures.productId))
    .leftJoin(processes, eq(processes.id, fetchedPictures.processId))
    .where(and(where, ne(fetchedPictures.problem, "")))
    .orderBy(asc(fetchedPictures.id))
    .limit(mostListed);
  return {
    fetched: counts?.fetched ?? 0,
    waiting: counts?.waiting ?? 0,
    failed: counts?.failed ?? 0,
    problems: problems.map((each) => ({ ...each, address: shownAddress(each.address) })),
  };
};

export const retryPictures: Handler<Products["retryPictures"]> = async ({ ProcessId, ProductId }, context) => {
  const which = these(context, { processId: ProcessId ?? undefined, productId: ProductId ?? undefined });
  const failed = context.db
    .select({ id: fetchedPictures.id })
    .from(fetchedPictures)
    .innerJoin(products, eq(products.id, fetchedPictures.productId))
    .where(and(which, isGivenUp));
  await context.db
    .update(fetchedPictures)
    .set({ attempts: 0, problem: "", nextAttemptAt: context.now })
    .where(sql`${fetchedPictures.id} in (${failed})`);
  return null;
};
