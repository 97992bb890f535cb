/** The job that renews what suppliers of a marketplace have not agreed to yet, after its terms have changed. */
import { and, asc, eq } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import type { FileStore } from "#api/core/files/store.ts";
import type { JobHandlers } from "#api/core/jobs/jobs.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { offerCurrentTerms } from "./agreement-file.ts";
import { isLink, type LinkKey } from "./links.ts";

interface Parts {
  database: Pick<Database, "db" | "transaction">;
  config: Pick<Config, "gstRate" | "timeZone" | "organisation">;
  files: FileStore;
}

const isPending = eq(supplierMarketplaces.status, SupplierMarketplaceStatus.pending);

export function renewOffersOf({ database, config, files }: Parts): JobHandlers["offers"] {
  return async ({ marketplaceId }) => {
    const waiting = await database.db
      .select({ supplierId: supplierMarketplaces.supplierId })
      .from(supplierMarketplaces)
      .where(and(eq(supplierMarketplaces.marketplaceId, marketplaceId), isPending))
      .orderBy(asc(supplierMarketplaces.supplierId));
    for (const { supplierId } of waiting) {
      // One transaction each: a document takes a while, and nobody should wait for all of them.
      await database.transaction(async (db) => {
        const link = await lockedLink(db, { supplierId, marketplaceId });
        if (link) await offerCurrentTerms({ db, config, files, now: new Date() }, link);
      });
    }
  };
}

/** Returns the agreement if it still waits for the supplier, who is locked as by the commands about agreements. */
async function lockedLink(db: Db, key: LinkKey) {
  await db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, key.supplierId)).for("update");
  const [link] = await db
    .select()
    .from(supplierMarketplaces)
    .where(and(isLink(key), isPending));
  return link;
}
