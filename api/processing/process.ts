/**
 * Work that takes longer than a request: somebody asks for it by a command or with a file, it is done in the background
 * row after row, and `processing` tells how far it is. Rows and progress are kept together: one that is killed goes on
 * where it was.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../access/caller.ts";
import type { Db } from "../database/connection.ts";
import { processes, processFiles, processRows } from "../database/schema/index.ts";
import type { Context, Services } from "../http/context.ts";

/** What a row is done with: the caller as they are now, and a transaction. */
export interface Work extends Services {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
}

/** What the end is done with, also where the caller may do nothing any more. */
export type Ending = Omit<Work, "caller">;

/** What came of a row of which not all has to be done or refused together. */
export interface Outcome<Result = unknown> {
  /** Why something of it was not done, in sentences that say by themselves what they are about. */
  readonly refused: readonly string[];
  readonly result: Result;
}

/** One kind of work. Its input, its rows and what comes of them are plain JSON. */
export interface ProcessKind<Input = unknown, Row = unknown, Result = unknown> {
  readonly name: string;
  /**
   * Makes rows of the file that it was begun with, outside of any transaction.
   * @returns them, and the input that goes on with them
   * @throws Refusal with the reason why the file cannot be read
   */
  read?(file: Buffer, input: Input): Promise<{ rows: readonly Row[]; input: Input }>;
  /** So many are done in one transaction, and show as progress when they are; where it does not say, as many as suits short ones. */
  readonly rowsAtOnce?: number;
  /** Whether the caller may still do it. */
  isAllowed(caller: Caller): boolean;
  /** What people call the row. */
  nameOf(row: Row): string;
  /**
   * Looks at several rows at once, and changes nothing.
   * @returns what came of those that need not be done because of it; undefined for the others
   */
  glance?(work: Work, rows: readonly Row[], input: Input): Promise<readonly (Outcome<Result> | undefined)[]>;
  /**
   * Does one row.
   * @returns what came of it, where it can be done in part; nothing where all of it was done
   * @throws Refusal with the reason why it cannot be done; nothing of the row is kept then
   */
  doRow(work: Work, row: Row, input: Input): Promise<Outcome<Result>> | Promise<void>;
  /** After the last row, or where it had to stop. @param done gives all those that were done @returns what to say in the end */
  end(work: Ending, done: () => Promise<readonly Row[]>, input: Input, results: readonly Result[]): Promise<string>;
  /** Result summary, shown after the process has finished. */
  summaryOf?(results: readonly Result[], input: Input): unknown;
  /** The rows that stay with it when it is finished: none when it does not say. */
  keeps?(input: Input): "all" | "refused";
}

type Beginning = Pick<Context, "db" | "caller" | "jobs">;

/** With the transaction of the command. @returns what `processing` is asked by */
export async function beginProcess<Input, Row, Result>(
  context: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  input: Input,
  rows: readonly Row[],
): Promise<string> {
  const id = await begin(context, { kind: kind.name, input, total: rows.length });
  for (const batch of batchesOfRows(rows)) await addRows(context.db, id, batch);
  return id;
}

/** Begins to import a file, which is read in the background. In a transaction. @returns what `processing` is asked by */
export async function beginImport<Input, Row, Result>(
  context: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  input: Input,
  content: Buffer,
): Promise<string> {
  const id = await begin(context, { kind: kind.name, input, isImport: true });
  await context.db.insert(processFiles).values({ processId: id, content });
  return id;
}

/**
 * Begins to import with the rows of another process, which has them no more; each knows in `checked` what came of it there.
 * In a transaction. @returns what `processing` is asked by; undefined when that process has none
 */
export async function beginImportAgain<Input, Row, Result>(
  context: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  input: Input,
  from: string,
): Promise<string | undefined> {
  const total = await context.db.$count(processRows, eq(processRows.processId, from));
  if (total === 0) return undefined;
  const id = await begin(context, { kind: kind.name, input, total, isImport: true });
  await context.db
    .update(processRows)
    .set({
      processId: id,
      row: sql`${processRows.row} || jsonb_build_object('checked', ${processRows.result})`,
      isDone: null,
      result: null,
    })
    .where(eq(processRows.processId, from));
  return id;
}

/**
 * Begins to take back what the rows of another process did, which keeps them; each knows in `applied` what came of it there.
 * In a transaction. @returns what `processing` is asked by; undefined when there is no such row
 */
export async function beginUndo<Input, Row, Result>(
  context: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  input: Input,
  { from, which }: { from: string; which: SQL },
): Promise<string | undefined> {
  const these = and(eq(processRows.processId, from), which);
  const total = await context.db.$count(processRows, these);
  if (total === 0) return undefined;
  const id = await begin(context, { kind: kind.name, input, total, isImport: true });
  await context.db.execute(sql`
    insert into ${processRows} (process_id, position, row)
    select ${id}, position, row || jsonb_build_object('applied', result) from ${processRows} where ${these}`);
  return id;
}

async function begin(
  { db, caller, jobs }: Beginning,
  process: Omit<typeof processes.$inferInsert, "askedBy">,
): Promise<string> {
  const [begun] = await db
    .insert(processes)
    .values({ ...process, askedBy: caller.userId })
    .returning({ id: processes.id });
  const { id } = begun as { id: string };
  await jobs.enqueue(db, "process", { id });
  return id;
}

const rowsInStatement = 500;
/** Characters of JSON. Inserting more holds the embedded database's only connection for over 100 ms. */
const lettersInStatement = 250_000;

interface Batch {
  /** Of its first row, from 1. */
  readonly from: number;
  /** A JSON array of the rows. */
  readonly json: string;
}

/** Splits rows into batches that are each inserted with one statement. */
export function* batchesOfRows(rows: readonly unknown[]): Generator<Batch> {
  let batch: string[] = [];
  let letters = 0;
  const taken = (end: number): Batch => ({ from: end - batch.length + 1, json: `[${batch.join()}]` });
  for (const [i, row] of rows.entries()) {
    const json = JSON.stringify(row);
    if (batch.length === rowsInStatement || (batch.length > 0 && letters + json.length > lettersInStatement)) {
      yield taken(i);
      [batch, letters] = [[], 0];
    }
    batch.push(json);
    letters += json.length;
  }
  if (batch.length > 0) yield taken(rows.length);
}

/** Adds rows to a process; those that an earlier attempt added stay as they are. */
export async function addRows(db: Db, id: string, { from, json }: Batch): Promise<void> {
  await db.execute(sql`
    insert into ${processRows} (process_id, position, row)
    select ${id}, ${from} + position - 1, value from jsonb_array_elements(${json}::jsonb) with ordinality as given (value, position)
    on conflict do nothing`);
}
