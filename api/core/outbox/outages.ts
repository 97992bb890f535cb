/** Marketplaces whose webhook or shop does not answer for long. */
import { inArray } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaces } from "#api/core/database/schema/index.ts";
import { hourMs } from "#contract/rules/dates.ts";

/** Webhooks that have been failing since then, or longer, are reported to people. */
export const longOutageSince = (now: Date): Date => new Date(now.getTime() - hourMs);

/** Returns the marketplaces of these rows, in the order of their ids. */
export const namesOf = (db: Db, rows: readonly { marketplaceId: number }[]): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: marketplaces.id, name: marketplaces.name })
    .from(marketplaces)
    .where(
      inArray(
        marketplaces.id,
        rows.map(({ marketplaceId }) => marketplaceId),
      ),
    )
    .orderBy(marketplaces.id);
