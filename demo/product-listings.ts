import { builtInSku } from "#api/areas/channels/built-in.ts";
import { noAnswer } from "#api/areas/channels/synchronise.ts";
import type { marketplaceProducts, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { dayMs } from "#contract/rules/dates.ts";
import type { DemoProduct } from "./product-rows.ts";
import type { Random } from "./random.ts";

type Listing = typeof marketplaceProducts.$inferInsert;
type Agreement = typeof supplierMarketplaces.$inferSelect;

const { pendingApproval, approved, pendingReApproval, disabled, internallyReviewed } = MarketplaceProductStatus;
const { inSync, updatesPending, updating, error } = MarketplaceSyncStatus;

/** Lists nearly every product where the supplier has an agreement that has begun; most are approved. */
export function listingsOfProduct(
  { row, lacks }: DemoProduct,
  agreements: readonly Agreement[],
  today: Date,
  random: Random,
): Listing[] {
  const begun = agreements.filter(({ status }) => status !== SupplierMarketplaceStatus.pending);
  return begun.flatMap(({ marketplaceId, status: ofAgreement }) => {
    if (random.chance(0.04)) return [];
    const status =
      ofAgreement === SupplierMarketplaceStatus.disabled ? disabled : statusOf(lacks !== undefined, random);
    const isKnown = status === approved || status === pendingReApproval || status === disabled;
    const since = random.between(1, 2);
    const sync = syncOf(status, lacks, random);
    return [
      {
        productId: row.id,
        marketplaceId,
        status,
        disableReason:
          status === disabled && ofAgreement !== SupplierMarketplaceStatus.disabled
            ? reasons[row.id % reasons.length]
            : null,
        ...sync,
        marketplaceSku: isKnown ? builtInSku(marketplaceId, row.id) : null,
        isPublished: isKnown && !row.isDisabled && sync.syncStatus !== (status === disabled ? inSync : error),
        availableFrom: isKnown ? new Date(row.createdAt.getTime() + since * dayMs) : null,
        availableTo:
          isKnown && random.chance(0.05) ? new Date(today.getTime() + random.between(10, 200) * dayMs) : null,
        approvedBy: isKnown ? 2 : null,
        createdAt: row.createdAt,
      },
    ];
  });
}

/** Reasons for disabling a listing. */
const reasons = [
  "The first picture shows a watermark. Please replace it with one without.",
  "The description promises delivery dates. Please leave them to the shipping notes.",
  "The material is missing. Customers ask for it before they order.",
];

function statusOf(isIncomplete: boolean, random: Random): number {
  if (isIncomplete) return random.pick([pendingApproval, approved, internallyReviewed]);
  return random.pick([
    approved,
    approved,
    approved,
    approved,
    approved,
    approved,
    approved,
    pendingApproval,
    pendingReApproval,
    internallyReviewed,
    disabled,
  ]);
}

/** A listing that awaits approval awaits synchronisation as well. */
function syncOf(
  status: number,
  lacks: string | undefined,
  random: Random,
): Pick<Listing, "syncStatus" | "syncError" | "syncStartedAt"> {
  if (status !== approved && status !== disabled) return { syncStatus: updatesPending };
  if (status === approved && lacks) return { syncStatus: error, syncError: `It has no ${lacks}.` };
  if (status === approved && random.chance(0.02)) return { syncStatus: error, syncError: noAnswer };
  if (random.chance(0.01)) return { syncStatus: updating, syncStartedAt: new Date() };
  return { syncStatus: random.chance(0.1) ? updatesPending : inSync };
}
