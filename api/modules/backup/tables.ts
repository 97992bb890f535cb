/** The tables and columns of a database, from its catalogue. None is named here, so new ones need no change. */
import type pg from "pg";

/** The schemas of ours whose tables are stored row by row. The job queue has its own, see `jobs.ts`. */
export const storedSchemas = ["public", "drizzle"];

export interface Column {
  name: string;
  type: string;
}
export interface Table {
  schema: string;
  name: string;
  /** Without generated columns, which the database computes. */
  columns: Column[];
}

/** Objects of extensions belong to them. */
const isOurs = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

export async function tablesIn(client: pg.ClientBase, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and ${isOurs("pg_class", "c.oid")}
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [schemas],
  );
  return rows;
}

export interface Sequence {
  schema: string;
  name: string;
}

export async function sequencesIn(client: pg.ClientBase, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' and ${isOurs("pg_class", "c.oid")}
     order by n.nspname, c.relname`,
    [schemas],
  );
  return rows;
}

/** Drops everything in `public` except extensions with their objects, and the schemas that are ours alone. */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  await client.query("drop schema if exists drizzle cascade");
  await client.query("drop schema if exists jobs cascade");
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop table if exists %s cascade', c.oid::regclass) as statement from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${isOurs("pg_class", "c.oid")}
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
       where p.pronamespace = 'public'::regnamespace and ${isOurs("pg_proc", "p.oid")}
     union all
     select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
       where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and ${isOurs("pg_type", "t.oid")}
     union all
     select format('drop sequence if exists %s cascade', c.oid::regclass) from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${isOurs("pg_class", "c.oid")}
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))`,
  );
  for (const { statement } of rows) await client.query(statement);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`;
