/**
 * Background jobs, kept in the same database as everything else. A job is enqueued with the transaction of the command
 * that wants it: a command that fails sends nothing, one that succeeds loses nothing, and any API process may do the
 * work. A job that fails is tried again with growing pauses; one that fails for good is told in the log.
 */
import type { FastifyBaseLogger } from "fastify";
import PgBoss from "pg-boss";
import type { Database, Db } from "../database/connection.ts";

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
  id: string;
  /** When this try fails, the job has failed for good. */
  isLastTry: boolean;
}

export interface Jobs {
  /** With the transaction of the command; the job is there when the transaction is. */
  enqueue<N extends JobName>(db: Db, name: N, data: JobData[N]): Promise<void>;
  /** Begins to work; jobs that wait from before are done first. */
  start(handlers: JobHandlers): Promise<void>;
  /** Waits for the jobs that are running. */
  stop(): Promise<void>;
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
const pollingIntervalSeconds = 0.5;

/** Makes the tables of the jobs; part of bringing a database up to date. */
export async function installJobs(database: Database): Promise<void> {
  const boss = bossOn(database);
  await boss.start();
  for (const name of names) await boss.createQueue(name, { name, policy: "standard", ...retries[name] });
  await boss.stop({ graceful: false, wait: true });
}

export function createJobs(database: Database, log: FastifyBaseLogger, pauses?: Pauses): Jobs {
  const boss = bossOn(database);
  let isStarted = false;
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  return {
    async enqueue(db, name, data) {
      const client = db.$client;
      await boss.send(name, data, { ...(pauses ?? retries[name]), db: { executeSql: (text, values) => client.query(text, values) } });
    },
    async start(handlers) {
      await boss.start();
      isStarted = true;
      for (const name of names) await workOn(boss, name, handlers, log);
    },
    async stop() {
      if (isStarted) await boss.stop({ graceful: true, wait: true, timeout: 6_000 });
    },
  };
}

async function workOn<N extends JobName>(boss: PgBoss, name: N, handlers: JobHandlers, log: FastifyBaseLogger): Promise<void> {
  await boss.work<JobData[N]>(name, { pollingIntervalSeconds, batchSize: 1, includeMetadata: true }, async (jobs) => {
    for (const job of jobs) {
      const isLastTry = job.retryCount >= job.retryLimit;
      try {
        await handlers[name](job.data, { id: job.id, isLastTry });
      } catch (error) {
        const about = { err: error, job: name, id: job.id, attempt: job.retryCount + 1 };
        if (isLastTry) log.error(about, "a job failed for good");
        else log.warn(about, "a job failed and will be tried again");
        throw error;
      }
    }
  });
}

/** On the product's own pool: the embedded database has one connection, and it is the pool's. */
function bossOn(database: Database): PgBoss {
  return new PgBoss({
    schema: "jobs",
    schedule: false,
    // What is done is forgotten soon: mails hold links.
    archiveCompletedAfterSeconds: 60,
    deleteAfterHours: 1,
    db: { executeSql: (text, values) => database.script(text, values) },
  });
}
