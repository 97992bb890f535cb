/** Does the processes that were begun, in pieces: each is a transaction of its own together with its progress. */
import { and, asc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import { ProcessingMessageType, ProcessingStatus } from "../../contract/enumerations.ts";
import { callerOf } from "../access/caller.ts";
import type { Database, Db } from "../database/connection.ts";
import { processes, processMessages, processRows } from "../database/schema/index.ts";
import type { Services } from "../http/context.ts";
import { Refusal } from "../http/refusal.ts";
import type { JobHandlers, Jobs } from "../jobs/jobs.ts";
import type { Ending, ProcessKind, Work } from "./process.ts";

type Process = typeof processes.$inferSelect;
type Row = typeof processRows.$inferSelect;

export interface Parts extends Services {
  database: Pick<Database, "transaction">;
  kinds: Readonly<Record<string, ProcessKind>>;
}

const rowsAtOnce = 50;
const failuresAllowed = 2;

const { running, done, doneWithErrors, failed } = ProcessingStatus;
const { information, warning, validationError, error } = ProcessingMessageType;

/** The job: all of a process. One that breaks down goes on later, and is given up when it does so again and again. */
export function runProcess(parts: Parts): JobHandlers["process"] {
  return async ({ id }) => {
    try {
      while (await runRows(parts, id));
    } catch (failure) {
      await noteFailure(parts, id);
      throw failure;
    }
  };
}

/** At the start of the API: what was begun before goes on. */
export async function resumeProcesses(database: Pick<Database, "transaction">, jobs: Pick<Jobs, "enqueue">): Promise<void> {
  await database.transaction(async (db) => {
    const begun = await db.select({ id: processes.id }).from(processes).where(isNull(processes.finishedAt));
    for (const { id } of begun) await jobs.enqueue(db, "process", { id });
  });
}

/** Does the next rows, and ends the process after the last. @returns false when it is finished */
export async function runRows({ database, kinds, ...services }: Parts, id: string): Promise<boolean> {
  return database.transaction(async (db) => {
    const process = await unfinished(db, id);
    if (!process) return false;
    const caller = await callerOf(db, { userId: process.askedBy });
    const kind = kinds[process.kind];
    if (!kind) throw new Error(`There is no kind of work called ${process.kind}.`);
    if (!caller || !kind.isAllowed(caller)) {
      await stop({ ...services, db, now: new Date() }, kind, process, "This was stopped, because you may not do it any more.");
      return false;
    }
    const work = { ...services, db, caller, now: new Date() };
    const rows = await nextRows(db, id);
    await doRows(work, kind, process, rows);
    if (rows.length === rowsAtOnce) return true;
    await end(work, kind, process);
    return false;
  });
}

/** Locked, so that no two do the same rows. */
async function unfinished(db: Db, id: string): Promise<Process | undefined> {
  const [process] = await db
    .select()
    .from(processes)
    .where(and(eq(processes.id, id), isNull(processes.finishedAt)))
    .for("update");
  return process;
}

const nextRows = (db: Db, id: string): Promise<Row[]> =>
  db
    .select()
    .from(processRows)
    .where(and(eq(processRows.processId, id), isNull(processRows.isDone)))
    .orderBy(asc(processRows.position))
    .limit(rowsAtOnce);

async function doRows(work: Work, kind: ProcessKind, { id, input, done: before }: Process, rows: readonly Row[]): Promise<void> {
  const refused: { position: number; why: string }[] = [];
  for (const { position, row } of rows) {
    const why = await whyNotDone(work.db, () => kind.doRow(work, row, input));
    if (why !== undefined) refused.push({ position, why: `${kind.nameOf(row)}: ${why}` });
  }
  await say(
    work.db,
    id,
    refused.map(({ why }) => ({ type: validationError, text: why })),
  );
  const notDone = refused.map(({ position }) => position);
  const looked = inArray(
    processRows.position,
    rows.map(({ position }) => position),
  );
  await work.db
    .update(processRows)
    .set({ isDone: notDone.length > 0 ? sql`not ${inArray(processRows.position, notDone)}` : true })
    .where(and(eq(processRows.processId, id), looked));
  await work.db
    .update(processes)
    .set({ status: running, done: before + rows.length })
    .where(eq(processes.id, id));
}

/** A row that is refused leaves nothing of itself. */
async function whyNotDone(db: Db, work: () => Promise<void>): Promise<string | undefined> {
  await db.execute(sql`savepoint before_row`);
  try {
    await work();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    await db.execute(sql`rollback to savepoint before_row`);
    return refusal.message;
  }
  await db.execute(sql`release savepoint before_row`);
  return undefined;
}

async function end(work: Ending, kind: ProcessKind, process: Process): Promise<void> {
  const count = await conclude(work, kind, process);
  await finish(work.db, process.id, count === process.total ? done : doneWithErrors);
}

/** Says what was done, and does what follows from it. @returns how many rows were */
async function conclude(work: Ending, kind: ProcessKind, { id, input }: Process): Promise<number> {
  const isDone = and(eq(processRows.processId, id), eq(processRows.isDone, true));
  const rows = await work.db.select({ row: processRows.row }).from(processRows).where(isDone).orderBy(asc(processRows.position));
  const text = await kind.end(
    work,
    rows.map(({ row }) => row),
    input,
  );
  await say(work.db, id, [{ type: information, text }]);
  return rows.length;
}

async function noteFailure({ database, kinds, ...services }: Parts, id: string): Promise<void> {
  await database.transaction(async (db) => {
    const process = await unfinished(db, id);
    if (!process) return;
    await db
      .update(processes)
      .set({ failures: process.failures + 1 })
      .where(eq(processes.id, id));
    if (process.failures < failuresAllowed) return;
    await stop({ ...services, db, now: new Date() }, kinds[process.kind], process, "Oh dear, this was stopped by an unexpected error.");
  });
}

/** Before its end. What is done stays done, with all that follows from it; what is not is named. */
async function stop(work: Ending, kind: ProcessKind | undefined, process: Process, why: string): Promise<void> {
  const { db } = work;
  const { id } = process;
  await say(db, id, [{ type: error, text: `${why} What is done stays done.` }]);
  if (kind) {
    const left = await db
      .select({ row: processRows.row })
      .from(processRows)
      .where(and(eq(processRows.processId, id), isNull(processRows.isDone)))
      .orderBy(asc(processRows.position));
    const texts = left.map(({ row }) => ({ type: warning, text: `${kind.nameOf(row)}: not done.` }));
    await say(db, id, texts);
    // It may be what broke down.
    await unlessBroken(db, () => conclude(work, kind, process));
  }
  await finish(db, id, failed);
}

async function unlessBroken(db: Db, work: () => Promise<unknown>): Promise<void> {
  await db.execute(sql`savepoint before_end`);
  try {
    await work();
    await db.execute(sql`release savepoint before_end`);
  } catch {
    await db.execute(sql`rollback to savepoint before_end`);
  }
}

async function finish(db: Db, id: string, status: number): Promise<void> {
  await db.update(processes).set({ status, finishedAt: new Date() }).where(eq(processes.id, id));
  await db.delete(processRows).where(eq(processRows.processId, id));
}

async function say(db: Db, processId: string, messages: readonly { type: number; text: string }[]): Promise<void> {
  if (messages.length === 0) return;
  const [last] = await db
    .select({ id: max(processMessages.id) })
    .from(processMessages)
    .where(eq(processMessages.processId, processId));
  // One parameter for all of them: they may be more than a statement has parameters.
  await db.execute(sql`
    insert into ${processMessages} (process_id, id, type, text)
    select ${processId}, ${last?.id ?? 0} + position, (message ->> 'type')::integer, message ->> 'text'
    from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) with ordinality as given (message, position)`);
}
