/** When a product on a marketplace may be synchronised by hand. */
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";

interface Listing {
  /** `marketplaceStatuses`. */
  status?: number | null;
  /** `marketplaceSyncStatuses`. */
  syncStatus?: number | null;
}

const { pendingApproval, approved, disabled, internallyReviewed } = MarketplaceProductStatus;
const { updatesPending, updating, error } = MarketplaceSyncStatus;

/** The marketplace knows of it, or has to forget it; and there is something that it was not told, or that it refused. */
export function isSyncable({ status, syncStatus }: Listing): boolean {
  return (
    (status === approved || status === disabled) &&
    (syncStatus === updatesPending || syncStatus === updating || syncStatus === error)
  );
}

/** Nothing is sent before somebody approves it, whatever has changed. */
export function isWaiting({ status, syncStatus }: Listing): boolean {
  return (status === pendingApproval || status === internallyReviewed) && syncStatus === updatesPending;
}

/** A synchronisation that is running keeps another one from beginning. */
export function isSyncing({ syncStatus }: Listing): boolean {
  return syncStatus === updating;
}
