/** Replaces a whole database by the lines of a backup, in one transaction. */
import { getTableName } from "drizzle-orm";
import type pg from "pg";
import type { Migration } from "#api/core/database/known-migrations.ts";
import { changes } from "#api/core/database/schema/index.ts";
import { addPartition } from "#api/core/history/retention.ts";
import { type EndLine, type Line, type Row, readLine, type SequenceLine, type TableLine } from "./contents.ts";
import { installQueue, jobSchema } from "./jobs.ts";
import { dropEverything, nameOf, quoted, storedSchemas, type Table, tablesIn } from "./tables.ts";

/** Limits of one statement. */
const writeAtOnce = { rows: 1_000, characters: 4_000_000 };

export interface Loaded extends EndLine {
  /** Jobs that run when the API starts. */
  jobs: number;
  /** Tables of the backup that are not Countinghouse's. */
  leftOut: string[];
}

/**
 * @param lines without the header
 * @param migrations those of the backup, which make its schema
 */
export async function load(
  client: pg.ClientBase,
  lines: AsyncIterable<string>,
  migrations: readonly Migration[],
): Promise<Loaded> {
  await client.query("begin");
  try {
    await dropEverything(client);
    await makeSchema(client, migrations);
    const tables = await tablesIn(client, [...storedSchemas, jobSchema]);
    const stored = tables.filter(({ schema }) => schema !== jobSchema);
    // Migrations may have inserted rows.
    await client.query(`truncate ${stored.map(nameOf).join(", ")}`);
    const protectAgain = await withoutConstraints(client, stored);
    const loaded = await loadLines(client, lines, new Map(tables.map((table) => [nameOf(table), table])));
    await protectAgain();
    await client.query("commit");
    await client.query("analyze");
    return loaded;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** The migrations are recorded by the rows of the backup. */
async function makeSchema(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query("create schema drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { statements } of migrations) for (const statement of statements) await client.query(statement);
  await installQueue(client);
}

/**
 * Drops the foreign keys, so that the order of tables and rows does not matter, and switches off triggers. Returns a
 * function that adds the keys again, which checks all rows.
 */
async function withoutConstraints(client: pg.ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any($1) and conparentid = 0`,
    [storedSchemas],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`);
  };
}

async function loadLines(
  client: pg.ClientBase,
  lines: AsyncIterable<string>,
  tables: ReadonlyMap<string, Table>,
): Promise<Loaded> {
  const loaded: Pick<Loaded, "jobs" | "leftOut"> = { jobs: 0, leftOut: [] };
  let into: Inserting | undefined;
  for await (const text of lines) {
    const line: Line = readLine(text);
    if (Array.isArray(line)) {
      if (into) await into.add(line, text.length);
    } else if ("table" in line) {
      const table = tables.get(nameOf({ schema: line.schema, name: line.table }));
      if (!table) loaded.leftOut.push(`${line.schema}.${line.table}`);
      into = table && inserting(client, table, line);
    } else if ("rowsOfTable" in line) {
      await into?.end(line.rowsOfTable);
      if (into?.table.schema === jobSchema) loaded.jobs += line.rowsOfTable;
      into = undefined;
    } else if ("sequence" in line) {
      await setSequence(client, line);
    } else {
      return { ...loaded, ...line };
    }
  }
  throw new Error("The backup has no end.");
}

async function setSequence(client: pg.ClientBase, { schema, sequence, value, isCalled }: SequenceLine): Promise<void> {
  await client.query("select setval(to_regclass($1), $2::bigint, $3)", [
    nameOf({ schema, name: sequence }),
    value,
    isCalled,
  ]);
}

/**
 * Returns what tells the month of a row of the history, which has a partition for each; undefined for other rows. A new
 * schema has no months of the past. Times are texts in UTC, see `openSession`.
 */
function monthIn(table: Table, columns: TableLine["columns"]): (row: Row) => string | undefined {
  if (table.name !== getTableName(changes)) return () => undefined;
  const index = columns.indexOf(changes.at.name);
  return (row) => row[index]?.slice(0, 7);
}

interface Inserting {
  table: Table;
  add(row: Row, characters: number): Promise<void>;
  /** @throws Error if the number of rows is not this one */
  end(count: number): Promise<void>;
}

function inserting(client: pg.ClientBase, table: Table, { columns }: TableLine): Inserting {
  // The tables of the job queue may have lost a column in the meantime.
  const known = columns
    .map((name, index) => ({ index, column: table.columns.find((column) => column.name === name) }))
    .flatMap(({ index, column }) => (column ? [{ index, ...column }] : []));
  if (known.length < columns.length && table.schema !== jobSchema)
    throw new Error(`The table ${table.name} of the backup has a column that this version does not know.`);
  const statement = `insert into ${nameOf(table)} (${known.map(({ name }) => quoted(name)).join(", ")}) overriding system value
    select ${known.map(({ type }, i) => `c${i}::${type}`).join(", ")}
    from unnest(${known.map((_, i) => `$${i + 1}::text[]`).join(", ")}) as given(${known.map((_, i) => `c${i}`).join(", ")})`;
  const monthOf = monthIn(table, columns);
  let rows: Row[] = [];
  let waiting = 0;
  let done = 0;
  const flush = async () => {
    for (const month of new Set(rows.map(monthOf))) if (month !== undefined) await addPartition(client, month);
    if (rows.length > 0)
      await client.query(
        statement,
        known.map(({ index }) => rows.map((row) => row[index] ?? null)),
      );
    done += rows.length;
    [rows, waiting] = [[], 0];
  };
  return {
    table,
    async add(row, characters) {
      rows.push(row);
      waiting += characters;
      if (rows.length >= writeAtOnce.rows || waiting >= writeAtOnce.characters) await flush();
    },
    async end(count) {
      await flush();
      if (done !== count) throw new Error(`The table ${table.name} of the backup is incomplete.`);
    },
  };
}
