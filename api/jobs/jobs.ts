/**
 * Background jobs, kept in the same database as everything else. A job is enqueued with the transaction of the command
 * that wants it: a command that fails sends nothing, one that succeeds loses nothing, and any API process may do the
 * work. A job that fails is tried again with growing pauses; one that fails for good is told in the log.
 */
import type { FastifyBaseLogger } from "fastify";
import PgBoss from "pg-boss";
import type { Database, Db } from "../database/connection.ts";
import { startWorkers } from "./worker.ts";

/** What each kind of job is told. Plain JSON, and no secrets that outlive the job. */
export interface JobData {
  mail: { to: string; subject: string; text: string; html: string; attachments?: { name: string; fileId: string }[] };
  /** `startedAt` tells this synchronisation from an earlier or a later one of the same: its `syncStartedAt` in ISO 8601. */
  sync: { productId: number; marketplaceId: number; startedAt: string };
  process: { id: string };
  /** A row of `invoice_letters`, which remembers whether it was sent. */
  invoice: { letterId: string };
}
export type JobName = keyof JobData;
export type JobHandlers = { [N in JobName]: (data: JobData[N], job: JobRun) => Promise<void> };
export interface JobRun {
  /** Of the job: the same at each try. */
  id: string;
  /** When this try fails, the job has failed for good. */
  isLastTry: boolean;
  /** Of this try, see `runs.ts`; undefined for work that is done without the queue. */
  runId?: string;
  /** True when the process is about to end: long work stops at a suitable place and is begun anew elsewhere. */
  isStopping?(): boolean;
}

export interface Jobs {
  /** With the transaction of the command; the job is there when the transaction is. */
  enqueue<N extends JobName>(db: Db, name: N, data: JobData[N]): Promise<void>;
  /** Begins to work; jobs that wait from before are done first. */
  start(handlers: JobHandlers): Promise<void>;
  /** Waits for the jobs that are running, at most for so long; those that take longer are done again by another process. */
  stop(waitMs?: number): Promise<void>;
}

interface Pauses {
  retryLimit: number;
  /** Seconds. */
  retryDelay: number;
  /** Each pause twice as long as the one before. */
  retryBackoff: boolean;
}

const retries: Record<JobName, Pauses> = {
  /** Some five hours in all: 30 s, 1 min, 2 min … between the tries. */
  mail: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
  invoice: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
  /** Some four minutes: one that lasts ten is given up. */
  sync: { retryLimit: 4, retryDelay: 15, retryBackoff: true },
  /** Somebody waits for it; it says itself when it has failed for good. */
  process: { retryLimit: 5, retryDelay: 5, retryBackoff: true },
};
const names = Object.keys(retries) as JobName[];
/** Makes the tables of the jobs; part of bringing a database up to date. */
export async function installJobs(database: Database): Promise<void> {
  const boss = bossOn(database);
  await boss.start();
  for (const name of names) await boss.createQueue(name, { name, policy: "standard", ...retries[name] });
  await boss.stop({ graceful: false, wait: true });
}

export function createJobs(database: Database, log: FastifyBaseLogger, pauses?: Pauses): Jobs {
  const boss = bossOn(database);
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  let workers: ReturnType<typeof startWorkers> | undefined;
  return {
    async enqueue(db, name, data) {
      const client = db.$client;
      await boss.send(name, data, {
        ...(pauses ?? retries[name]),
        expireInHours,
        db: { executeSql: (text, values) => client.query(text, values) },
      });
    },
    async start(handlers) {
      await boss.start();
      workers = startWorkers({ database, boss, log, handlers, names });
    },
    async stop(waitMs = 6_000) {
      if (!workers) return;
      await workers.stop(waitMs);
      await boss.stop({ graceful: false, wait: true });
    },
  };
}

/** The queue's own limit for one try, as long as it allows: whether a try is still alive is told by `runs.ts`. */
const expireInHours = 23;

/** On the product's own pool: the embedded database has one connection, and it is the pool's. */
function bossOn(database: Database): PgBoss {
  const boss = new PgBoss({
    schema: "jobs",
    schedule: false,
    // What is done is forgotten soon: mails hold links.
    archiveCompletedAfterSeconds: 60,
    deleteAfterHours: 1,
    db: { executeSql: (text, values) => database.script(text, values) },
  });
  // An error event without a listener would end the process. What fails is told by whoever waits for it, or happens again.
  boss.on("error", () => {});
  return boss;
}
