import { sql } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import type { HistoryWay } from "#contract/history/names.ts";

/** The author of changes, and the way in which they are made. */
export interface Author {
  userId: number;
  way: HistoryWay;
  commandId?: string;
  processId?: string | undefined;
  /** The name of an imported file. */
  detail?: string;
}

/**
 * Names the author of all changes of the transaction, for the history. Without one, they are the system's.
 * @param db of a transaction
 */
export async function nameAuthor(db: Db, author: Author): Promise<void> {
  await db.execute(sql`select set_config('countinghouse.author', ${JSON.stringify(author)}, true)`);
}

/** Leaves the changes of a transaction out of the history: for data that nobody has entered. */
export async function withoutHistory(db: Db): Promise<void> {
  await db.execute(sql`select set_config('countinghouse.author', 'none', true)`);
}

export const authorFrom = ({ userId, key }: Pick<Caller, "userId" | "key">): Author => ({
  userId,
  way: key ? "key" : "form",
});

/** Transactions whose changes have this author. */
export const transactionBy =
  ({ transaction }: Pick<Database, "transaction">, author: Author): Database["transaction"] =>
  (work) =>
    transaction(async (db) => {
      await nameAuthor(db, author);
      return work(db);
    });
