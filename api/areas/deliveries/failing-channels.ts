/** Notifies people of marketplaces whose webhook has been failing for a while. */
import { and, inArray, isNull, lte } from "drizzle-orm";
import { claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { failingChannels, marketplaces } from "#api/core/database/schema/index.ts";
import { type Notifying, notify } from "#api/core/notifications/notify.ts";
import { usersWith } from "#api/core/notifications/people.ts";
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

/** Notifies those who can send again what failed, once for each outage. */
export async function notifyOfFailingChannels(
  { database, ...parts }: Omit<Notifying, "db"> & { database: Pick<Database, "transaction"> },
  now: Date,
): Promise<void> {
  await database.transaction(async (db) => {
    const failing = await claimDue(db, failingChannels, {
      due: and(isNull(failingChannels.toldAt), lte(failingChannels.since, longOutageSince(now))),
      first: failingChannels.marketplaceId,
      lease: { toldAt: now },
    });
    for (const { id, name } of await namesOf(db, failing)) {
      await notify({ db, ...parts }, await usersWith(db, "Administrator", "Operator"), {
        kind: "unreachable",
        title: `${name} has not taken what happened to its orders and products for an hour`,
        path: `/settings/deliveries?marketplaceId=${id}&state=failing`,
        topic: `deliveries to marketplace ${id}`,
      });
    }
  });
}
