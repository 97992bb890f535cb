/** Notifies people of marketplaces whose webhook has been failing for a while. */
import { and, isNull, lte } from "drizzle-orm";
import { claimDue } from "#api/core/database/claim-due.ts";
import type { Database } from "#api/core/database/connection.ts";
import { failingChannels } from "#api/core/database/schema/index.ts";
import { type Notifying, notify } from "#api/core/notifications/notify.ts";
import { usersWith } from "#api/core/notifications/people.ts";
import { longOutageSince, namesOf } from "#api/core/outbox/outages.ts";

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
