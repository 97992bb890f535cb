/** Partitions of the history: those of the coming months are added, expired ones deleted. */
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Database } from "#api/core/database/connection.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import { monthsOfBooks } from "#contract/settings/schema.ts";

/** Records whose changes are kept for as long as the books, whatever the setting. */
const books: readonly HistoryRecord[] = ["order", "shipment", "invoice", "supplier"];

/** Adds the partitions of this month and the next three. */
export async function addPartitions({ db }: Pick<Database, "db">): Promise<void> {
  await db.execute(sql`select add_change_partitions((now() at time zone 'UTC' + interval '3 months')::date)`);
}

/**
 * Adds the partition of a month (UTC), such as `2026-11`, unless it is there. A restore needs those of the past.
 */
export async function addPartition(client: Pick<pg.ClientBase, "query">, month: string): Promise<void> {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const firstOf = (index: number) => `${new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)} 00:00:00+00`;
  await client.query(
    `create table if not exists changes_${month.replace("-", "_")} partition of changes
     for values from ('${firstOf(number - 1)}') to ('${firstOf(number)}')`,
  );
}

/**
 * Deletes changes that are older than so many months, and those of the books after seven years. Works on whole
 * partitions, so the last month is kept until its end.
 */
export async function deleteExpiredChanges(
  database: Pick<Database, "db" | "transaction">,
  months: number,
): Promise<void> {
  await addPartitions(database);
  const { rows } = await database.db.execute<{ name: string; age: number }>(sql`
    select relid::regclass::text as name,
      (extract(year from age) * 12 + extract(month from age))::integer as age
    from pg_partition_tree('changes'),
      lateral (select age(date_trunc('month', now() at time zone 'UTC'), to_date(right(relid::regclass::text, 7), 'YYYY_MM'))) as of (age)
    where isleaf`);
  for (const { name, age } of rows) {
    if (age <= Math.min(months, monthsOfBooks)) continue;
    await database.transaction(async (db) => {
      if (age > Math.max(months, monthsOfBooks)) await db.execute(sql`drop table ${sql.identifier(name)}`);
      else if (age > months)
        await db.execute(
          sql`delete from ${sql.identifier(name)} where record <> all(${sql.param([...books])}::text[])`,
        );
    });
  }
}
