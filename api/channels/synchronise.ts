/** One synchronisation of a product with a marketplace, as a job. */
import { and, eq, type SQL } from "drizzle-orm";
import type { Config } from "#api/config.ts";
import type { Database } from "#api/database/connection.ts";
import { marketplaceProducts } from "#api/database/schema/index.ts";
import type { JobHandlers } from "#api/jobs/jobs.ts";
import { MarketplaceSyncStatus } from "#contract/enumerations.ts";
import type { Channel, Outcome } from "./channel.ts";
import { readListing } from "./listing.ts";

const { inSync, updatesPending, updating, error } = MarketplaceSyncStatus;

export const noAnswer = "The marketplace did not answer. Please try again.";

interface Parts {
  database: Pick<Database, "db">;
  config: Pick<Config, "gstRate" | "cdnBaseUrl">;
  channelTo: (marketplaceId: number) => Channel;
}

type Values = Partial<typeof marketplaceProducts.$inferInsert>;

/**
 * What was changed meanwhile is not overwritten: only where nothing was, the sync status says how it ended. What the
 * marketplace has now is noted in any case, and so is the end, for which the next synchronisation waits.
 */
export function synchronise({ database: { db }, config, channelTo }: Parts): JobHandlers["sync"] {
  return async ({ startedAt, ...pair }, { isLastTry }) => {
    const note = (values: Values, when?: SQL) =>
      db
        .update(marketplaceProducts)
        .set(values)
        .where(and(isOf(pair, startedAt), when));
    const finish = async (known: Values, result: Values) => {
      await note({ ...known, ...result, syncStartedAt: null }, eq(marketplaceProducts.syncStatus, updating));
      await note({ ...known, syncStartedAt: null });
    };
    const found = await readListing(db, pair, config);
    if (found?.stored.syncStartedAt?.toISOString() !== startedAt) return;
    const { stored, due, listing } = found;
    if (stored.syncStatus !== updating || due === null) return finish({}, { syncStatus: updatesPending });
    // Before it is sent: what got there although no answer came has to be withdrawn one day too.
    if (due === "publish") await note({ isPublished: true });
    try {
      const outcome = await channelTo(pair.marketplaceId)[due](listing, startedAt);
      await finish(
        outcome.isAccepted ? knownAfter(due, outcome.marketplaceSku) : { isPublished: stored.isPublished },
        resultOf(outcome),
      );
    } catch (failure) {
      if (isLastTry) await finish({}, resultOf({ isAccepted: false, reason: noAnswer }));
      throw failure;
    }
  };
}

function isOf(
  { productId, marketplaceId }: { productId: number; marketplaceId: number },
  startedAt: string,
): SQL | undefined {
  return and(
    eq(marketplaceProducts.productId, productId),
    eq(marketplaceProducts.marketplaceId, marketplaceId),
    eq(marketplaceProducts.syncStartedAt, new Date(startedAt)),
  );
}

function knownAfter(due: "publish" | "withdraw", marketplaceSku: string | undefined): Values {
  return { isPublished: due === "publish", ...(marketplaceSku === undefined ? {} : { marketplaceSku }) };
}

function resultOf(outcome: Outcome): Values {
  return outcome.isAccepted
    ? { syncStatus: inSync, syncError: null }
    : { syncStatus: error, syncError: outcome.reason };
}
