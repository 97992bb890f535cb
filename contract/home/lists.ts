/** The filters with which a list shows the records that are counted on the home page. */
import { MarketplaceProductStatus } from "#contract/enumerations.ts";
import type { Waiting, WaitingKind } from "./schema.ts";

type Filters = Record<string, string>;

const outstanding = { outstandingOrdersOnly: "true" };
const active = { hideVariants: "true", showActiveOnly: "true" };
const problems = { ...active, showProblemProductsOnly: "true" };
const approvals = (status: number) => (marketplaceId: number) => ({
  showActiveOnly: "true",
  marketplaceId: String(marketplaceId),
  status: String(status),
});

/** The approvals of all marketplaces, new and resubmitted. */
export const waitingApprovals: Filters = { showActiveOnly: "true", showWaitingOnly: "true" };

const filters = {
  ordersWithoutSupplier: { ...outstanding, onlyShowProductsWithNoSupplier: "true" },
  ordersLate: { ...outstanding, shipBy: "late" },
  ordersDueToday: { ...outstanding, shipBy: "today" },
  approvals: approvals(MarketplaceProductStatus.pendingApproval),
  approvalsAgain: approvals(MarketplaceProductStatus.pendingReApproval),
  problemProducts: problems,
  failedSyncs: { ...problems, failedSyncOnly: "true" },
  failingDeliveries: (marketplaceId: number) => ({ state: "failing", marketplaceId: String(marketplaceId) }),
  // The page of the marketplace's shop.
  shopOrders: {},
  applications: { status: "received" },
  agreementsEnding: { agreementEndsSoon: "true" },
  bankDetails: { bankDetailsToConfirm: "true" },
  queriedInvoices: { queriedOnly: "true" },
  invoicesNotIssuable: { notIssuableOnly: "true", unpaidOnly: "true" },
  paymentsToRelease: { toReleaseOnly: "true" },
  // These have a page of their own.
  invoicesToNotify: {},
  orderImports: {},
  productImports: {},
  categoryImports: {},
} satisfies Record<WaitingKind, Filters | ((marketplaceId: number) => Filters)>;

/** Returns the query parameters of the list, which are those of its operation as well. */
export function filtersFor({ kind, marketplace }: Pick<Waiting, "kind" | "marketplace">): Filters {
  const own: Filters | ((marketplaceId: number) => Filters) = filters[kind];
  return typeof own === "function" ? own(marketplace?.id ?? 0) : own;
}
