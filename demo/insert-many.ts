import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../api/database/connection.ts";

/**
 * Thousands of rows in one statement with one parameter: with a parameter for each value, reading the statement takes
 * longer than keeping the rows. All rows have the fields of the first.
 */
export async function insertMany<T extends PgTable>(db: Db, table: T, rows: T["$inferInsert"][]): Promise<void> {
  const fields = Object.keys(rows[0] ?? {});
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => fields.includes(field));
  const list = (parts: ReturnType<typeof sql>[]) => sql.join(parts, sql`, `);
  await db.execute(sql`
    insert into ${table} (${list(columns.map(([, { name }]) => sql`${sql.identifier(name)}`))})
    select ${list(columns.map(([field]) => sql`${sql.identifier(field)}`))}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (${list(columns.map(([field, column]) => sql`${sql.identifier(field)} ${sql.raw(column.getSQLType())}`))})`);
}
