/** Reads a whole database from one snapshot, as the lines of a backup. */
import type pg from "pg";
import { migrationLock } from "#api/core/upgrade/migrate.ts";
import type { EndLine, Header, SequenceLine, TableLine } from "./contents.ts";
import { isUnfinished, tableOfJobs } from "./jobs.ts";
import { nameOf, quoted, sequencesIn, storedSchemas, type Table, tablesIn } from "./tables.ts";

/** Limits of one read: they bound the memory. Values are measured as they are stored, which may be compressed. */
const readAtOnce = { rows: 2_000, bytes: 4_000_000 };

/**
 * Yields the lines. The sequences are read last: a number that was taken meanwhile is not given again.
 * @param client outside of a transaction
 * @returns how much there was
 */
export async function* dump(client: pg.ClientBase, about: Omit<Header, "migrations">): AsyncGenerator<string, EndLine> {
  const { tables, jobs, migrations } = await takeSnapshot(client);
  yield line({ ...about, migrations } satisfies Header);
  let rows = 0;
  for (const table of tables) rows += yield* dumpTable(client, table, "true");
  if (jobs) rows += yield* dumpTable(client, jobs, isUnfinished);
  for (const { schema, name } of await sequencesIn(client, storedSchemas)) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${nameOf({ schema, name })}`,
    );
    for (const { value, isCalled } of state.rows)
      yield line({ sequence: name, schema, value, isCalled } satisfies SequenceLine);
  }
  await client.query("commit");
  const end = { tables: tables.length, rows };
  yield line(end);
  return end;
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

/**
 * Begins the transaction. No migration may run between the snapshot and the locks, because a table that is rewritten
 * meanwhile looks empty to older snapshots.
 */
async function takeSnapshot(client: pg.ClientBase) {
  await client.query(`select pg_advisory_lock(${migrationLock})`);
  try {
    await client.query("begin isolation level repeatable read, read only");
    const tables = await tablesIn(client, storedSchemas);
    const jobs = await tableOfJobs(client);
    const all = [...tables, ...(jobs ? [jobs] : [])];
    if (!tables.some(({ schema }) => schema === "drizzle"))
      throw new Error("There is no database of Countinghouse to back up.");
    await client.query(`lock table ${all.map(nameOf).join(", ")} in access share mode`);
    const { rows } = await client.query<{ at: string }>(
      "select created_at::text as at from drizzle.__drizzle_migrations order by created_at",
    );
    return { tables, jobs, migrations: rows.map(({ at }) => Number(at)) };
  } finally {
    await client.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => {});
  }
}

async function* dumpTable(client: pg.ClientBase, table: Table, which: string): AsyncGenerator<string, number> {
  const { schema, name, columns } = table;
  yield line({ table: name, schema, columns: columns.map((column) => column.name) } satisfies TableLine);
  const size = columns.map((column) => `coalesce(pg_column_size(${quoted(column.name)}), 0)`).join(" + ");
  const largest = await client.query<{ bytes: number | null }>(
    `select max(${size}) as bytes from ${nameOf(table)} where ${which}`,
  );
  const rowsAtOnce = Math.max(
    1,
    Math.min(readAtOnce.rows, Math.floor(readAtOnce.bytes / (largest.rows[0]?.bytes || 1))),
  );
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(", ");
  await client.query(
    `declare rows_of_table no scroll cursor for select ${values} from ${nameOf(table)} where ${which}`,
  );
  let count = 0;
  for (;;) {
    const { rows } = await client.query({ text: `fetch ${rowsAtOnce} from rows_of_table`, rowMode: "array" });
    if (rows.length === 0) break;
    count += rows.length;
    yield rows.map(line).join("");
  }
  await client.query("close rows_of_table");
  yield line({ rowsOfTable: count });
  return count;
}
