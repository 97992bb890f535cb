/**
 * A PostgreSQL server vacuums and analyses its tables by itself (autovacuum). The embedded database does not: its files
 * would only ever grow.
 */
import type { Database } from "./connection.ts";

/** The defaults of autovacuum: a number of rows plus a fraction of the table. */
const due = { left: { rows: 50, part: 0.2 }, changed: { rows: 50, part: 0.1 } };

const tablesThatNeedIt = `
  select format('%I.%I', schemaname, pg_stat_user_tables.relname) as name
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where n_dead_tup > ${due.left.rows} + ${due.left.part} * greatest(reltuples, 0)
     or n_mod_since_analyze > ${due.changed.rows} + ${due.changed.part} * greatest(reltuples, 0)`;

/**
 * Vacuums one table at a time, so that others wait for the only connection no longer than that takes. Returns the names
 * of the tables.
 */
export async function vacuumWhereDue(database: Database): Promise<string[]> {
  // Otherwise the latest statements would be counted late.
  await database.script("select pg_stat_force_next_flush()");
  const { rows } = await database.script(tablesThatNeedIt);
  const names = (rows as { name: string }[]).map(({ name }) => name);
  for (const name of names) await database.script(`vacuum (analyze) ${name}`);
  return names;
}
