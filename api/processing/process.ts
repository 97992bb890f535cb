/**
 * Work that takes longer than a request: somebody asks for it by a command, it is done in the background row after row,
 * and `processing` tells how far it is. Rows and progress are kept together: one that is killed goes on where it was.
 */
import { sql } from "drizzle-orm";
import type { Caller } from "../access/caller.ts";
import type { Db } from "../database/connection.ts";
import { processes, processRows } from "../database/schema/index.ts";
import type { Context, Services } from "../http/context.ts";

/** What a row is done with: the caller as they are now, and a transaction. */
export interface Work extends Services {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
}

/** What the end is done with, also where the caller may do nothing any more. */
export type Ending = Omit<Work, "caller">;

/** One kind of work. Its input and its rows are plain JSON. */
export interface ProcessKind<Input = unknown, Row = unknown> {
  readonly name: string;
  /** Whether the caller may still do it. */
  isAllowed(caller: Caller): boolean;
  /** What people call the row. */
  nameOf(row: Row): string;
  /**
   * Does one row.
   * @throws Refusal with the reason why it cannot be done; nothing of the row is kept then
   */
  doRow(work: Work, row: Row, input: Input): Promise<void>;
  /** After the last row, or where it had to stop, with all those that were done. @returns what to say in the end */
  end(work: Ending, done: readonly Row[], input: Input): Promise<string>;
}

/** With the transaction of the command. @returns what `processing` is asked by */
export async function beginProcess<Input, Row>(
  { db, caller, jobs }: Pick<Context, "db" | "caller" | "jobs">,
  kind: ProcessKind<Input, Row>,
  input: Input,
  rows: readonly Row[],
): Promise<string> {
  const [process] = await db.insert(processes).values({ kind: kind.name, askedBy: caller.userId, input, total: rows.length }).returning({ id: processes.id });
  const { id } = process as { id: string };
  await db.execute(sql`
    insert into ${processRows} (process_id, position, row)
    select ${id}, position, value from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (value, position)`);
  await jobs.enqueue(db, "process", { id });
  return id;
}
