/**
 * Fetches and runs jobs, a few of each kind at a time. Not pg-boss's own workers: they report the end of a job without
 * awaiting the result, so that a short database outage ends the process, and they reassign the job of a killed process
 * only after its full time limit.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type PgBoss from "pg-boss";
import type { Database } from "#api/core/database/connection.ts";
import { guardedLoop } from "#api/core/database/outages.ts";
import { withRetry } from "#api/core/database/retry.ts";
import type { JobData, JobHandlers, JobName } from "./jobs.ts";
import { beginRun, endRun, keepAlive, takeOver } from "./runs.ts";

const pollingMs = 500;
const heartbeatMs = 4_000;
/** Pauses (ms) between attempts to report the end of a job during a database outage: about ten seconds in total. */
const reportingPauses = [200, 500, 1_000, 2_000, 3_000, 3_000];

/** Concurrent jobs per kind: a server that hangs must not delay emails to others. */
const atOnce: Record<JobName, number> = { mail: 3, orderEmail: 2, invoice: 2, sync: 8, process: 1, offers: 1 };

interface Parts {
  database: Database;
  boss: PgBoss;
  log: FastifyBaseLogger;
  handlers: JobHandlers;
  names: readonly JobName[];
}
type Fetched<N extends JobName> = PgBoss.JobWithMetadata<JobData[N]>;

export function startWorkers(parts: Parts): { stop(waitMs: number): Promise<void> } {
  const { database, log, names } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<string>();
  const guarded = guardedLoop(log, "the job queue failed");

  async function work<N extends JobName>(name: N): Promise<void> {
    const own = new Set<Promise<void>>();
    while (!signal.aborted) {
      const job = await guarded(() => next(parts, name));
      if (!job) {
        await pause(pollingMs, signal);
        continue;
      }
      const doing: Promise<void> = guarded(() => doJob(parts, name, job, running, signal)).then(() => {
        own.delete(doing);
      });
      own.add(doing);
      if (own.size >= atOnce[name]) await Promise.race(own);
    }
    await Promise.all(own);
  }
  /**
   * Heartbeat of our own jobs first: this process may itself have been suspended, or have waited long for the database.
   */
  let pass: Promise<void> = Promise.resolve();
  async function watch(): Promise<void> {
    while (!signal.aborted || running.size > 0) {
      pass = guarded(async () => {
        await keepAlive(database, [...running]);
        if (signal.aborted) return;
        for (const job of await takeOver(database)) {
          const about = { job: job.name, id: job.id };
          if (job.hasFailed) log.error(about, "a job failed permanently: its process died in every attempt");
          else log.warn(about, "a job is retried, because its process died");
        }
      });
      await pass;
      // This timer alone must not keep the process alive.
      await pause(heartbeatMs, signal.aborted ? undefined : signal, false);
    }
  }
  void watch();
  const all = Promise.all(names.map((name) => work(name)));
  return {
    async stop(waitMs) {
      stopping.abort();
      const late = new AbortController();
      // Also waits for a running check of other processes' jobs, because the database is closed afterwards.
      await Promise.race([all.then(() => pass), pause(waitMs, late.signal)]);
      late.abort();
    },
  };
}

async function next<N extends JobName>({ boss }: Parts, name: N): Promise<Fetched<N> | undefined> {
  const jobs = await boss.fetch<JobData[N]>(name, { includeMetadata: true, batchSize: 1 });
  return jobs?.[0];
}

async function doJob<N extends JobName>(
  parts: Parts,
  name: N,
  job: Fetched<N>,
  running: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { database, boss, log, handlers } = parts;
  const runId = await beginRun(database, job.id);
  running.add(runId);
  try {
    const error = await attempt(parts, name, job, () =>
      handlers[name](job.data, { ...triesOf(job), id: job.id, runId, isStopping: () => signal.aborted }),
    );
    const report = () =>
      database.transaction(async (db) => {
        const options = { db: { executeSql: (text: string, values: unknown[]) => db.$client.query(text, values) } };
        if (!(await endRun(db, runId)))
          log.warn({ job: name, id: job.id }, "a job was taken over by another process meanwhile");
        else if (error) await boss.fail(name, job.id, { message: error.message }, options);
        else await boss.complete(name, job.id, {}, options);
      });
    await withRetry(["away", "busy"], reportingPauses, report);
  } finally {
    running.delete(runId);
  }
}

const triesOf = ({ retryCount, retryLimit }: PgBoss.JobWithMetadata<unknown>) => ({
  isLastTry: retryCount >= retryLimit,
});

/** Returns the error that the work threw. */
async function attempt<N extends JobName>(
  { log }: Parts,
  name: N,
  job: Fetched<N>,
  work: () => Promise<void>,
): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const about = { err: error, job: name, id: job.id, attempt: job.retryCount + 1 };
    if (triesOf(job).isLastTry) log.error(about, "a job failed permanently");
    else log.warn(about, "a job failed and will be tried again");
    return error;
  }
}

async function pause(ms: number, signal?: AbortSignal, ref = true): Promise<void> {
  await wait(ms, undefined, { signal, ref }).catch(() => {});
}
