import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { afterCommit } from "#api/core/database/connection.ts";
import { deliveries } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { wakeDeliverers } from "#api/core/outbox/outbox.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import { deliveryHours } from "#contract/deliveries/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { hourMs } from "#contract/rules/dates.ts";

type Deliveries = Operations["deliveries"];

/** As if it was new. */
const anew = ({ now }: Context) => ({
  state: "waiting" as const,
  attempts: 0,
  nextAttemptAt: now,
  giveUpAt: new Date(now.getTime() + deliveryHours * hourMs),
  claimedUntil: null,
});

export const sendAgain: Handler<Deliveries["sendAgain"]> = async ({ DeliveryId }, context) => {
  const { db, now } = context;
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, DeliveryId)).for("update");
  if (!delivery) throw notFound("This delivery");
  if (delivery.claimedUntil && delivery.claimedUntil > now)
    throw conflict("This is being sent at the moment. Please reload the page to see the result.");
  await db.update(deliveries).set(anew(context)).where(eq(deliveries.id, DeliveryId));
  afterCommit(wakeDeliverers);
  return null;
};

export const sendFailed: Handler<Deliveries["sendFailed"]> = async ({ MarketplaceId }, context) => {
  const { db, now } = context;
  const failed = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.state, ["failing", "givenUp"]),
        sql`${deliveries.state} <> 'sent'`,
        MarketplaceId === null ? undefined : eq(deliveries.marketplaceId, MarketplaceId),
        or(isNull(deliveries.claimedUntil), lte(deliveries.claimedUntil, now)),
      ),
    )
    .orderBy(deliveries.id)
    .for("update", { skipLocked: true });
  const again = await db
    .update(deliveries)
    .set(anew(context))
    .where(inArray(deliveries.id, failed))
    .returning({ id: deliveries.id });
  afterCommit(wakeDeliverers);
  return again.length;
};
