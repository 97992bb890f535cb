/** Undoing decisions about products on marketplaces. */
import { and, asc, eq, sql } from "drizzle-orm";
import { synchroniseListings } from "#api/areas/shared/listings.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { changes, marketplaceProducts, marketplaces, processes, products } from "#api/core/database/schema/index.ts";
import { putBack } from "#api/core/history/put-back.ts";
import type { ProcessUndoer, Undoer } from "#api/core/history/undoers.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import { beginProcess } from "#api/core/processing/process.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { approvalChanges, type ManyInput } from "./many.ts";
import { listingToChange } from "./policy.ts";
import { assertAgreed } from "./undo-one.ts";

export const undoDisable: Undoer<Operations["approvals"]["disable"]> = {
  authorise: ({ input }, context) => listingToChange(context, input),
  async undo({ input, changes }, context) {
    const listing = await listingToChange(context, input);
    assertAgreed(listing);
    const done = await putBack(context.db, changes);
    if (done.restored.length > 0) await synchroniseListings(context.db, [listing.id]);
    return done;
  },
};

/** Decisions about many products at once. */
export const undoApprovals: ProcessUndoer = { permission: "approvals.edit", begin: undoMany };

/** @throws Refusal 404 or 409 */
async function undoMany(processId: string, context: Context): Promise<string> {
  const [process] = await context.db.select().from(processes).where(eq(processes.id, processId));
  if (!process || (process.input as ManyInput).action === "undo") throw notFound("This");
  if (!process.finishedAt) throw conflict("This is still going on. Please wait until it has finished.");
  const rows = await context.db
    .selectDistinctOn([byText(products.name), marketplaceProducts.id], {
      productId: products.id,
      productName: products.name,
      supplierId: products.supplierId,
      marketplaceId: marketplaces.id,
      marketplaceName: marketplaces.name,
    })
    .from(changes)
    .innerJoin(marketplaceProducts, sql`${marketplaceProducts.id} = (${changes.key} ->> 'id')::integer`)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
    .where(
      and(
        eq(changes.processId, processId),
        eq(changes.tableName, "marketplace_products"),
        visibleTo(context.caller, products.supplierId),
      ),
    )
    .orderBy(asc(byText(products.name)), asc(marketplaceProducts.id));
  if (rows.length === 0) throw conflict("There is nothing to undo.");
  return beginProcess(context, approvalChanges, { action: "undo", reason: "", undoes: processId }, rows);
}
