import { and, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { changes } from "#api/core/database/schema/index.ts";
import type { StoredChange } from "./put-back.ts";

/** Returns the changes of a background process to a product in these tables, the newest first. */
export const changesOfProduct = (
  db: Db,
  processId: string,
  { productId, tables }: { productId: number; tables: string[] },
): Promise<StoredChange[]> =>
  db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.record, "product"),
        eq(changes.recordId, productId),
        eq(changes.processId, processId),
        inArray(changes.tableName, tables),
      ),
    )
    .orderBy(desc(changes.id));
