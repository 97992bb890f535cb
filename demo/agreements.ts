import { eq } from "drizzle-orm";
import { storeAgreement } from "#api/areas/suppliers/agreement-file.ts";
import { isLink } from "#api/areas/suppliers/links.ts";
import type { Db } from "#api/core/database/connection.ts";
import { supplierMarketplaces, users } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { dayMs, hourMs } from "#contract/rules/dates.ts";
import { exclusive } from "#contract/rules/money.ts";
import type { Random } from "./random.ts";

type Agreement = typeof supplierMarketplaces.$inferInsert;

const { pending, active, disabled } = SupplierMarketplaceStatus;

/** The two suppliers with sign-in accounts show every state; only for them is it known who signed. */
const fixed: Record<number, readonly number[]> = { 1: [active, active, pending, disabled], 2: [active, pending] };

/** The first suppliers have documents. The others are taken to have agreed on paper. */
const withDocuments = 6;
const config = { gstRate: 0.1, timeZone: "Australia/Sydney", organisation: { name: "Countinghouse", logoId: null } };

interface Parts {
  supplierIds: readonly number[];
  marketplaceIds: readonly number[];
  /** By the supplier's id: the user who signs for it. */
  signers: ReadonlyMap<number, number>;
  /** Midnight, UTC. */
  today: Date;
}

export async function seedAgreements(db: Db, parts: Parts, random: Random): Promise<void> {
  const rows = makeAgreements(parts, random);
  await db.insert(supplierMarketplaces).values(rows);
  const documented = rows.filter(
    (row) => row.supplierId <= withDocuments && (row.status === pending || (row.status === active && row.agreedBy)),
  );
  for (const row of documented) await seedDocument(db, row, parts.today);
}

async function seedDocument(db: Db, row: Agreement, today: Date): Promise<void> {
  const [signer] = row.agreedBy ? await db.select().from(users).where(eq(users.id, row.agreedBy)) : [];
  const at = row.agreedAt ?? today;
  const signature = signer && { name: `${signer.givenName} ${signer.surname}`, email: signer.email, at };
  const agreementFileId = await storeAgreement({ db, files: databaseFiles, config, now: at }, row, signature);
  await db.update(supplierMarketplaces).set({ agreementFileId }).where(isLink(row));
}

function makeAgreements({ supplierIds, marketplaceIds, signers, today }: Parts, random: Random): Agreement[] {
  return supplierIds.flatMap((supplierId) => {
    const statuses = fixed[supplierId];
    const chosen = statuses
      ? marketplaceIds.slice(0, statuses.length)
      : random.some(marketplaceIds, random.pick([0, 1, 1, 2, 2, 3, 4]));
    return chosen.map((marketplaceId, i): Agreement => {
      const status = statuses?.[i] ?? random.pick([active, active, active, active, pending, disabled]);
      const hasReferrals = random.chance(0.25) || (supplierId === 1 && i === 0);
      return {
        supplierId,
        marketplaceId,
        status,
        commissionRate: random.between(60, 140) / 400,
        referralCostPerClick: hasReferrals ? exclusive(random.between(1, 6) / 4, config.gstRate) : null,
        ...(status === pending
          ? {}
          : {
              agreedAt: new Date(today.getTime() - random.between(10, 700) * dayMs + random.between(0, 9) * hourMs),
              agreedBy: signers.get(supplierId),
            }),
      };
    });
  });
}
