/** Notifies people of marketplaces whose webhook has been failing for a while. */
import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database } from "#api/core/database/connection.ts";
import { failingChannels, marketplaces } from "#api/core/database/schema/index.ts";
import { type Notifying, notify } from "#api/core/notifications/notify.ts";
import { usersWith } from "#api/core/notifications/people.ts";

const hour = 3_600_000;

/** Webhooks that have been failing since then, or longer, are reported to people. */
export const longOutageSince = (now: Date): Date => new Date(now.getTime() - hour);

/** Notifies those who can send again what failed, once for each outage. */
export async function notifyOfFailingChannels(
  { database, ...parts }: Omit<Notifying, "db"> & { database: Pick<Database, "transaction"> },
  now: Date,
): Promise<void> {
  await database.transaction(async (db) => {
    const failing = await db
      .select({ id: marketplaces.id, name: marketplaces.name })
      .from(failingChannels)
      .innerJoin(marketplaces, eq(marketplaces.id, failingChannels.marketplaceId))
      .where(and(isNull(failingChannels.toldAt), lte(failingChannels.since, longOutageSince(now))))
      .for("update", { of: failingChannels, skipLocked: true });
    for (const { id, name } of failing) {
      await notify({ db, ...parts }, await usersWith(db, "Administrator", "Operator"), {
        kind: "unreachable",
        title: `${name} has not taken what happened to its orders and products for an hour`,
        path: `/settings/deliveries?marketplaceId=${id}&state=failing`,
        topic: `deliveries to marketplace ${id}`,
      });
      await db.update(failingChannels).set({ toldAt: now }).where(eq(failingChannels.marketplaceId, id));
    }
  });
}
