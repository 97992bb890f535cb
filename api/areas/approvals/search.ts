/** Filters of listings. */
import { eq, inArray, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { isActive, isOfType } from "#api/areas/shared/product-filters.ts";
import { marketplaceProducts, products } from "#api/core/database/schema/index.ts";
import { contains } from "#api/core/lists/page-of.ts";
import type { approvalFilters } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus } from "#contract/enumerations.ts";

export const waitingStatuses = [
  MarketplaceProductStatus.pendingApproval,
  MarketplaceProductStatus.pendingReApproval,
] as const;

export type Filters = z.output<typeof approvalFilters>;

export function filtersOf({
  productName,
  showActiveOnly,
  showWaitingOnly,
  productTypeId,
  supplierId,
  marketplaceId,
  status,
}: Filters): (SQL | undefined)[] {
  return [
    contains(products.name, productName),
    showActiveOnly ? isActive : undefined,
    showWaitingOnly ? inArray(marketplaceProducts.status, [...waitingStatuses]) : undefined,
    productTypeId === undefined ? undefined : isOfType(productTypeId),
    supplierId === undefined ? undefined : eq(products.supplierId, supplierId),
    marketplaceId === undefined ? undefined : eq(marketplaceProducts.marketplaceId, marketplaceId),
    status === undefined ? undefined : eq(marketplaceProducts.status, status),
  ];
}
