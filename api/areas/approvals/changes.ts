/** The decisions about a product on a marketplace, used for one listing or for many. */
import { eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaceProducts } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";
import { marketplaceMessages } from "#contract/marketplaces/schema.ts";
import type { Listing } from "./policy.ts";
import { waitingStatuses } from "./search.ts";

const { approved, disabled, internallyReviewed } = MarketplaceProductStatus;

interface Period {
  from: Date;
  /** Null: no end date. */
  to: Date | null;
}

/** @throws Refusal 409 */
export async function approve(
  { db, caller }: Pick<Context, "db" | "caller">,
  listing: Listing,
  { from, to }: Period,
): Promise<void> {
  if (listing.isProductDisabled) throw conflict("This product is disabled. Activate it before approving it.");
  if (listing.isMarketplaceDisabled) throw conflict(marketplaceMessages.notActive);
  if (!listing.isAgreed) throw conflict("The supplier of this product has no active agreement with this marketplace.");
  await update(db, listing, {
    status: approved,
    approvedBy: caller.userId,
    availableFrom: from,
    availableTo: to,
    disableReason: null,
    ...toSync,
  });
}

/**
 * Disables the listing.
 * @param reason shown to the supplier; if empty, a listing that is disabled already keeps its reason
 * @returns false if nothing changed
 */
export async function disable({ db }: Pick<Context, "db">, listing: Listing, reason: string): Promise<boolean> {
  const isDisabled = listing.status === disabled;
  const disableReason = reason || (isDisabled ? listing.disableReason : null);
  if (isDisabled && listing.disableReason === disableReason) return false;
  await update(db, listing, { status: disabled, disableReason, ...toSync });
  return true;
}

const waiting: ReadonlySet<number> = new Set(waitingStatuses);

export const isWaiting = ({ status }: Listing): boolean => waiting.has(status);

/** @throws Refusal 409 */
export async function markAsReviewed({ db }: Pick<Context, "db">, listing: Listing): Promise<void> {
  if (!isWaiting(listing)) {
    throw conflict("Only a product waiting for approval can be marked as internally reviewed.");
  }
  await update(db, listing, { status: internallyReviewed, disableReason: null });
}

/** The marketplace is updated in the background. */
const toSync = { syncStatus: MarketplaceSyncStatus.updatesPending };

async function update(
  db: Db,
  { id }: Listing,
  values: Partial<typeof marketplaceProducts.$inferInsert>,
): Promise<void> {
  await db.update(marketplaceProducts).set(values).where(eq(marketplaceProducts.id, id));
}
