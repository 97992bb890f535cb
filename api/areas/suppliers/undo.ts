import { and, eq, gt, sql } from "drizzle-orm";
import { synchroniseListings } from "#api/areas/shared/listings.ts";
import { changes } from "#api/core/database/schema/index.ts";
import { type PutBack, putBack, type StoredChange } from "#api/core/history/put-back.ts";
import type { Done, Undoer } from "#api/core/history/undoers.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { assertActive, linkToChange, marketplaceOf } from "./marketplaces.ts";

/** The agreement is as it was before, signed or not, and so are the products that nobody has decided about since. */
export const undoDisableMarketplace: Undoer<Operations["suppliers"]["disableMarketplace"]> = {
  authorise: ({ input }, context) => linkToChange(context, input),
  undo: restoreAgreement,
};

/** @throws Refusal 409 if anything of the agreement was changed since: the supplier has not agreed to that. */
export async function assertSameTerms({ db }: Pick<Context, "db">, own: readonly StoredChange[]): Promise<void> {
  const agreement = own.find(({ tableName }) => tableName === "supplier_marketplaces");
  if (!agreement) return;
  const later = await db.$count(
    changes,
    and(
      eq(changes.record, "supplier"),
      eq(changes.recordId, agreement.recordId),
      eq(changes.tableName, "supplier_marketplaces"),
      sql`${changes.key} = ${JSON.stringify(agreement.key)}::jsonb`,
      gt(changes.id, agreement.id),
    ),
  );
  if (later > 0) throw conflict("This agreement has been changed since, so it stays as it is now.");
}

async function restoreAgreement(
  { input, changes: own }: Done<Operations["suppliers"]["disableMarketplace"]>,
  context: Context,
): Promise<PutBack> {
  await linkToChange(context, input);
  assertActive(await marketplaceOf(context, input.MarketplaceId));
  await assertSameTerms(context, own);
  const isAgreement = ({ tableName }: StoredChange) => tableName === "supplier_marketplaces";
  const agreement = await putBack(context.db, own.filter(isAgreement));
  if (agreement.restored.length === 0) return { restored: [], kept: [...own] };
  const listings = await putBack(
    context.db,
    own.filter((change) => !isAgreement(change)),
  );
  await synchroniseListings(
    context.db,
    listings.restored.map(({ key }) => Number(key.id)),
  );
  return { restored: [...agreement.restored, ...listings.restored], kept: listings.kept };
}
