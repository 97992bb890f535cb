/** Parts of a transaction that are kept or not by themselves. */
import { sql } from "drizzle-orm";
import type { Db } from "./connection.ts";

/** Keeps all that the work does; where it throws, nothing of it. */
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

/** Does the work, and keeps nothing of it but what it returns. */
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
