/** The job that synchronises a product with a marketplace. */
import { and, eq, type SQL } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { marketplaceProducts } from "#api/core/database/schema/index.ts";
import type { JobHandlers } from "#api/core/jobs/jobs.ts";
import { MarketplaceSyncStatus } from "#contract/enumerations.ts";
import type { Channel, ChannelListing, Outcome } from "./channel.ts";
import { type Found, readListing } from "./listing.ts";

const { inSync, updatesPending, updating, error } = MarketplaceSyncStatus;

export const noAnswer = "The marketplace did not answer. Please try again.";

interface Parts {
  database: Pick<Database, "db">;
  config: Pick<Config, "gstRate" | "cdnBaseUrl">;
  /** Called when a synchronisation has failed for good. */
  onFailure: (listing: ChannelListing) => Promise<void>;
  /** Called before a listing is published. */
  onPublish: (found: Found) => Promise<void>;
  channelTo: (marketplaceId: number) => Channel | Promise<Channel>;
}

type Values = Partial<typeof marketplaceProducts.$inferInsert>;

/**
 * Synchronises a listing. The sync status is set only if the listing has not changed meanwhile, so that a newer change
 * stays pending. What the marketplace now has, and that this synchronisation has ended, is stored in any case, because
 * the next one waits for it.
 */
export function synchronise({ database: { db }, config, onFailure, onPublish, channelTo }: Parts): JobHandlers["sync"] {
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
    // Stored before sending: a listing that arrived although the response was lost must be withdrawn later, too.
    if (due === "publish") {
      await note({ isPublished: true });
      await onPublish(found);
    }
    try {
      const channel = await channelTo(pair.marketplaceId);
      const outcome = await channel[due](listing, startedAt);
      await finish(
        outcome.isAccepted ? knownAfter(due, outcome.marketplaceSku) : { isPublished: stored.isPublished },
        resultOf(outcome),
      );
      if (!outcome.isAccepted) await onFailure(listing);
    } catch (failure) {
      if (isLastTry) {
        await finish({}, resultOf({ isAccepted: false, reason: noAnswer }));
        await onFailure(listing);
      }
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
