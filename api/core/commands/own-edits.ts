/** Edits of somebody who saves the same form again, for example after Back. */
import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { commands } from "#api/core/database/schema/index.ts";
import { afterOwnEdit, readShown } from "#contract/rules/edits.ts";

interface Edit {
  readonly Shown?: unknown;
  readonly After?: unknown;
}

/**
 * Returns the command as if its form had shown what its sender has saved from it before (`After`), so that nobody
 * conflicts with themselves.
 * @param name of the operation
 */
export async function withOwnEdits<Sent extends Record<string, unknown> & Edit>(
  db: Db,
  name: string,
  { userId }: Pick<Caller, "userId">,
  sent: Sent,
): Promise<Sent> {
  const { Shown, After } = sent;
  if (typeof Shown !== "string" || typeof After !== "string") return sent;
  const input = await ownEarlier(db, name, { userId }, After);
  if (typeof input?.Shown !== "string") return sent;
  return { ...sent, Shown: afterOwnEdit(sent, readShown(Shown), { input, shown: readShown(input.Shown) }) };
}

interface RowEdit {
  readonly Shown?: string | undefined;
}

/**
 * Returns the rows of a command as if they had shown what their sender has saved from the same form before.
 * @param name of the operation
 * @param keyOf returns what identifies a row
 */
export async function rowsWithOwnEdits<Row extends RowEdit & Record<string, unknown>>(
  db: Db,
  name: string,
  caller: Pick<Caller, "userId">,
  { Rows, After }: { readonly Rows: readonly Row[]; readonly After?: string | undefined },
  keyOf: (row: Row) => string | number,
): Promise<readonly Row[]> {
  if (After === undefined) return Rows;
  const earlier = (await ownEarlier(db, name, caller, After)) as { Rows: Row[] } | undefined;
  const saved = new Map(earlier?.Rows.map((row) => [keyOf(row), row]));
  return Rows.map((row) => {
    const own = saved.get(keyOf(row));
    if (own?.Shown === undefined || row.Shown === undefined) return row;
    return { ...row, Shown: afterOwnEdit(row, readShown(row.Shown), { input: own, shown: readShown(own.Shown) }) };
  });
}

/**
 * Returns the latest command that its sender has sent from the same form, if it was carried out.
 * @param after the `Id` of the first one
 */
async function ownEarlier(
  db: Db,
  name: string,
  { userId }: Pick<Caller, "userId">,
  after: string,
): Promise<Record<string, unknown> | undefined> {
  const [last] = await db
    .select({ input: commands.input })
    .from(commands)
    .where(
      and(
        eq(commands.userId, userId),
        eq(commands.operation, name),
        or(eq(commands.id, after), sql`${commands.input} ->> 'After' = ${after}`),
        sql`${commands.answer} is not null`,
      ),
    )
    .orderBy(desc(commands.at))
    .limit(1);
  return last?.input as Record<string, unknown> | undefined;
}
