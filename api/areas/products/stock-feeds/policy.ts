import { and, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { StoredSource } from "#api/areas/products/source/files.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { sourceFiles, stockFeedRuns, stockFeeds, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { forbidden, notFound } from "#api/core/refusals/refusal.ts";

export type StoredFeed = typeof stockFeeds.$inferSelect;

/** Condition: the import of the run has not ended. */
export const isRunAtWork = inArray(stockFeedRuns.outcome, ["checking", "applying"]);

/** @throws Refusal 404 or 403 unless the caller may change the supplier's products */
export async function assertManagesFeeds({ db, caller }: Context, supplierId: number): Promise<void> {
  const [supplier] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, supplierId), visibleTo(caller, suppliers.id)));
  if (!supplier) throw notFound("This supplier");
  if (!mayManageProducts(caller, supplierId)) throw forbidden();
}

/** @throws Refusal 404 or 403 */
export async function feedWith(
  { db, caller }: Context,
  id: number,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<StoredFeed> {
  const query = db
    .select()
    .from(stockFeeds)
    .where(and(eq(stockFeeds.id, id), visibleTo(caller, stockFeeds.supplierId)));
  const [feed] = await (isLocked ? query.for("update") : query);
  if (!feed) throw notFound("This feed");
  if (!mayManageProducts(caller, feed.supplierId)) throw forbidden();
  return feed;
}

/** The columns of the file that was received last; undefined if none was. */
export async function receivedColumns(
  db: Db,
  { callerId }: Pick<StoredFeed, "callerId">,
): Promise<StoredSource | undefined> {
  const { content: _, ...columns } = getTableColumns(sourceFiles);
  const [file] = await db
    .select(columns)
    .from(sourceFiles)
    .where(eq(sourceFiles.userId, callerId))
    .orderBy(desc(sourceFiles.createdAt))
    .limit(1);
  return file;
}
