import { and, eq, gt } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { products, referralClicks, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { insertMany } from "./insert-many.ts";
import type { Random } from "./random.ts";

const days = 75;

/** Clicks of the last weeks on referral products, on marketplaces whose agreements charge for them. */
export async function seedReferrals(db: Db, today: Date, random: Random): Promise<void> {
  const isPaid = and(
    eq(supplierMarketplaces.supplierId, products.supplierId),
    eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active),
    gt(supplierMarketplaces.referralCostPerClick, 0),
  );
  const listed = await db
    .select({
      productId: products.id,
      supplierId: products.supplierId,
      marketplaceId: supplierMarketplaces.marketplaceId,
      cost: supplierMarketplaces.referralCostPerClick,
    })
    .from(products)
    .innerJoin(supplierMarketplaces, isPaid)
    .where(and(eq(products.isReferralProduct, true), eq(products.isDisabled, false)))
    .orderBy(products.id, supplierMarketplaces.marketplaceId);
  const clicks = listed.flatMap(({ cost, ...of }) =>
    Array.from({ length: random.between(0, 40) }, () => ({
      ...of,
      cost: cost ?? 0,
      clickedAt: new Date(today.getTime() - random.between(1, days * 24 * 60) * 60_000),
      visitor: random.digits(12),
    })),
  );
  if (clicks.length > 0) await insertMany(db, referralClicks, clicks);
}
