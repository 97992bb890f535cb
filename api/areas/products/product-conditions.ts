/** Product facts from other tables, for queries of products. */
import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaceProducts, products, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";

/** The supplier has an active agreement with paid referral clicks. */
export function hasReferralAgreement(db: Db): SQL<boolean> {
  const paid = db
    .select()
    .from(supplierMarketplaces)
    .where(
      and(
        eq(supplierMarketplaces.supplierId, products.supplierId),
        eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active),
        gt(supplierMarketplaces.referralCostPerClick, 0),
      ),
    );
  return sql<boolean>`exists ${paid}`;
}

/** The product is approved on a marketplace, or awaits renewed approval there. */
export function isApprovedSomewhere(db: Db): SQL<boolean> {
  const { approved, pendingReApproval } = MarketplaceProductStatus;
  const listings = db
    .select()
    .from(marketplaceProducts)
    .where(
      and(
        eq(marketplaceProducts.productId, products.id),
        inArray(marketplaceProducts.status, [approved, pendingReApproval]),
      ),
    );
  return sql<boolean>`exists ${listings}`;
}
