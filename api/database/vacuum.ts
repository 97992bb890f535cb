/**
 * A server takes away by itself what updates and deletes leave behind (autovacuum), and looks at its tables again so that
 * it plans well. The embedded database does neither: its files would only ever grow.
 */
import type { Database } from "./connection.ts";

/** As a server begins with it: so many rows, and this part of the table. */
const due = { left: { rows: 50, part: 0.2 }, changed: { rows: 50, part: 0.1 } };

const tablesThatNeedIt = `
  select format('%I.%I', schemaname, pg_stat_user_tables.relname) as name
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where n_dead_tup > ${due.left.rows} + ${due.left.part} * greatest(reltuples, 0)
     or n_mod_since_analyze > ${due.changed.rows} + ${due.changed.part} * greatest(reltuples, 0)`;

/** One table after the other, so that whoever waits for the one connection waits for one table at the most. @returns their names */
export async function vacuumWhereDue(database: Database): Promise<string[]> {
  // What the last statements did is counted late otherwise.
  await database.script("select pg_stat_force_next_flush()");
  const { rows } = await database.script(tablesThatNeedIt);
  const names = (rows as { name: string }[]).map(({ name }) => name);
  for (const name of names) await database.script(`vacuum (analyze) ${name}`);
  return names;
}
