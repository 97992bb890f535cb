import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";

/**
 * Inserts thousands of rows in one statement with a single JSON parameter: with a parameter per value, parsing would
 * take longer than inserting. Fields that only some rows have get the column's default in the others, which must be a
 * plain value.
 */
export async function insertMany<T extends PgTable>(db: Db, table: T, rows: T["$inferInsert"][]): Promise<void> {
  const fields = new Set(rows.flatMap(Object.keys));
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => fields.has(field));
  const defaults = Object.fromEntries(columns.map(([field, column]) => [field, column.default ?? null]));
  const list = (parts: ReturnType<typeof sql>[]) => sql.join(parts, sql`, `);
  await db.execute(sql`
    insert into ${table} (${list(columns.map(([, { name }]) => sql`${sql.identifier(name)}`))})
    select ${list(columns.map(([field]) => sql`${sql.identifier(field)}`))}
    from json_to_recordset(${JSON.stringify(rows.map((row) => ({ ...defaults, ...row })))}::json)
      as given (${list(columns.map(([field, column]) => sql`${sql.identifier(field)} ${sql.raw(column.getSQLType())}`))})`);
}
