/** Compares texts without the case of their letters, as the indexes of SKUs do. */
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

export const folded = (column: PgColumn): SQL<string> => sql<string>`lower(${column}) collate "C"`;

/** @param texts in lower case, if the column is folded */
export const oneOfTexts = (column: SQL, texts: readonly string[]): SQL =>
  texts.length === 0
    ? sql`false`
    : inArray(
        column,
        texts.map((text) => sql`${text}`),
      );
