/** When a product on a marketplace can be synchronised manually. */
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";

interface Listing {
  /** `marketplaceStatuses`. */
  status?: number | null;
  /** `marketplaceSyncStatuses`. */
  syncStatus?: number | null;
}

const { pendingApproval, approved, disabled, internallyReviewed } = MarketplaceProductStatus;
const { updatesPending, updating, error } = MarketplaceSyncStatus;

/** True if the marketplace has the product or must remove it, and there are changes that it has not accepted yet. */
export function isSyncable({ status, syncStatus }: Listing): boolean {
  return (
    (status === approved || status === disabled) &&
    (syncStatus === updatesPending || syncStatus === updating || syncStatus === error)
  );
}

/** Changes are not sent before the listing is approved. */
export function isWaiting({ status, syncStatus }: Listing): boolean {
  return (status === pendingApproval || status === internallyReviewed) && syncStatus === updatesPending;
}

/** A running synchronisation prevents another one. */
export function isSyncing({ syncStatus }: Listing): boolean {
  return syncStatus === updating;
}
