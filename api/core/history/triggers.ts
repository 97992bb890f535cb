/** The triggers that write the history: the function they call, and how they get into the database. */
import { sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import type { RecordedTable } from "./recorded.ts";
import { recordedTables } from "./records/index.ts";

/**
 * Returns the branch for a table whose rows find the id of their record in another one. It could be a statement that is
 * made of arguments, but that would be planned for each row, which takes two thirds as long as everything else.
 */
function lookUp({ table, id, through, unless }: RecordedTable): string[] {
  if (!through) return [];
  const columns = [id, ...(unless ? [unless.id] : [])].map((name) => `parent.${name}`).join(", ");
  const into = unless ? "of_id, other_id" : "of_id";
  return [
    `    WHEN '${table}' THEN
      SELECT ${columns} INTO ${into} FROM ${through.table} AS parent WHERE parent.id = (current_row ->> '${through.column}')::integer;`,
  ];
}

/**
 * The body of the function `record_change`. Its arguments are what `argumentsOf` returns. Columns that are not named
 * never appear in the history, but for removed rows that can be added again.
 */
const recordChange = `
DECLARE
  author_text text := current_setting('countinghouse.author', true);
  author jsonb;
  was jsonb;
  becomes jsonb;
  current_row jsonb;
  before_values jsonb;
  after_values jsonb;
  names text[];
  recorded text[] := string_to_array(TG_ARGV[3], ',');
  of_record text := TG_ARGV[0];
  of_id integer;
  other_id integer;
BEGIN
  IF author_text = 'none' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN was := to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN becomes := to_jsonb(NEW); END IF;
  current_row := coalesce(becomes, was);
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(c, was -> c), jsonb_object_agg(c, becomes -> c), array_agg(TG_TABLE_NAME || '.' || c)
    INTO before_values, after_values, names
    FROM unnest(recorded) AS c WHERE (was -> c) IS DISTINCT FROM (becomes -> c);
    IF names IS NULL THEN RETURN NULL; END IF;
  ELSE
    SELECT coalesce(jsonb_object_agg(c, current_row -> c), '{}') INTO after_values
    FROM unnest(recorded) AS c WHERE current_row -> c NOT IN ('null', '""', 'false', '[]', '{}');
    IF TG_OP = 'DELETE' THEN
      before_values := CASE TG_ARGV[4] WHEN 'whole' THEN was ELSE after_values END;
      after_values := NULL;
    END IF;
  END IF;
  CASE TG_TABLE_NAME
${recordedTables.flatMap(lookUp).join("\n")}
    ELSE
      of_id := (current_row ->> TG_ARGV[1])::integer;
      other_id := (current_row ->> TG_ARGV[6])::integer;
  END CASE;
  IF other_id IS NOT NULL THEN
    of_record := TG_ARGV[5];
    of_id := other_id;
  END IF;
  -- The row that leads to the record is being deleted as well, and says so itself.
  IF of_id IS NULL THEN RETURN NULL; END IF;
  author := nullif(author_text, '')::jsonb;
  INSERT INTO changes (at, record, record_id, table_name, key, kind, before, after, fields, user_id, way, detail, command_id, process_id)
  VALUES (date_trunc('milliseconds', now()), of_record, of_id, TG_TABLE_NAME,
    (SELECT jsonb_object_agg(c, current_row -> c) FROM unnest(string_to_array(TG_ARGV[2], ',')) AS c),
    CASE TG_OP WHEN 'INSERT' THEN 'added' WHEN 'DELETE' THEN 'removed' ELSE 'changed' END,
    before_values, after_values, coalesce(names, '{}'),
    (author ->> 'userId')::integer, coalesce(author ->> 'way', 'system'), coalesce(author ->> 'detail', ''),
    (author ->> 'commandId')::uuid, (author ->> 'processId')::uuid);
  RETURN NULL;
END `;

/**
 * Returns the arguments of a table's trigger: the kind of record, the column with its id, the columns of the primary
 * key, those that are recorded, `whole` if removed rows are stored in full, and the other kind of record with its
 * column. What does not apply is empty.
 */
const argumentsOf = ({ record, id, key, columns, canBeAddedAgain, unless }: RecordedTable): string[] => [
  record,
  id,
  key.join(","),
  columns.join(","),
  canBeAddedAgain ? "whole" : "",
  unless?.record ?? "",
  unless?.id ?? "",
];

/**
 * Replaces the triggers that differ from `historyOf`, and the function. Writes nothing if none does. The caller ensures
 * that no other process does the same.
 */
export async function installTriggers(database: Pick<Database, "db" | "transaction">): Promise<void> {
  const differing = await differencesIn(database.db);
  if (differing.body || differing.missing.length > 0 || differing.surplus.length > 0)
    await database.transaction(async (db) => {
      const { missing, surplus } = await differencesIn(db);
      await db.execute(
        sql.raw(`create or replace function record_change() returns trigger language plpgsql as $$${recordChange}$$`),
      );
      for (const table of surplus) await db.execute(sql`drop trigger record_change on ${sql.identifier(table)}`);
      for (const each of missing) await create(db, each);
    });
}

/** Returns the tables whose trigger is missing or differs, those that should have none, and whether the body differs. */
async function differencesIn(db: Db) {
  const { rows: triggers } = await db.execute<{ table: string; columns: string[]; args: string }>(sql`
    select c.relname as table, encode(t.tgargs, 'escape') as args, array(
        select a.attname::text from unnest(t.tgattr::smallint[]) with ordinality as of (number, position)
        join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = of.number order by of.position
      ) as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'record_change' and c.relnamespace = current_schema()::regnamespace`);
  const { rows: bodies } = await db.execute<{ body: string }>(
    sql`select prosrc as body from pg_proc where proname = 'record_change' and pronamespace = current_schema()::regnamespace`,
  );
  const present = new Map(triggers.map(({ table, columns, args }) => [table, JSON.stringify([columns, args])]));
  return {
    missing: recordedTables.filter((each) => present.get(each.table) !== definitionOf(each)),
    surplus: [...present.keys()].filter((name) => recordedTables.every(({ table }) => table !== name)),
    body: bodies[0]?.body !== recordChange,
  };
}

/** As the catalogue of the database has it, where each argument ends with a zero byte. */
const definitionOf = (table: RecordedTable) =>
  JSON.stringify([
    table.columns,
    argumentsOf(table)
      .map((each) => `${each}\\000`)
      .join(""),
  ]);

async function create(db: Db, recorded: RecordedTable): Promise<void> {
  const listed = sql.join(
    recorded.columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const updates = recorded.columns.length === 0 ? sql`` : sql` or update of ${listed}`;
  await db.execute(sql`
    create or replace trigger record_change after insert or delete${updates} on ${sql.identifier(recorded.table)}
    for each row execute function record_change(${sql.raw(
      argumentsOf(recorded)
        .map((each) => `'${each}'`)
        .join(", "),
    )})`);
}
