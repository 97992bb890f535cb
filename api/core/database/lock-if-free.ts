import { sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connection.ts";

/**
 * Locks a row until the end of the transaction, unless another transaction has it. Work that gathers many rows of one
 * record, and skips those that others have locked, begins with it: otherwise two processes would divide them.
 * @returns whether the row is ours
 */
export async function lockIfFree(db: Db, table: PgTable & { id: PgColumn }, id: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${table} where ${table.id} = ${id} for no key update skip locked`,
  );
  return rows.length > 0;
}
