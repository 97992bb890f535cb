import { compareMigrations, type Migration } from "#api/core/database/known-migrations.ts";
import { type Header, header } from "./contents.ts";

/**
 * Reads the first line of a backup, with the migrations that make its schema.
 * @throws Error in one line for the operator, if a newer version has made it, or one that is too old
 */
export async function readHeader(
  file: string,
  lines: AsyncGenerator<string>,
): Promise<Omit<Header, "migrations"> & { migrations: Migration[] }> {
  const first = await lines.next();
  const { migrations, ...about } = header.parse(JSON.parse(first.done ? "{}" : first.value));
  const { present, unknown, isTooOld } = compareMigrations(migrations);
  if (unknown > 0)
    throw new Error(
      `${file} was made by a newer version of Countinghouse (${unknown} of its migrations are unknown to this one). Use that version.`,
    );
  if (isTooOld)
    throw new Error(
      `${file} was made by an early version of Countinghouse, which this version cannot read. Restore it with the last version 0.1, start that version once, and make a new backup.`,
    );
  return { ...about, migrations: present };
}
