/** Does the processes that were begun, in pieces: each is a transaction of its own together with its progress. */
import { and, asc, eq, isNotNull, isNull, lt, max, sql } from "drizzle-orm";
import { ProcessingMessageType, ProcessingStatus } from "../../contract/enumerations.ts";
import { callerOf } from "../access/caller.ts";
import type { Database, Db } from "../database/connection.ts";
import { allOrNothing } from "../database/savepoint.ts";
import { processes, processFiles, processMessages, processRows } from "../database/schema/index.ts";
import type { Services } from "../http/context.ts";
import { orRefusal, Refusal } from "../http/refusal.ts";
import type { JobHandlers, Jobs } from "../jobs/jobs.ts";
import { addRows, type Ending, type Outcome, type ProcessKind, type Work } from "./process.ts";

type Process = typeof processes.$inferSelect;
type Row = typeof processRows.$inferSelect;

export interface Parts extends Services {
  database: Pick<Database, "transaction">;
  kinds: Readonly<Record<string, ProcessKind>>;
}

const rowsOrdinarily = 50;
/** So many refusals are said; a file may have a hundred thousand, and gives back each of them. */
const mostRefusals = 1_000;
const failuresAllowed = 2;

const { running, done, doneWithErrors, failed } = ProcessingStatus;
const { information, warning, validationError, error } = ProcessingMessageType;

/** The job: all of a process. One that breaks down goes on later, and is given up when it does so again and again. */
export function runProcess(parts: Parts): JobHandlers["process"] {
  return async ({ id }) => {
    try {
      await readRows(parts, id);
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

/** Reads the file that the process was begun with, unless that is done. Nothing waits for it: it may take a minute. */
async function readRows({ database, kinds, ...services }: Parts, id: string): Promise<void> {
  const unread = await database.transaction(async (db) => {
    const process = await unfinished(db, id);
    const [file] = process?.total === null ? await db.select().from(processFiles).where(eq(processFiles.processId, id)) : [];
    return process && file && { process, content: file.content };
  });
  if (!unread) return;
  const kind = kinds[unread.process.kind];
  const read = await orRefusal(async () => kind?.read?.(unread.content, unread.process.input));
  await database.transaction(async (db) => {
    const process = await unfinished(db, id);
    if (process?.total !== null) return;
    await db.delete(processFiles).where(eq(processFiles.processId, id));
    if (read instanceof Refusal) {
      await say(db, id, [{ type: error, text: read.message }]);
      await finish({ ...services, db, now: new Date() }, kind, process, failed);
    } else if (read) {
      await addRows(db, id, read.rows);
      await db.update(processes).set({ total: read.rows.length, input: read.input }).where(eq(processes.id, id));
    }
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
    const { rowsAtOnce = rowsOrdinarily } = kind;
    const rows = await nextRows(db, id, rowsAtOnce);
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

const nextRows = (db: Db, id: string, count: number): Promise<Row[]> =>
  db
    .select()
    .from(processRows)
    .where(and(eq(processRows.processId, id), isNull(processRows.isDone)))
    .orderBy(asc(processRows.position))
    .limit(count);

async function doRows(work: Work, kind: ProcessKind, { id, input, done: before }: Process, rows: readonly Row[]): Promise<void> {
  const outcomes: { position: number; refused: readonly string[]; result: unknown }[] = [];
  const seen = await kind.glance?.(
    work,
    rows.map(({ row }) => row),
    input,
  );
  for (const [i, { position, row }] of rows.entries()) {
    const outcome = seen?.[i] ?? (await orRefusal(() => allOrNothing(work.db, async () => kind.doRow(work, row, input))));
    outcomes.push({
      position,
      ...(outcome instanceof Refusal ? { refused: [`${kind.nameOf(row)}: ${outcome.message}`], result: null } : (outcome ?? allDone)),
    });
  }
  await sayRefusals(
    work.db,
    id,
    outcomes.flatMap(({ refused }) => refused),
  );
  const looked = outcomes.map(({ position, refused, result }) => ({ position, isDone: refused.length === 0, result }));
  await work.db.execute(sql`
    update ${processRows} set is_done = (looked ->> 'isDone')::boolean, result = nullif(looked -> 'result', 'null')
    from jsonb_array_elements(${JSON.stringify(looked)}::jsonb) as given (looked)
    where process_id = ${id} and position = (looked ->> 'position')::integer`);
  await work.db
    .update(processes)
    .set({ status: running, done: before + rows.length })
    .where(eq(processes.id, id));
}

const allDone: Outcome = { refused: [], result: null };

async function end(work: Ending, kind: ProcessKind, process: Process): Promise<void> {
  const count = await conclude(work, kind, process);
  await finish(work, kind, process, count === process.total ? done : doneWithErrors);
}

/** Says what was done, and does what follows from it. @returns how many rows were */
async function conclude(work: Ending, kind: ProcessKind, { id, input }: Process): Promise<number> {
  const { isDone, result, row, position } = processRows;
  const ofProcess = eq(processRows.processId, id);
  const those = await work.db
    .select({ result })
    .from(processRows)
    .where(and(ofProcess, isNotNull(result)))
    .orderBy(asc(position));
  const results = those.map((each) => each.result);
  const done = async () => {
    const rows = await work.db.select({ row }).from(processRows).where(and(ofProcess, isDone)).orderBy(asc(position));
    return rows.map((each) => each.row);
  };
  const text = await kind.end(work, done, input, results);
  await say(work.db, id, [{ type: information, text }]);
  if (kind.summaryOf) {
    await work.db
      .update(processes)
      .set({ result: kind.summaryOf(results, input) })
      .where(eq(processes.id, id));
  }
  return work.db.$count(processRows, and(ofProcess, isDone));
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
    await allOrNothing(db, () => conclude(work, kind, process)).catch(() => {});
  }
  await finish(work, kind, process, failed);
}

async function finish({ db, now }: Ending, kind: ProcessKind | undefined, { id, input }: Process, status: number): Promise<void> {
  await db.update(processes).set({ status, finishedAt: now }).where(eq(processes.id, id));
  await db.delete(processFiles).where(eq(processFiles.processId, id));
  const keeps = kind?.keeps?.(input);
  if (keeps !== "all") await db.delete(processRows).where(and(eq(processRows.processId, id), keeps && eq(processRows.isDone, true)));
}

const kept = sql`interval '7 days'`;

/** What was finished a week ago is forgotten, with all that was kept of it. */
export async function forgetProcesses(database: Pick<Database, "transaction">): Promise<void> {
  await database.transaction((db) => db.delete(processes).where(lt(processes.finishedAt, sql`now() - ${kept}`)));
}

async function sayRefusals(db: Db, id: string, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const room = mostRefusals - (await db.$count(processMessages, and(eq(processMessages.processId, id), eq(processMessages.type, validationError))));
  await say(
    db,
    id,
    texts.slice(0, Math.max(0, room)).map((text) => ({ type: validationError, text })),
  );
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
