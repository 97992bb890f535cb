/**
 * Background processes for work that takes longer than a request. A command or a file starts one, its rows are
 * processed one after the other, and `processing` reports the progress. Rows and progress are committed together, so a
 * process that is killed continues where it stopped.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { processes, processFiles, processRows } from "#api/core/database/schema/index.ts";
import type { Context, Services } from "#api/core/operations/context.ts";

/** The context in which a row is processed: the caller with their current permissions, and a transaction. */
export interface Work extends Services {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
  readonly processId: string;
}

/** The context in which a process ends, even if the caller has lost their permissions. */
export type Ending = Omit<Work, "caller" | "processId">;

/** The user who has begun a process, whatever they may do now. */
export interface Begun {
  readonly caller: Pick<Caller, "userId">;
}

/** The result of a row that can be done in part. */
export interface Outcome<Result = unknown> {
  /** Reasons why parts were not done, as sentences that make sense on their own. */
  readonly refused: readonly string[];
  readonly result: Result;
}

export interface ProcessNotice {
  /** Begins a sentence, such as `The import of stock.xlsx`. */
  name: string;
  /** Path of its page in the back office. */
  path: string;
  /** The user is told only if it fails. */
  isQuiet?: boolean;
}

/** One kind of process. Input, rows and results are plain JSON. */
export interface ProcessKind<Input = unknown, Row = unknown, Result = unknown> {
  readonly name: string;
  /** For notifications of the user who started it. */
  noticeOf(id: string, input: Input): ProcessNotice;
  /**
   * Reads the rows from the file that started the process, outside of any transaction.
   * @param withDatabase runs a short transaction, for rows that are compared with stored records
   * @returns the rows, and the input for processing them
   * @throws Refusal with the reason why the file cannot be read
   */
  read?(
    file: Buffer,
    input: Input,
    withDatabase: Database["transaction"],
  ): Promise<{ rows: readonly Row[]; input: Input }>;
  /**
   * Rows per transaction, which is also the step of the progress shown. The default suits rows that are quick to
   * process.
   */
  readonly rowsAtOnce?: number;
  /** The supplier whose records it is about, if it is about one alone: its turns count as that supplier's. */
  supplierOf?(input: Input): number | null;
  /** Returns false if the caller has lost the permission since the process began. */
  isAllowed(caller: Caller): boolean;
  /** The name of the row for users. */
  nameOf(row: Row): string;
  /** The product that the name of the row leads to, where it is about one. */
  productOf?(row: Row): number;
  /**
   * Examines several rows at once, without changing anything.
   * @returns outcomes of the rows that need no further processing; undefined for the others
   */
  findUnchanged?(work: Work, rows: readonly Row[], input: Input): Promise<readonly (Outcome<Result> | undefined)[]>;
  /**
   * Processes one row.
   * @returns the outcome if the row can be done in part; nothing if all of it was done
   * @throws Refusal with the reason why it cannot be done; the row's changes are rolled back
   */
  doRow(work: Work, row: Row, input: Input): Promise<Outcome<Result>> | Promise<void>;
  /**
   * Runs after the last row, or when the process is stopped.
   * @param done returns all rows that were done
   * @returns the final message
   */
  end(
    work: Ending & Begun,
    done: () => Promise<readonly Row[]>,
    input: Input,
    results: readonly Result[],
    summary: unknown,
  ): Promise<string>;
  /** Result summary, shown after the process has finished, and passed to `end`. */
  summaryOf?(results: readonly Result[], input: Input): unknown;
  /** Which rows stay stored when the process is finished; none by default. */
  storedRows?(input: Input): "all" | "refused";
}

type Beginning = Pick<Context, "db" | "caller" | "jobs">;

/** Runs in the transaction of the command. Returns the id for `processing`. */
export async function beginProcess<Input, Row, Result>(
  context: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  input: Input,
  rows: readonly Row[],
): Promise<string> {
  const id = await begin(context, kind, { input, total: rows.length });
  for (const batch of batchesOfRows(rows)) await addRows(context.db, id, batch);
  return id;
}

