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
 * Compares the known migrations with those that a database has had, by `Migration.at`. The first one, the baseline, has
 * the moment of the last of the migrations that it replaced: a database that has had all of these has had the baseline.
 */
export function compareMigrations(applied: readonly number[]) {
  const known = knownMigrations();
  const ours = new Set(known.map(({ at }) => at));
  const baseline = known[0]?.at ?? 0;
  return {
    present: known.filter(({ at }) => applied.includes(at)),
    missing: known.filter(({ at }) => !applied.includes(at)),
    /** How many a newer version has added. */
    unknown: applied.filter((at) => at > baseline && !ours.has(at)).length,
    /** It has had only some of the migrations that the baseline replaced. */
    isTooOld: applied.length > 0 && !applied.includes(baseline),
  };
}

/**
 * Returns the migrations that a database still needs.
 * @param applied those that it has had, by `Migration.at`
 * @throws Error with one line for the operator if this version cannot update it
 */
export function missingMigrations(applied: readonly number[]): Migration[] {
  const { missing, unknown, isTooOld } = compareMigrations(applied);
  if (unknown > 0)
    throw new Error(
      `The database was updated by a newer version of Countinghouse (${unknown} ${unknown === 1 ? "step" : "steps"} that this version does not know). Start that version, or restore the backup that was made before the update.`,
    );
  if (isTooOld)
    throw new Error(
      "The database is of an early version of Countinghouse, which this version cannot update. Start the last version 0.1 on it once, and then this version.",
    );
  return missing;
}
