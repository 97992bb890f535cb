/** Puts back what somebody has changed, where nobody has changed it since. */
import { sql } from "drizzle-orm";
import type { Db } from "#api/database/connection.ts";
import type { changes } from "#api/database/schema/index.ts";

export type StoredChange = typeof changes.$inferSelect;

export interface PutBack {
  /** The changes that were put back. */
  restored: StoredChange[];
  /** The changes that stay, because somebody has changed the same fields since, or the row is there again or gone. */
  kept: StoredChange[];
}

/**
 * Gives fields their former values, and adds removed rows again. Added rows stay. The history records it like any other
 * change.
 * @param db of a transaction
 * @param all the newest one first
 */
export async function putBack(db: Db, all: readonly StoredChange[]): Promise<PutBack> {
  const done: PutBack = { restored: [], kept: [] };
  const sort = (change: StoredChange, isRestored: boolean) => (isRestored ? done.restored : done.kept).push(change);
  // First, because changed rows may refer to them.
  for (const change of await parentsFirst(
    db,
    all.filter(({ kind }) => kind === "removed"),
  ))
    sort(change, await addAgain(db, change));
  for (const change of all.filter(({ kind }) => kind === "changed")) sort(change, await giveBack(db, change));
  return done;
}

/** Rows that others refer to come first, such as a shipping rule before its rates. */
async function parentsFirst(db: Db, removed: readonly StoredChange[]): Promise<StoredChange[]> {
  const names = [...new Set(removed.map(({ tableName }) => tableName))];
  if (names.length < 2) return [...removed];
  const { rows } = await db.execute<{ child: string; parent: string }>(sql`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid and conrelid::regclass::text = any(${sql.param(names)}::text[])
      and confrelid::regclass::text = any(${sql.param(names)}::text[])`);
  const depthOf = (name: string): number =>
    Math.max(0, ...rows.filter(({ child }) => child === name).map(({ parent }) => depthOf(parent) + 1));
  return removed.toSorted((a, b) => depthOf(a.tableName) - depthOf(b.tableName));
}

/** Returns false unless each of the fields still has the value that the change gave it. */
async function giveBack(db: Db, { tableName, key, before, after }: StoredChange): Promise<boolean> {
  const table = sql.identifier(tableName);
  const names = Object.keys(before ?? {});
  if (names.length === 0) return false;
  const values = names.map((name) => sql`${sql.identifier(name)} = (former.was).${sql.identifier(name)}`);
  const isRow = Object.entries(key).map(([name, value]) => sql`${table}.${sql.identifier(name)} = ${value}`);
  const { rows } = await db.execute(sql`
    update ${table} set ${sql.join(values, sql`, `)}
    from (select jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb) as was) as former
    where ${sql.join(isRow, sql` and `)} and (
      select bool_and(to_jsonb(${table}.*) -> name is not distinct from value)
      from jsonb_each(${JSON.stringify(after)}::jsonb) as left_as (name, value))
    returning 1`);
  return rows.length > 0;
}

/** Returns false if there is such a row again, or another one has taken its place. */
async function addAgain(db: Db, { tableName, key, before }: StoredChange): Promise<boolean> {
  const table = sql.identifier(tableName);
  const row = { ...before, ...key };
  const columns = sql.join(await storedColumns(db, tableName, Object.keys(row)), sql`, `);
  const { rows } = await db.execute(sql`
    insert into ${table} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)
    on conflict do nothing returning 1`);
  return rows.length > 0;
}

/** Without generated columns, and those that a later version has removed. */
async function storedColumns(db: Db, tableName: string, names: readonly string[]) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${tableName} and is_generated = 'NEVER'
      and column_name = any(${sql.param([...names])}::text[])`);
  return rows.map(({ name }) => sql.identifier(name));
}