/**
 * Starts the import of a file, which is read in the background. Needs a transaction. Returns the id for `processing`.
 */
export async function beginImport<Input, Row, Result>(
  context: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  input: Input,
  content: Buffer,
): Promise<string> {
  const id = await begin(context, kind, { input, isImport: true });
  await context.db.insert(processFiles).values({ processId: id, content });
  return id;
}

/**
 * Starts an import with the rows of another process, which loses them; `checked` of each row holds its outcome there.
 * Needs a transaction. Returns the id for `processing`; undefined if that process has no rows.
 */
export async function beginImportAgain<Input, Row, Result>(
  context: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  input: Input,
  from: string,
): Promise<string | undefined> {
  const total = await context.db.$count(processRows, eq(processRows.processId, from));
  if (total === 0) return undefined;
  const id = await begin(context, kind, { input, total, isImport: true });
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
 * Starts to undo the rows of another process, which keeps them; `applied` of each row holds its outcome there. Needs a
 * transaction. Returns the id for `processing`; undefined if there are no such rows.
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
  const id = await begin(context, kind, { input, total, isImport: true });
  await context.db.execute(sql`
    insert into ${processRows} (process_id, position, row)
    select ${id}, position, row || jsonb_build_object('applied', result) from ${processRows} where ${these}`);
  return id;
}

async function begin<Input, Row, Result>(
  { db, caller, jobs }: Beginning,
  kind: ProcessKind<Input, Row, Result>,
  process: { input: Input; total?: number; isImport?: boolean },
): Promise<string> {
  const id = await db
    .insert(processes)
    .values({
      ...process,
      kind: kind.name,
      askedBy: caller.userId,
      party: partyOf(caller, kind.supplierOf?.(process.input) ?? null),
    })
    .returning({ id: processes.id })
    .then(insertedId);
  await jobs.enqueue(db, "process", { id });
  return id;
}

/** All imports, feeds and people of a supplier are one party; a user who acts for no supplier alone is another. */
function partyOf({ userId, seesAllSuppliers, links }: Caller, supplierId: number | null): string {
  const [theirs = null, another] = seesAllSuppliers ? [] : new Set(links.map((link) => link.supplierId));
  const one = supplierId ?? (another === undefined ? theirs : null);
  return one === null ? `user ${userId}` : `supplier ${one}`;
}

const rowsInStatement = 500;
/** Characters of JSON. Inserting more holds the embedded database's only connection for over 100 ms. */
const charactersInStatement = 250_000;

interface Batch {
  /** Number of the first row; rows are numbered from 1. */
  readonly from: number;
  /** A JSON array of the rows. */
  readonly json: string;
}

/** Splits rows into batches that are each inserted with one statement. */
export function* batchesOfRows(rows: readonly unknown[]): Generator<Batch> {
  let batch: string[] = [];
  let characters = 0;
  const taken = (end: number): Batch => ({ from: end - batch.length + 1, json: `[${batch.join()}]` });
  for (const [i, row] of rows.entries()) {
    const json = JSON.stringify(row);
    if (batch.length === rowsInStatement || (batch.length > 0 && characters + json.length > charactersInStatement)) {
      yield taken(i);
      [batch, characters] = [[], 0];
    }
    batch.push(json);
    characters += json.length;
  }
  if (batch.length > 0) yield taken(rows.length);
}

/** Adds rows to a process. Rows added by an earlier attempt stay unchanged. */
export async function addRows(db: Db, id: string, { from, json }: Batch): Promise<void> {
  await db.execute(sql`
    insert into ${processRows} (process_id, position, row)
    select ${id}, ${from} + position - 1, value from jsonb_array_elements(${json}::jsonb) with ordinality as given (value, position)
    on conflict do nothing`);
}
