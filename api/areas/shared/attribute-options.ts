/** Saves the options of an attribute. Options keep their ids, so that products keep their values. */
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { sqlState } from "#api/core/database/failures.ts";
import { attributeOptions } from "#api/core/database/schema/index.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { matchOptions, type OptionText } from "#contract/rules/attribute-options.ts";

export type StoredOption = typeof attributeOptions.$inferSelect;

/** Returns the options of the attribute, in their order. */
export function storedOptions(db: Db, attributeId: number) {
  return db
    .select()
    .from(attributeOptions)
    .where(eq(attributeOptions.attributeId, attributeId))
    .orderBy(asc(attributeOptions.position), asc(attributeOptions.id));
}

/**
 * Replaces the options of the attribute, in this order.
 * @param release removes deleted options from products that use them, or refuses
 * @returns the ids of the options, in their order
 */
export async function saveOptions(
  db: Db,
  attributeId: number,
  wanted: readonly OptionText[],
  release: (options: readonly StoredOption[]) => Promise<void>,
): Promise<number[]> {
  const stored = await storedOptions(db, attributeId);
  const partners = matchOptions(stored, wanted);
  const gone = stored.filter((_, k) => !partners.includes(k));
  if (gone.length > 0) {
    await release(gone);
    await remove(db, gone);
  }
  await write(
    db,
    wanted.map((option, i) => ({ ...option, attributeId, position: i + 1, id: stored[partners[i] ?? -1]?.id })),
  );
  const saved = await db
    .select({ id: attributeOptions.id })
    .from(attributeOptions)
    .where(eq(attributeOptions.attributeId, attributeId))
    .orderBy(asc(attributeOptions.position));
  return saved.map(({ id }) => id);
}

async function remove(db: Db, options: readonly StoredOption[]): Promise<void> {
  try {
    await db.delete(attributeOptions).where(
      inArray(
        attributeOptions.id,
        options.map(({ id }) => id),
      ),
    );
  } catch (error) {
    // A product took the option between the check and the deletion.
    if (sqlState(error) === "23503")
      throw conflict("An option cannot be removed: a product uses it. Please try again to see which one.");
    throw error;
  }
}

/** Updates the rows that have an id, and inserts the others. */
async function write(db: Db, rows: readonly (typeof attributeOptions.$inferInsert)[]): Promise<void> {
  const stored = rows.filter(({ id }) => id !== undefined);
  const added = rows.filter(({ id }) => id === undefined);
  if (stored.length > 0) {
    await db
      .insert(attributeOptions)
      .values([...stored])
      .onConflictDoUpdate({
        target: attributeOptions.id,
        set: { code: sql`excluded.code`, value: sql`excluded.value`, position: sql`excluded.position` },
      });
  }
  if (added.length > 0) await db.insert(attributeOptions).values([...added]);
}

/** Shortens a name for use in a sentence. */
export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
