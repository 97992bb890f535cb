/** How records of one kind are found. Every query is restricted to what the caller may see. */
import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Context } from "#api/core/operations/context.ts";
import type { Operation } from "#contract/operation.ts";
import { maxHits } from "#contract/search/schema.ts";

export type Searching = Pick<Context, "db" | "caller" | "config">;

export interface Kind<Hit extends { id: number }> {
  /** The operation that a caller must be allowed to call to find records of this kind. */
  operation: Operation;
  /** Returns the ids of the records with a field that is the text, whatever its case. */
  exact(searching: Searching, text: string): Promise<number[]>;
  /** Returns the ids of other records that match, the best first. They may include exact ones. */
  similar(searching: Searching, text: string): Promise<number[]>;
  /** Returns these records, in any order. */
  read(searching: Searching, ids: number[]): Promise<Hit[]>;
}

/** Enough ids to know whether there are more than are shown, although exact ones may be among them. */
export const mostIds = 2 * maxHits + 1;

/** The column in the form of the indexes of the search. */
export const folded = (column: AnyPgColumn): SQL => sql`lower(${column}) collate "C"`;

export const isText = (column: AnyPgColumn | SQL, text: string): SQL => sql`${column} = lower(${text})`;

/** A range, which every b-tree of this order can find. No character sorts after the last one of Unicode. */
export const beginsWith = (column: SQL, text: string): SQL =>
  sql`(${column} >= lower(${text}) and ${column} < lower(${text}) || ${"\u{10FFFF}"})`;

const maxId = 2_147_483_647;

/** Returns the number if it can be an id. */
export function idIn(digits: string | undefined): number | undefined {
  const id = digits && /^\d{1,12}$/.test(digits) ? Number(digits) : 0;
  return id >= 1 && id <= maxId ? id : undefined;
}
