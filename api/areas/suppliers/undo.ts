import { synchroniseListings } from "#api/areas/shared/listings.ts";
import { type PutBack, putBack } from "#api/history/put-back.ts";
import type { Done, Undoer } from "#api/history/undoers.ts";
import type { Context } from "#api/operations/context.ts";
import { conflict } from "#api/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { assertActive, linkToChange, marketplaceOf } from "./marketplaces.ts";

/** The agreement is as it was before, signed or not, and so are the products that nobody has decided about since. */
export const undoDisableMarketplace: Undoer<Operations["suppliers"]["disableMarketplace"]> = {
  authorise: ({ input }, context) => linkToChange(context, input),
  undo: restoreAgreement,
};

async function restoreAgreement(
  { input, changes }: Done<Operations["suppliers"]["disableMarketplace"]>,
  context: Context,
): Promise<PutBack> {
  await linkToChange(context, input);
  assertActive(await marketplaceOf(context, input.MarketplaceId));
  const isAgreement = ({ tableName }: (typeof changes)[number]) => tableName === "supplier_marketplaces";
  const agreement = await putBack(context.db, changes.filter(isAgreement));
  if (agreement.restored.length === 0)
    throw conflict("This agreement has been changed since, so it stays as it is now.");
  const listings = await putBack(
    context.db,
    changes.filter((change) => !isAgreement(change)),
  );
  await synchroniseListings(
    context.db,
    listings.restored.map(({ key }) => Number(key.id)),
  );
  return { restored: [...agreement.restored, ...listings.restored], kept: listings.kept };
}
