/** Savepoints: parts of a transaction that are stored or rolled back independently. */
import { sql } from "drizzle-orm";
import type { Db } from "./connection.ts";

/** Stores the changes of the work; if it throws, rolls all of them back. */
export async function allOrNothing<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`savepoint part`);
  try {
    const result = await work();
    await db.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    await undo(db);
    throw error;
  }
}

/** Runs the work, rolls back its changes, and returns its result. */
export async function withoutTrace<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`savepoint part`);
  try {
    return await work();
  } finally {
    await undo(db);
  }
}

async function undo(db: Db): Promise<void> {
  await db.execute(sql`rollback to savepoint part`);
  await db.execute(sql`release savepoint part`);
}
