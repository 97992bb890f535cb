/** Runs background processes in steps: each step is a transaction that also stores the progress. */
import { randomUUID } from "node:crypto";
import { and, asc, eq, isNotNull, isNull, lt, max, ne, sql } from "drizzle-orm";
import { callerBehind } from "#api/core/access/behind.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { type DatabaseFailure, databaseFailure } from "#api/core/database/failures.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import { processes, processFiles, processMessages, processRows } from "#api/core/database/schema/index.ts";
import { nameAuthor } from "#api/core/history/author.ts";
import type { JobHandlers, Jobs } from "#api/core/jobs/jobs.ts";
import { hasLiveRun, isAlive } from "#api/core/jobs/runs.ts";
import { notify } from "#api/core/notifications/notify.ts";
import type { Services } from "#api/core/operations/context.ts";
import { orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { ProcessingMessageType, ProcessingStatus } from "#contract/enumerations.ts";
import {
  addRows,
  batchesOfRows,
  type Ending,
  type Outcome,
  type ProcessKind,
  type ProcessNotice,
  type Work,
} from "./process.ts";

type Process = typeof processes.$inferSelect;
type Row = typeof processRows.$inferSelect;

export interface Parts extends Services {
  database: Pick<Database, "transaction">;
  kinds: Readonly<Record<string, ProcessKind>>;
  /** Milliseconds after which no further row is begun in the same transaction. */
  holdMs?: number;
  /** Milliseconds after which a process makes room for others that wait. */
  turnMs?: number;
}

const rowsOrdinarily = 50;
/** The embedded database has one connection: everybody else waits while a transaction holds it. */
const longestHoldMs = 60;
/**
 * Most refusals listed in the result. A file may have a hundred thousand; the returned workbook contains all of them.
 */
const mostRefusals = 1_000;
const failuresAllowed = 2;
/** A file that has crashed two API processes is not read again. */
const failuresOfReading = 1;

const { running, done, doneWithErrors, failed } = ProcessingStatus;
const { information, warning, validationError, error } = ProcessingMessageType;

/**
 * How long a run works on one process while others wait, so that a short import does not wait for a long one of somebody
 * else. Whose turn is next is decided by `nextInTurn`.
 */
const turnMs = 2_000;

/**
 * Returns the job handler that runs the process whose turn is next. That need not be the process that the job was queued
 * for: there is a job for each waiting process, so all of them get their turns. One run at a time works on a process.
 * After a crash it continues later; after several crashes, including those of the API process, it is given up.
 */
export function runProcess(parts: Parts): JobHandlers["process"] {
  return async ({ id: ofJob }, { isLastTry: isLastOfJob, runId: runOfJob, isStopping = () => false }) => {
    const runId = runOfJob ?? randomUUID();
    // The last try decides about the process that it is for.
    const isBound = runOfJob === undefined || isLastOfJob;
    const isOwn = isBound && (await claim(parts, ofJob, runId));
    const id = isOwn ? ofJob : runOfJob && (await claimNext(parts, runId));
    if (id === undefined) return;
    const isLastTry = isLastOfJob && isOwn;
    try {
      await readRows(parts, id, runId);
      let isLeft: boolean;
      const turnEnds = performance.now() + (parts.turnMs ?? turnMs);
      // Outside of the queue nobody would take up what is left.
      const isTurnOver = async () =>
        runOfJob !== undefined && performance.now() > turnEnds && (await doOthersWait(parts, id));
      do isLeft = await runRows(parts, id, runId);
      while (isLeft && !isStopping() && !(await isTurnOver()));
      if (isLeft) await handOver(parts, id, runId);
    } catch (failure) {
      if (failure instanceof RunReplaced) return;
      // Temporary failures of the database do not count as long as the job will be retried.
      const isPassing = passing.has(databaseFailure(failure)) && !isLastTry;
      if (!isPassing) await storeFailure(parts, id, runId, isLastTry);
      if (isLastOfJob && !isOwn) await parts.database.transaction((db) => parts.jobs.enqueue(db, "process", { id }));
      throw failure;
    }
  };
}

const passing: ReadonlySet<DatabaseFailure | undefined> = new Set(["away", "locked", "conflict", "readOnly", "full"]);

/**
 * Thrown in a run that lost its process to another run, for example because it was suspended. Its transaction is rolled
 * back.
 */
class RunReplaced extends Error {}

/** Claims the process whose turn is next. Returns undefined if none waits. */
const claimNext = (parts: Parts, runId: string): Promise<string | undefined> =>
  parts.database.transaction(async (db) => {
    for (;;) {
      const next = await nextInTurn(db);
      if (next === undefined || (await claimIn(db, parts, next, runId))) return next;
    }
  });

/**
 * The waiting process whose turn is next. A supplier with ten feeds or several people gets one share, not ten: first
 * comes the party that has waited longest for its turn, then its process that has waited longest.
 */
async function nextInTurn(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with parties as (
      select party, max(turn_at) as turn_at from ${processes}
      where finished_at is null or finished_at > now() - ${turnsCountFor} group by party
    )
    select waiting.id from ${processes} as waiting join parties on parties.party = waiting.party
    where waiting.finished_at is null and (waiting.run_id is null or not ${hasLiveRun(sql`waiting.run_id`)})
    order by parties.turn_at nulls first, waiting.turn_at nulls first, waiting.created_at, waiting.id limit 1`);
  return rows[0]?.id;
}

/** Turns of finished processes count as well, or many short imports would always come first. */
const turnsCountFor = sql`interval '1 minute'`;

/** Claims the process for this run. Returns false if it is finished, given up, or claimed by another live run. */
const claim = (parts: Parts, id: string, runId: string): Promise<boolean> =>
  parts.database.transaction((db) => claimIn(db, parts, id, runId));

async function claimIn(
  db: Db,
  { database: _, kinds, ...services }: Parts,
  id: string,
  runId: string,
): Promise<boolean> {
  const process = await unfinished(db, id);
  if (!process || (process.runId !== null && (await isAlive(db, process.runId)))) return false;
  const isUnread = process.total === null;
  const isGivenUp = process.runId !== null && process.failures >= (isUnread ? failuresOfReading : failuresAllowed);
  const ending = { ...services, db, now: new Date() };
  if (isGivenUp && isUnread) await refuseFile(ending, kinds[process.kind], process, cannotBeRead);
  else if (isGivenUp) await stop(ending, kinds[process.kind], process, brokeDown);
  else await release(db, process, { runId, isFailure: process.runId !== null });
  return !isGivenUp;
}

const cannotBeRead =
  "This file could not be read: two attempts ended without a result. Please check the file, or split it into several, and choose it again.";

const doOthersWait = ({ database }: Parts, id: string): Promise<boolean> =>
  database.transaction(async (db) => {
    const [waiting] = await db
      .select({ id: processes.id })
      .from(processes)
      .where(and(isNull(processes.finishedAt), isNull(processes.runId), ne(processes.id, id)))
      .limit(1);
    return waiting !== undefined;
  });

/** Leaves the remaining rows to a later run. */
async function handOver({ database, jobs }: Parts, id: string, runId: string): Promise<void> {
  await database.transaction(async (db) => {
    await release(db, await lockProcess(db, id, runId), { runId: null, isFailure: false });
    await jobs.enqueue(db, "process", { id });
  });
}

async function release(
  db: Db,
  { id, failures }: Process,
  { runId, isFailure }: { runId: string | null; isFailure: boolean },
): Promise<void> {
  await db
    .update(processes)
    .set({ runId, failures: failures + (isFailure ? 1 : 0), ...(runId !== null && { turnAt: sql`clock_timestamp()` }) })
    .where(eq(processes.id, id));
}

/** Resumes unfinished processes when the API starts. */
export async function resumeProcesses(
  database: Pick<Database, "transaction">,
  jobs: Pick<Jobs, "enqueue">,
): Promise<void> {
  await database.transaction(async (db) => {
    const begun = await db.select({ id: processes.id }).from(processes).where(isNull(processes.finishedAt));
    for (const { id } of begun) await jobs.enqueue(db, "process", { id });
  });
}

/**
 * Reads the file that started the process, unless that is done. No transaction is open meanwhile, because reading may
 * take a minute.
 */
async function readRows({ database, kinds, ...services }: Parts, id: string, runId: string): Promise<void> {
  const unread = await database.transaction(async (db) => {
    const process = await lockProcess(db, id, runId);
    const [file] =
      process.total === null ? await db.select().from(processFiles).where(eq(processFiles.processId, id)) : [];
    return file && { process, content: file.content };
  });
  if (!unread) return;
  const kind = kinds[unread.process.kind];
  const read = await orRefusal(async () => kind?.read?.(unread.content, unread.process.input, database.transaction));
  const whileUnread = (work: (db: Db, process: Process) => Promise<void>) =>
    database.transaction(async (db) => {
      const process = await lockProcess(db, id, runId);
      if (process.total === null) await work(db, process);
    });
  if (read instanceof Refusal) {
    await whileUnread((db, process) => refuseFile({ ...services, db, now: new Date() }, kind, process, read.message));
  } else if (read) {
    // One transaction per batch, so that others can use the embedded database's only connection in between.
    for (const batch of batchesOfRows(read.rows)) await whileUnread((db) => addRows(db, id, batch));
    await whileUnread(async (db) => {
      await db.delete(processFiles).where(eq(processFiles.processId, id));
      await db.update(processes).set({ total: read.rows.length, input: read.input }).where(eq(processes.id, id));
    });
  }
}

/** Ends a process whose file cannot be read. */
async function refuseFile(work: Ending, kind: ProcessKind | undefined, process: Process, why: string): Promise<void> {
  await addMessages(work.db, process.id, [{ type: error, text: why }]);
  await finish(work, kind, process, failed);
}

/**
 * Processes the next rows, and ends the process after the last one.
 * @param runId null if no run has claimed it
 * @returns false if it is finished
 */
export async function runRows(
  { database, kinds, holdMs = longestHoldMs, ...services }: Parts,
  id: string,
  runId: string | null = null,
): Promise<boolean> {
  return database.transaction(async (db) => {
    const until = performance.now() + holdMs;
    const process = await unfinished(db, id);
    if (!process) return false;
    if (process.runId !== runId) throw new RunReplaced();
    const caller = await callerBehind(db, process.askedBy);
    const kind = kinds[process.kind];
    if (!kind) throw new Error(`There is no kind of work called ${process.kind}.`);
    if (!caller || !kind.isAllowed(caller)) {
      await stop(
        { ...services, db, now: new Date() },
        kind,
        process,
        "This was stopped, because you no longer have permission to do it.",
      );
      return false;
    }
    const { isImport, input } = process;
    const detail = isImport ? (input as { fileName?: string }).fileName : undefined;
    await nameAuthor(db, {
      userId: caller.userId,
      way: isImport ? "import" : caller.key ? "key" : "process",
      processId: id,
      ...(detail !== undefined && { detail }),
    });
    const work = { ...services, db, caller, now: new Date(), processId: id };
    const { rowsAtOnce = rowsOrdinarily } = kind;
    const rows = await nextRows(db, id, rowsAtOnce);
    const done = await doRows(work, kind, process, rows, until);
    if (done === rowsAtOnce || done < rows.length) return true;
    await end(work, kind, process);
    return false;
  });
}

/** Locks the process, so that its rows are not processed twice. */
async function unfinished(db: Db, id: string): Promise<Process | undefined> {
  const [process] = await db
    .select()
    .from(processes)
    .where(and(eq(processes.id, id), isNull(processes.finishedAt)))
    .for("update");
  return process;
}

/** @throws RunReplaced if the process belongs to another run or is finished */
async function lockProcess(db: Db, id: string, runId: string): Promise<Process> {
  const process = await unfinished(db, id);
  if (process?.runId !== runId) throw new RunReplaced();
  return process;
}

const nextRows = (db: Db, id: string, count: number): Promise<Row[]> =>
  db
    .select()
    .from(processRows)
    .where(and(eq(processRows.processId, id), isNull(processRows.isDone)))
    .orderBy(asc(processRows.position))
    .limit(count);

/** Processes at least one of these rows, and starts none after `until`. Returns how many were processed. */
async function doRows(
  work: Work,
  kind: ProcessKind,
  { id, input, done: before }: Process,
  rows: readonly Row[],
  until: number,
): Promise<number> {
  const outcomes: { position: number; row: unknown; refused: readonly string[]; result: unknown }[] = [];
  const seen = await kind.findUnchanged?.(
    work,
    rows.map(({ row }) => row),
    input,
  );
  for (const [i, { position, row }] of rows.entries()) {
    if (outcomes.length > 0 && !seen?.[i] && performance.now() > until) continue;
    const outcome =
      seen?.[i] ?? (await orRefusal(() => allOrNothing(work.db, async () => kind.doRow(work, row, input))));
    outcomes.push({
      position,
      row,
      ...(outcome instanceof Refusal
        ? { refused: [`${kind.nameOf(row)}: ${outcome.message}`], result: null }
        : (outcome ?? allDone)),
    });
  }
  await addRefusals(
    work.db,
    id,
    outcomes.flatMap(({ row, refused }) =>
      refused.map((text) => ({ type: validationError, text, product: productOf(kind, row) })),
    ),
  );
  const looked = outcomes.map(({ position, refused, result }) => ({ position, isDone: refused.length === 0, result }));
  await work.db.execute(sql`
    update ${processRows} set is_done = (looked ->> 'isDone')::boolean, result = nullif(looked -> 'result', 'null')
    from jsonb_array_elements(${JSON.stringify(looked)}::jsonb) as given (looked)
    where process_id = ${id} and position = (looked ->> 'position')::integer`);
  await work.db
    .update(processes)
    .set({ status: running, done: before + outcomes.length, failures: 0 })
    .where(eq(processes.id, id));
  return outcomes.length;
}

const allDone: Outcome = { refused: [], result: null };

async function end(work: Ending, kind: ProcessKind, process: Process): Promise<void> {
  const count = await endRows(work, kind, process);
  await finish(work, kind, process, count === process.total ? done : doneWithErrors);
}

/** Stores the final message, and runs the end of the kind. Returns how many rows were done. */
async function endRows(work: Ending, kind: ProcessKind, { id, input, askedBy }: Process): Promise<number> {
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
  const summary = kind.summaryOf?.(results, input);
  const text = await kind.end({ ...work, caller: { userId: askedBy } }, done, input, results, summary);
  await addMessages(work.db, id, [{ type: information, text }]);
  if (kind.summaryOf) await work.db.update(processes).set({ result: summary }).where(eq(processes.id, id));
  return work.db.$count(processRows, and(ofProcess, isDone));
}

async function storeFailure(
  { database, kinds, ...services }: Parts,
  id: string,
  runId: string,
  isLastTry: boolean,
): Promise<void> {
  await database.transaction(async (db) => {
    const process = await unfinished(db, id);
    if (process?.runId !== runId) return;
    await release(db, process, { runId: null, isFailure: true });
    if (isLastTry || process.failures >= failuresAllowed)
      await stop({ ...services, db, now: new Date() }, kinds[process.kind], process, brokeDown);
  });
}

const brokeDown = "Oh dear, this was stopped by an unexpected error.";

/**
 * Ends the process early. Rows that are done stay done, and the end of the kind runs for them; the message names the
 * others.
 */
async function stop(work: Ending, kind: ProcessKind | undefined, process: Process, why: string): Promise<void> {
  const { db } = work;
  const { id } = process;
  await addMessages(db, id, [{ type: error, text: `${why} Changes already made are kept.` }]);
  if (kind) {
    const left = await db
      .select({ row: processRows.row })
      .from(processRows)
      .where(and(eq(processRows.processId, id), isNull(processRows.isDone)))
      .orderBy(asc(processRows.position));
    const texts = left.map(({ row }) => ({
      type: warning,
      text: `${kind.nameOf(row)}: not done.`,
      product: productOf(kind, row),
    }));
    await addMessages(db, id, texts);
    // The end of the kind may itself be what failed.
    await allOrNothing(db, () => endRows(work, kind, process)).catch(() => {});
  }
  await finish(work, kind, process, failed);
}

async function finish(
  work: Ending,
  kind: ProcessKind | undefined,
  { id, input, askedBy }: Process,
  status: number,
): Promise<void> {
  const { db, now } = work;
  await db.update(processes).set({ status, finishedAt: now }).where(eq(processes.id, id));
  await db.delete(processFiles).where(eq(processFiles.processId, id));
  const keeps = kind?.storedRows?.(input);
  if (keeps !== "all")
    await db.delete(processRows).where(and(eq(processRows.processId, id), keeps && eq(processRows.isDone, true)));
  if (kind) await notifyOfEnd(work, kind.noticeOf(id, input), askedBy, status);
}

async function notifyOfEnd(
  work: Ending,
  { name, path, isQuiet }: ProcessNotice,
  userId: number,
  status: number,
): Promise<void> {
  if (status === failed) await notify(work, [userId], { kind: "failed", title: `${name} failed`, path });
  else if (!isQuiet) {
    const ending = status === done ? "is done" : "is done, but not for every row";
    await notify(work, [userId], { kind: "imported", title: `${name} ${ending}`, path });
  }
}

const retention = sql`interval '7 days'`;

/** Deletes processes that finished a week ago, with their rows and files. */
export async function deleteExpiredProcesses(database: Pick<Database, "transaction">): Promise<void> {
  await database.transaction((db) => db.delete(processes).where(lt(processes.finishedAt, sql`now() - ${retention}`)));
}

interface Message {
  type: number;
  text: string;
  /** The product that the text begins with. */
  product?: { id: number; name: string };
}

function productOf(kind: ProcessKind, row: unknown): Message["product"] {
  const id = kind.productOf?.(row);
  return id === undefined ? undefined : { id, name: kind.nameOf(row) };
}

async function addRefusals(db: Db, id: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const room =
    mostRefusals -
    (await db.$count(
      processMessages,
      and(eq(processMessages.processId, id), eq(processMessages.type, validationError)),
    ));
  await addMessages(db, id, messages.slice(0, Math.max(0, room)));
}

async function addMessages(db: Db, processId: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const [last] = await db
    .select({ id: max(processMessages.id) })
    .from(processMessages)
    .where(eq(processMessages.processId, processId));
  // Passed as one array: there may be more values than bind parameters allow.
  await db.execute(sql`
    insert into ${processMessages} (process_id, id, type, text, product)
    select ${processId}, ${last?.id ?? 0} + position, (message ->> 'type')::integer, message ->> 'text', message -> 'product'
    from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) with ordinality as given (message, position)`);
}
