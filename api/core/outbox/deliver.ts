/**
 * Sends the events of the outbox. Any number of API processes may send at once: a delivery is claimed for a while, and
 * is the first open one of its order or product, so that these arrive in their order and each is sent by one process at
 * a time. A delivery whose process died is sent again by another one, so receivers may get it twice.
 */
import { and, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { chosenOnce, claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { withRetry } from "#api/core/database/retry.ts";
import { deliveries, failingChannels, marketplaces } from "#api/core/database/schema/index.ts";
import { onEvents, wakeDeliverers } from "#api/core/outbox/outbox.ts";
import type { Schedule } from "#api/core/schedules/schedules.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { printable } from "#contract/rules/printable.ts";

/** The result of sending an event. */
export interface Sent {
  headers: Record<string, string>;
  /** Null if nothing answered. */
  status: number | null;
  answer: string;
  /** Why it failed; empty if it was accepted. */
  failure: string;
}

/**
 * Sends an event to its marketplace, by whichever channel that has. Undefined: it has none any more.
 * @param patienceMs milliseconds to wait for an answer
 */
export type SendEvent = (
  event: { marketplaceId: number; body: string },
  patienceMs?: number,
) => Promise<Sent | undefined>;

interface Parts {
  database: Database;
  send: SendEvent;
  log: FastifyBaseLogger;
  /** Milliseconds to wait for an answer. */
  patienceMs?: number;
}

/** Deliveries that one process sends to one marketplace at a time, and to one that has been failing. */
const atOnce = 8;
const atOnceFailing = 1;
/** Longer than a delivery may take, with the pauses of a database outage. */
const claimMs = 60_000;
const firstPauseMs = 10_000;
const longestPauseMs = 3_600_000;
/**
 * A marketplace that has failed for this long is sent everything that waits as soon as it answers again. Not sooner,
 * because one event that is refused among others that are taken would be sent again with each of them.
 */
const outageMs = firstPauseMs;
/** While a marketplace fails, one of its deliveries is tried this often, however long their own pauses are. */
const probeMs = 30_000;
const longestAnswer = 2_000;

/** The pause (ms) after this number of failed attempts: 10 s, 20 s, 40 s … and at last an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestPauseMs);

type Claimed = Pick<
  typeof deliveries.$inferSelect,
  "id" | "marketplaceId" | "subject" | "body" | "attempts" | "giveUpAt" | "claimedUntil"
>;

export const isOpen: SQL = sql`${deliveries.state} in ('waiting', 'failing')`;

export interface Deliverer {
  /** Claims what is due and begins to send it. Returns how many that are. */
  begin(now: Date): Promise<number>;
  /** Waits for everything that is being sent. */
  settle(): Promise<void>;
}

export function deliverer(parts: Parts): Deliverer {
  const sending = new Map<Promise<void>, number>();
  return {
    async begin(now) {
      const claimed = await claim(parts.database.db, busyOf([...sending.values()]), now);
      for (const delivery of claimed) {
        const work: Promise<void> = sendOne(parts, delivery, now).finally(() => {
          sending.delete(work);
          wakeDeliverers();
        });
        sending.set(work, delivery.marketplaceId);
      }
      return claimed.length;
    },
    async settle() {
      while (sending.size > 0) await Promise.all(sending.keys());
    },
  };
}

/** Sends at once what this process has committed, and every second what others have. */
export const deliverySchedule = ({ begin, settle }: Deliverer): Schedule => ({
  name: "events",
  what: "Sends what has happened to the webhooks and shops of marketplaces, also as soon as it has happened.",
  everyMs: 1_000,
  isApart: true,
  run: begin,
  onWork: onEvents,
  settle,
});

function busyOf(marketplaceIds: readonly number[]): Record<string, number> {
  const busy: Record<string, number> = {};
  for (const id of marketplaceIds) busy[id] = (busy[id] ?? 0) + 1;
  return busy;
}

function claim(db: Db, busy: Record<string, number>, now: Date): Promise<Claimed[]> {
  const probed = new Date(now.getTime() - probeMs);
  const chosen = chosenOnce(sql`
    select waiting.id from ${marketplaces} as shop
      left join ${failingChannels} as failing on failing.marketplace_id = shop.id
      cross join lateral (
        select failing.since <= ${probed} and not exists (
          select 1 from ${deliveries} as tried
          where tried.marketplace_id = shop.id and tried.state in ('waiting', 'failing') and tried.last_attempt_at > ${probed}) as is_probed
      ) as probe
      cross join lateral (
        select own.id from ${deliveries} as own
        where own.marketplace_id = shop.id and own.state in ('waiting', 'failing')
          and (own.next_attempt_at <= ${now} or probe.is_probed) and (own.claimed_until is null or own.claimed_until <= ${now})
          and not exists (
            select 1 from ${deliveries} as earlier
            where earlier.marketplace_id = own.marketplace_id and earlier.subject = own.subject
              and earlier.id < own.id and earlier.state in ('waiting', 'failing'))
        order by own.next_attempt_at, own.id
        limit greatest(0, case when failing.marketplace_id is null then ${atOnce}::int else ${atOnceFailing}::int end
          - coalesce((${JSON.stringify(busy)}::jsonb ->> shop.id::text)::int, 0))
      ) as waiting`);
  const isFree = or(isNull(deliveries.claimedUntil), lte(deliveries.claimedUntil, now));
  return claimDue(db, deliveries, {
    due: and(isOpen, isFree, inArray(deliveries.id, chosen)),
    first: deliveries.id,
    lease: {
      claimedUntil: new Date(now.getTime() + claimMs),
      attempts: sql`${deliveries.attempts} + 1`,
      lastAttemptAt: now,
    },
  });
}

async function sendOne(parts: Parts, delivery: Claimed, now: Date): Promise<void> {
  const { database, send, log, patienceMs } = parts;
  try {
    const sent = await send(delivery, patienceMs);
    await withRetry(["away", "busy"], reportingPauses, () =>
      database.transaction((db) => storeResult(db, delivery, sent, now)),
    );
  } catch (error) {
    // It is sent again when the claim has ended.
    log.error({ err: error, delivery: delivery.id }, "the result of a delivery was not stored");
  }
}

/** Milliseconds. */
const reportingPauses = [200, 500, 1_000, 2_000];

/** Stores what happened, unless another process has claimed the delivery since. */
async function storeResult(db: Db, delivery: Claimed, sent: Sent | undefined, now: Date): Promise<void> {
  const isOurs = and(eq(deliveries.id, delivery.id), eq(deliveries.claimedUntil, delivery.claimedUntil as Date));
  const stored = await db
    .update(deliveries)
    .set({ ...resultOf(delivery, sent, now), claimedUntil: null })
    .where(isOurs)
    .returning({ state: deliveries.state, nextAttemptAt: deliveries.nextAttemptAt });
  const [{ state, nextAttemptAt } = { state: undefined, nextAttemptAt: now }] = stored;
  if (state === undefined) return;
  // Deliveries that follow it wait with it, so that they are not examined again and again.
  const following = and(
    eq(deliveries.marketplaceId, delivery.marketplaceId),
    eq(deliveries.subject, delivery.subject),
    gt(deliveries.id, delivery.id),
    eq(deliveries.state, "waiting"),
  );
  const next = state === "failing" ? nextAttemptAt : now;
  await db
    .update(deliveries)
    .set({ nextAttemptAt: next })
    .where(and(following, ne(deliveries.nextAttemptAt, next)));
  if (!sent) return;
  if (state === "sent") await endOutage(db, delivery.marketplaceId, now);
  else
    await db
      .insert(failingChannels)
      .values({ marketplaceId: delivery.marketplaceId, since: now })
      .onConflictDoNothing();
}

type Result = Partial<typeof deliveries.$inferInsert>;

function resultOf({ attempts, giveUpAt }: Claimed, sent: Sent | undefined, now: Date): Result {
  if (!sent) return { state: "givenUp", failure: "This marketplace no longer has a webhook or a shop." };
  const last = {
    requestHeaders: sent.headers,
    answerStatus: sent.status,
    answerBody: printable(sent.answer).slice(0, longestAnswer),
    failure: sent.failure,
  };
  if (sent.failure === "") return { ...last, state: "sent" };
  if (now >= giveUpAt) return { ...last, state: "givenUp" };
  const next = Math.min(now.getTime() + pauseAfter(attempts), giveUpAt.getTime());
  return { ...last, state: "failing", nextAttemptAt: new Date(next) };
}

async function endOutage(db: Db, marketplaceId: number, now: Date): Promise<void> {
  const [failed] = await db
    .delete(failingChannels)
    .where(eq(failingChannels.marketplaceId, marketplaceId))
    .returning({ since: failingChannels.since });
  if (!failed || now.getTime() - failed.since.getTime() < outageMs) return;
  await db
    .update(deliveries)
    .set({ nextAttemptAt: now })
    .where(and(eq(deliveries.marketplaceId, marketplaceId), isOpen, gt(deliveries.nextAttemptAt, now)));
}

/** Deletes what is older than `days`, also if it was never sent. */
export async function deleteExpiredDeliveries({ db }: Pick<Database, "db">, days: number, now: Date): Promise<void> {
  await db.delete(deliveries).where(lt(deliveries.createdAt, new Date(now.getTime() - days * dayMs)));
}
