import type { supplierMarketplaces } from "../api/database/schema/index.ts";
import { SupplierMarketplaceStatus } from "../contract/enumerations.ts";
import type { Random } from "./random.ts";

type Agreement = typeof supplierMarketplaces.$inferInsert;

const { pending, active, disabled } = SupplierMarketplaceStatus;
const dayMs = 24 * 60 * 60 * 1000;

/** The two suppliers whose staff can sign in show every state; who signed is known for them alone. */
const fixed: Record<number, readonly number[]> = { 1: [active, active, pending, disabled], 2: [active, pending] };

interface Parts {
  supplierIds: readonly number[];
  marketplaceIds: readonly number[];
  /** By supplier's id: the user who signs for it. */
  signers: ReadonlyMap<number, number>;
  /** Midnight, UTC. */
  today: Date;
}

export function makeAgreements({ supplierIds, marketplaceIds, signers, today }: Parts, random: Random): Agreement[] {
  return supplierIds.flatMap((supplierId) => {
    const statuses = fixed[supplierId];
    const chosen = statuses ? marketplaceIds.slice(0, statuses.length) : random.some(marketplaceIds, random.pick([0, 1, 1, 2, 2, 3, 4]));
    return chosen.map((marketplaceId, i): Agreement => {
      const status = statuses?.[i] ?? random.pick([active, active, active, active, pending, disabled]);
      const hasReferrals = random.chance(0.25) || (supplierId === 1 && i === 0);
      return {
        supplierId,
        marketplaceId,
        status,
        commissionRate: random.between(60, 140) / 400,
        referralCostPerClick: hasReferrals ? random.between(1, 6) / 4 : null,
        ...(status === pending
          ? {}
          : { agreedAt: new Date(today.getTime() - random.between(10, 700) * dayMs + random.between(0, 9) * 3_600_000), agreedBy: signers.get(supplierId) }),
      };
    });
  });
}
