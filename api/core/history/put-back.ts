/** Puts back what somebody has changed, where nobody has changed it since. */
import { sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import type { changes } from "#api/core/database/schema/index.ts";
import { only, splitAsLeft, type Together } from "./as-left.ts";
import { together } from "./together.ts";

export type StoredChange = typeof changes.$inferSelect;

/** A change of which only some fields were put back is in both lists, with its own fields in each. */
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
    sort(change, await restoreRow(db, change));
  for (const change of all.filter(({ kind }) => kind === "changed")) {
    const { back, kept } = await restoreFields(db, change);
    if (back) sort(back, true);
    if (kept) sort(kept, false);
  }
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

/** Returns the two parts of a change: the fields that were given back, and those that stay. */
async function restoreFields(db: Db, change: StoredChange): Promise<{ back?: StoredChange; kept?: StoredChange }> {
  const { tableName, before, after } = change;
  const now = await rowOf(db, change);
  if (!now || !before || !after || Object.keys(before).length === 0) return { kept: change };
  const columns = Object.keys(before);
  const rules: readonly Together[] = tableName in together ? together[tableName as keyof typeof together] : [];
  const { back } = splitAsLeft(named(now), { was: named(before), is: named(after) }, rules);
  const isWhole = !(tableName in together);
  const given =
    isWhole && back.length < columns.length ? [] : columns.filter((column) => back.includes(nameOf(column)));
  if (given.length > 0) await updateRow(db, change, only(before, given));
  const part = (names: readonly string[]): StoredChange | undefined =>
    names.length === 0 ? undefined : { ...change, before: only(before, names), after: only(after, names) };
  return { back: part(given), kept: part(columns.filter((column) => !given.includes(column))) };
}

const isRow = ({ key }: StoredChange) =>
  sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
    sql` and `,
  );

/** Locks the row of a change, and returns it as it is now; undefined if it is gone. */
export async function rowOf(db: Db, change: StoredChange): Promise<Record<string, unknown> | undefined> {
  const table = sql.identifier(change.tableName);
  const { rows } = await db.execute<{ now: Record<string, unknown> }>(
    sql`select to_jsonb(${table}.*) as now from ${table} where ${isRow(change)} for update`,
  );
  return rows[0]?.now;
}

async function updateRow(db: Db, change: StoredChange, values: object): Promise<void> {
  const table = sql.identifier(change.tableName);
  const columns = Object.keys(values).map(
    (name) => sql`${sql.identifier(name)} = (former.was).${sql.identifier(name)}`,
  );
  await db.execute(sql`
    update ${table} set ${sql.join(columns, sql`, `)}
    from (select jsonb_populate_record(null::${table}, ${JSON.stringify(values)}::jsonb) as was) as former
    where ${isRow(change)}`);
}

/** Names as in the schema: `sale_price` becomes `salePrice`. */
const nameOf = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const named = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), value]));

/** Returns false if there is such a row again, or another one has taken its place. */
async function restoreRow(db: Db, { tableName, key, before }: StoredChange): Promise<boolean> {
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
