/** The migrations that this version of the program knows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

export interface Migration {
  name: string;
  /** Identifies it: when it was generated, in milliseconds since 1970. */
  at: number;
  statements: string[];
}

/** Returns the migrations, oldest first. */
export function knownMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number; tag: string }[];
  };
  const names = new Map(journal.entries.map(({ when, tag }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis, sql }) => ({
    name: names.get(folderMillis) ?? String(folderMillis),
    at: folderMillis,
    statements: sql,
  }));
}

/**
 * Returns the migrations that a database still needs.
 * @param applied those that it has had, by `Migration.at`
 * @throws Error with one line for the operator if a newer version has migrated it
 */
export function missingMigrations(applied: readonly number[]): Migration[] {
  const known = knownMigrations();
  const ours = new Set(known.map(({ at }) => at));
  const unknown = applied.filter((at) => !ours.has(at)).length;
  if (unknown > 0)
    throw new Error(
      `The database was updated by a newer version of Countinghouse (${unknown} ${unknown === 1 ? "step" : "steps"} that this version does not know). Start that version, or restore the backup that was made before the update.`,
    );
  return known.filter(({ at }) => !applied.includes(at));
}
