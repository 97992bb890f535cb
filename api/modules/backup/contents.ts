/**
 * The lines of a backup, each a JSON value. The first is the header. Each table is an object with its columns, an array
 * of texts for each row, and an object with the number of its rows. Sequences follow, and the end. It says nothing about
 * the schema: a restore makes it by the migrations that the header names. So a backup of one database can be restored
 * into the other, and a backup of an older version by a newer one.
 */
import { z } from "zod";

export const header = z.object({
  /** ISO 8601. */
  madeAt: z.string(),
  /** The migrations that the database had, by `Migration.at`. */
  migrations: z.array(z.number()),
  /** Fingerprints of the secrets that encrypt values in the database, see `secrets.ts`. */
  sealedWith: z.array(z.string()),
});
export type Header = z.output<typeof header>;

const table = z.object({ table: z.string(), schema: z.string(), columns: z.array(z.string()) });
export type TableLine = z.output<typeof table>;

const sequence = z.object({ sequence: z.string(), schema: z.string(), value: z.string(), isCalled: z.boolean() });
export type SequenceLine = z.output<typeof sequence>;

const end = z.object({ tables: z.number(), rows: z.number() });
export type EndLine = z.output<typeof end>;

export type Row = (string | null)[];
const line = z.union([table, z.object({ rowsOfTable: z.number() }), sequence, end]);
export type Line = z.output<typeof line> | Row;

export function readLine(text: string): Line {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? (value as Row) : line.parse(value);
}
