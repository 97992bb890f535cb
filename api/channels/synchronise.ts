/** One synchronisation of a product with a marketplace, as a job. */
import { and, eq } from "drizzle-orm";
import { MarketplaceSyncStatus } from "../../contract/enumerations.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connection.ts";
import { marketplaceProducts } from "../database/schema/index.ts";
import type { JobHandlers } from "../jobs/jobs.ts";
import type { Channel, Outcome } from "./channel.ts";
import { type Found, readListing } from "./listing.ts";

const { inSync, updating, error } = MarketplaceSyncStatus;

export const noAnswer = "The marketplace did not answer. Please try again.";

interface Parts {
  database: Pick<Database, "db">;
  config: Pick<Config, "gstRate" | "cdnBaseUrl">;
  channelTo: (marketplaceId: number) => Channel;
}

/** What was changed meanwhile is not overwritten: only the synchronisation that is running notes how it ended. */
export function synchronise({ database: { db }, config, channelTo }: Parts): JobHandlers["sync"] {
  return async ({ startedAt, ...pair }, { isLastTry }) => {
    const isRunning = ({ stored }: Found) => stored.syncStatus === updating && stored.syncStartedAt?.toISOString() === startedAt;
    const finish = async (outcome: Outcome) => {
      await db
        .update(marketplaceProducts)
        .set(resultOf(outcome))
        .where(
          and(
            eq(marketplaceProducts.productId, pair.productId),
            eq(marketplaceProducts.marketplaceId, pair.marketplaceId),
            eq(marketplaceProducts.syncStatus, updating),
            eq(marketplaceProducts.syncStartedAt, new Date(startedAt)),
          ),
        );
    };
    const found = await readListing(db, pair, config);
    if (!found || !isRunning(found)) return;
    try {
      const channel = channelTo(pair.marketplaceId);
      await finish(await (found.isSold ? channel.publish(found.listing) : channel.withdraw(found.listing)));
    } catch (failure) {
      if (isLastTry) await finish({ isAccepted: false, reason: noAnswer });
      throw failure;
    }
  };
}

function resultOf(outcome: Outcome): Partial<typeof marketplaceProducts.$inferInsert> {
  if (!outcome.isAccepted) return { syncStatus: error, syncError: outcome.reason, syncStartedAt: null };
  const { marketplaceSku } = outcome;
  return { syncStatus: inSync, syncError: null, syncStartedAt: null, ...(marketplaceSku === undefined ? {} : { marketplaceSku }) };
}
