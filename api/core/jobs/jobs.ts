/**
 * Background jobs, stored in the same database as everything else. A job is enqueued in the transaction of its command:
 * a failed command sends nothing, a successful one loses nothing, and any API process may run the job. A failed job is
 * retried with growing pauses; its final failure is logged.
 */
import type { FastifyBaseLogger } from "fastify";
import PgBoss from "pg-boss";
import type { Database, Db } from "#api/core/database/connection.ts";
import type { Written } from "#api/core/mail/emails.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { startWorkers } from "./worker.ts";

/** The data of each kind of job. Plain JSON, and no secrets that outlive the job. */
export interface JobData {
  mail: Written & { to: string; attachments?: { name: string; fileId: string }[] };
  /**
   * `startedAt` distinguishes this synchronisation from others of the same product: its `syncStartedAt` in ISO 8601.
   */
  sync: { productId: number; marketplaceId: number; startedAt: string };
  process: { id: string };
  /** Renews the documents of a marketplace that suppliers have not agreed to yet. */
  offers: { marketplaceId: number };
  /** Emails the supplier about an order, unless that has been done. */
  orderEmail: { orderId: number };
  /** Id in `invoice_letters`, which stores whether the email was sent. */
  invoice: { letterId: string };
}
export type JobName = keyof JobData;
export type JobHandlers = { [N in JobName]: (data: JobData[N], job: JobRun) => Promise<void> };
export interface JobRun {
  /** Id of the job, the same for every attempt. */
  id: string;
  /** If this attempt fails, the job fails permanently. */
  isLastTry: boolean;
  /** Id of this attempt, see `runs.ts`; undefined for work outside of the queue. */
  runId?: string;
  /** True when the process is shutting down: long work stops at a suitable point and continues elsewhere. */
  isStopping?(): boolean;
}

export interface Jobs {
  /**
   * Enqueues a job in the transaction of the command; it exists once the transaction is committed.
   * @param startAfter when it may start; now if left out
   */
  enqueue<N extends JobName>(db: Db, name: N, data: JobData[N], startAfter?: Date): Promise<void>;
  /** Starts working; waiting jobs run first. */
  start(handlers: JobHandlers): Promise<void>;
  /** Waits for running jobs, at most `waitMs`; jobs that take longer are repeated by another process. */
  stop(waitMs?: number): Promise<void>;
}

interface Pauses {
  retryLimit: number;
  /** Seconds. */
  retryDelay: number;
  /** Doubles the pause after each attempt. */
  retryBackoff: boolean;
}

const retries: Record<JobName, Pauses> = {
  /** About five hours in total: 30 s, 1 min, 2 min … between the attempts. */
  mail: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
  orderEmail: { retryLimit: 10, retryDelay: 5, retryBackoff: true },
  invoice: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
  /** About four minutes: a synchronisation that takes ten minutes is given up. */
  sync: { retryLimit: 4, retryDelay: 15, retryBackoff: true },
  offers: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
  /** Users wait for it, and it reports its own final failure. */
  process: { retryLimit: 5, retryDelay: 5, retryBackoff: true },
};
const names = keysOf(retries);
/** Creates the tables of the job queue; part of the migration. */
export async function installJobs(database: Pick<Database, "script">): Promise<void> {
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
    async enqueue(db, name, data, startAfter) {
      const client = db.$client;
      await boss.send(name, data, {
        ...(pauses ?? retries[name]),
        expireInHours,
        ...(startAfter && { startAfter }),
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

/** The queue's own limit for an attempt, set as high as possible: `runs.ts` detects dead attempts. */
const expireInHours = 23;

/** Uses the system's own pool, because the embedded database has a single connection. */
function bossOn(database: Pick<Database, "script">): PgBoss {
  const boss = new PgBoss({
    schema: "jobs",
    schedule: false,
    // Completed jobs are deleted soon, because emails contain links.
    archiveCompletedAfterSeconds: 60,
    deleteAfterHours: 1,
    db: { executeSql: (text, values) => database.script(text, values) },
  });
  // Without a listener an error event would end the process. Callers report failures, or the queue retries.
  boss.on("error", () => {});
  return boss;
}
