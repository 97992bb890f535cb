/** For queries of products: what other tables say about the row. */
import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { MarketplaceProductStatus, SupplierMarketplaceStatus } from "../../../contract/enumerations.ts";
import type { Db } from "../../database/connection.ts";
import { marketplaceProducts, products, supplierMarketplaces } from "../../database/schema/index.ts";

/** The supplier has an active agreement in which clicks are paid for. */
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

/** Approved on a marketplace, or waiting there to be approved again. */
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
