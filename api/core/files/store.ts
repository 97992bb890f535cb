import { eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { files } from "#api/core/database/schema/index.ts";

export type StoredFile = typeof files.$inferSelect;
export type NewFile = Omit<typeof files.$inferInsert, "id" | "createdAt">;

/**
 * Stores files. The implementation uses the database, so that all processes share them; another store can replace it.
 */
export interface FileStore {
  /** Returns the new file's unguessable id. */
  put(db: Db, file: NewFile): Promise<string>;
  get(db: Db, id: string): Promise<StoredFile | undefined>;
}

export const databaseFiles: FileStore = {
  async put(db, file) {
    return db.insert(files).values(file).returning({ id: files.id }).then(insertedId);
  },
  async get(db, id) {
    const [row] = await db.select().from(files).where(eq(files.id, id));
    return row;
  },
};
