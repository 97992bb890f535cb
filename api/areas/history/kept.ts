/** Describes the changes that an undo does not put back, for the user. */
import { desc, eq, sql } from "drizzle-orm";
import { historyRows } from "#api/areas/history/history-rows.ts";
import type { Db } from "#api/core/database/connection.ts";
import { changes, users } from "#api/core/database/schema/index.ts";
import { knownNames, unnamedOperator } from "#api/core/history/known-names.ts";
import { rowOf, type StoredChange } from "#api/core/history/put-back.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { HistoryRow } from "#contract/history/schema.ts";
import { mostKept } from "#contract/history/undo.ts";
import { formatMoment } from "#contract/rules/moments.ts";

type Work = Pick<Context, "db" | "caller" | "config">;

/**
 * Names what stays as it is, with both values, and who has changed it since.
 * @param isNamed whether the sentences begin with the name of the record
 */
export async function describeKept(work: Work, kept: readonly StoredChange[], isNamed = false): Promise<string[]> {
  const named = kept.slice(0, mostKept);
  const rows = await historyRows(work, await Promise.all(named.map((change) => asItIs(work.db, change))));
  const later = await Promise.all(named.map((change) => changedSince(work, change)));
  return rows.map(({ recordName, part, fields, kind }, i) => {
    const what = [isNamed ? recordName : "", part].filter(Boolean).join(", ");
    const labels = kind === "changed" ? fields.map((field) => withValues(field, work)).join(", ") : "";
    const subject = [what, labels].filter(Boolean).join(": ") || "It";
    return `${subject} ${later[i] ?? "is no longer as it was left, or is in use now"}.`;
  });
}

/** The change with the present values in place of those that it left. */
async function asItIs(db: Db, change: StoredChange): Promise<StoredChange> {
  if (change.kind !== "changed") return change;
  const now = await rowOf(db, change);
  const after = Object.fromEntries(Object.keys(change.after ?? {}).map((name) => [name, now?.[name] ?? null]));
  return { ...change, after };
}

function withValues({ label, before, after, isMoment }: HistoryRow["fields"][number], { config }: Work): string {
  const text = (value: string | null) => {
    if (value === null) return "empty";
    return isMoment ? formatMoment(value, config.timeZone) : value;
  };
  return `${label} (now ${text(after)}, before ${text(before)})`;
}

async function changedSince(work: Work, change: StoredChange): Promise<string | undefined> {
  const fields = Object.keys(change.before ?? {});
  const [since] = await work.db
    .select()
    .from(changes)
    .where(
      sql`${changes.record} = ${change.record} and ${changes.recordId} = ${change.recordId}
        and ${changes.tableName} = ${change.tableName} and ${changes.key} = ${JSON.stringify(change.key)}::jsonb
        and ${changes.id} > ${change.id}`,
    )
    // A change of other fields may also be the reason, such as a cancellation.
    .orderBy(
      desc(sql`${changes.kind} <> 'changed' or jsonb_exists_any(${changes.after}, ${sql.param(fields)}::text[])`),
      desc(changes.id),
    )
    .limit(1);
  if (!since) return undefined;
  const who = (await nameOf(work, since)) ?? "the system";
  return `was changed by ${who} on ${formatMoment(since.at.toISOString(), work.config.timeZone)}`;
}

/** Returns the name of the person who made a change, as far as the caller may know it. */
export async function nameOf(
  { db, caller }: Pick<Work, "db" | "caller">,
  { userId, ...about }: Pick<StoredChange, "userId" | "record" | "recordId">,
): Promise<string | null> {
  if (userId === null) return null;
  const isKnown = await knownNames(db, caller, [about], [userId]);
  if (!isKnown(about, userId)) return unnamedOperator;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user ? `${user.givenName} ${user.surname}`.trim() : `No. ${userId}`;
}
