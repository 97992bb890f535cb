/**
 * The basis on which a marketplace sells: it buys from the supplier, or it is the supplier's agent. It follows from the
 * day of the order, and no order is moved from one to the other once it can be in a document.
 */
import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";
import { invoiceRows, marketplaces, orders } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { refuse } from "#api/core/refusals/refusal.ts";
import { dayOf, formatDay, formatPlainDay, startOfDay } from "#contract/rules/dates.ts";

/**
 * Whether the marketplace sells as an agent what is ordered at the moment.
 * @param timeZone IANA time zone of the days
 */
export const isAgentAt = (marketplaceId: AnyPgColumn, moment: AnyPgColumn, timeZone: string): SQL => sql`coalesce((
  select (${moment} at time zone ${timeZone})::date >= ${marketplaces.agentFrom} from ${marketplaces} where ${marketplaces.id} = ${marketplaceId}), false)`;

/** Whether a marketplace with this day sells as an agent what is ordered at the moment. */
const isAgentOn = (agentFrom: string | null, moment: Date, timeZone: string): boolean =>
  agentFrom !== null && dayOf(moment.toISOString(), timeZone) >= agentFrom;

interface Move {
  marketplaceId: number;
  from: string | null;
  to: string | null;
}

/**
 * Refuses to move the day across orders. The marketplace is locked, also against orders that are being placed.
 * @throws Refusal 422
 */
export async function assertNoOrderMoves({ db, config }: Pick<Context, "db" | "config">, move: Move): Promise<void> {
  const { timeZone } = config;
  const days = [move.from, move.to].filter((day) => day !== null).sort();
  const [first, end] = days.map((day) => new Date(startOfDay(day, timeZone)));
  const [moved] = await db
    .select({ count: sql`count(*)`.mapWith(Number), last: sql`max(${orders.orderedAt})`.mapWith(orders.orderedAt) })
    .from(orders)
    .where(
      and(
        eq(orders.marketplaceId, move.marketplaceId),
        first && gte(orders.orderedAt, first),
        end && lt(orders.orderedAt, end),
      ),
    );
  if (!moved || moved.count === 0) return;
  const last = formatDay(moved.last.toISOString(), timeZone);
  const many = moved.count === 1 ? "An order has" : `${moved.count.toLocaleString("en-AU")} orders have`;
  const isEarlier = move.to !== null && (move.from === null || move.to < move.from);
  refuse({
    AgentFrom: isEarlier
      ? `${many} been placed since ${formatPlainDay(move.to ?? "")}, the last on ${last}, on which the marketplace bought from its suppliers. Please choose a day after that.`
      : `${many} been placed on agent basis, the last on ${last}, which stays so. Please choose a day up to that of the first of them, or add a marketplace for what is sold on buyer basis.`,
  });
}

interface MovedOrder {
  id: number;
  marketplaceId: number;
  /** Of the order as it is stored, which is locked, and as it would be. */
  from: Date;
  to: Date;
}

/**
 * Refuses to date an order that is in a document to a day of the other basis, on which the document would be another.
 * @throws Refusal 422
 */
export async function assertSameBasis(
  { db, config }: Pick<Context, "config"> & { db: Db },
  { id, marketplaceId, from, to }: MovedOrder,
): Promise<void> {
  const [marketplace] = await db
    .select({ agentFrom: marketplaces.agentFrom })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId))
    // As by placing an order: the day does not change meanwhile.
    .for("key share");
  const agentFrom = marketplace?.agentFrom ?? null;
  const isMoved = isAgentOn(agentFrom, from, config.timeZone) !== isAgentOn(agentFrom, to, config.timeZone);
  const isInDocument = isMoved && (await db.$count(invoiceRows, eq(invoiceRows.orderId, id))) > 0;
  refuse({
    OrderDate:
      isInDocument &&
      `From ${formatPlainDay(agentFrom ?? "")} on the marketplace sells as agent of its suppliers. This order is in a document to its supplier already, so its date cannot move across that day.`,
  });
}
