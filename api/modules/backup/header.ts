import { knownMigrations, type Migration } from "#api/core/database/known-migrations.ts";
import { type Header, header } from "./contents.ts";

/**
 * Reads the first line of a backup, with the migrations that make its schema.
 * @throws Error in one line for the operator, if a newer version has made it
 */
export async function readHeader(
  file: string,
  lines: AsyncGenerator<string>,
): Promise<Omit<Header, "migrations"> & { migrations: Migration[] }> {
  const first = await lines.next();
  const { migrations, ...about } = header.parse(JSON.parse(first.done ? "{}" : first.value));
  const wanted = new Set(migrations);
  const known = knownMigrations().filter(({ at }) => wanted.has(at));
  if (known.length < wanted.size)
    throw new Error(
      `${file} was made by a newer version of Countinghouse (${wanted.size - known.length} of its migrations are unknown to this one). Use that version.`,
    );
  return { ...about, migrations: known };
}
