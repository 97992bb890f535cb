/**
 * Records which API process is running which job. A process sends a heartbeat every few seconds; the jobs of a process
 * without heartbeats (killed, suspended, or cut off from the database) are given to another one. A process that resumes
 * learns from `endRun` that it has lost its job.
 */
import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import { jobRuns } from "#api/core/database/schema/index.ts";

const goneAfter = sql`interval '15 seconds'`;
const isGone = sql`now() - ${goneAfter}`;

/** Returns the id of this run of the job. */
export async function beginRun({ db }: Pick<Database, "db">, jobId: string): Promise<string> {
  const [run] = await db.insert(jobRuns).values({ jobId }).returning({ id: jobRuns.id });
  if (!run) throw new Error("a run of a job was not stored");
  return run.id;
}

export async function keepAlive({ db }: Pick<Database, "db">, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return;
  await db
    .update(jobRuns)
    .set({ heardAt: sql`now()` })
    .where(inArray(jobRuns.id, [...runs]));
}

/** Returns false if the job has been given to another process, so that this run must not report its end. */
export async function endRun(db: Db, run: string): Promise<boolean> {
  const ended = await db.delete(jobRuns).where(eq(jobRuns.id, run)).returning({ id: jobRuns.id });
  return ended.length > 0;
}

export async function isAlive(db: Db, run: string): Promise<boolean> {
  return (await db.$count(jobRuns, and(eq(jobRuns.id, run), sql`${jobRuns.heardAt} >= ${isGone}`))) > 0;
}

/** The same as a condition, for a run in a column. */
export const hasLiveRun = (run: SQL): SQL =>
  sql`exists (select 1 from ${jobRuns} where ${jobRuns.id} = ${run} and ${jobRuns.heardAt} >= ${isGone})`;

/**
 * Releases the jobs of dead processes to the next worker. A job without attempts left has failed. Returns those jobs.
 */
export async function takeOver({
  db,
}: Pick<Database, "db">): Promise<{ id: string; name: string; hasFailed: boolean }[]> {
  const { rows } = await db.execute<{ id: string; name: string; state: string }>(sql`
    update jobs.job
    set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::jobs.job_state,
      start_after = now(),
      completed_on = case when retry_count < retry_limit then null else now() end
    where state = 'active' and started_on < ${isGone}
      and not exists (select 1 from ${jobRuns} where ${jobRuns.jobId} = job.id and ${jobRuns.heardAt} >= ${isGone})
    returning id, name, state::text`);
  await db.delete(jobRuns).where(lt(jobRuns.heardAt, isGone));
  return rows.map(({ id, name, state }) => ({ id, name, hasFailed: state === "failed" }));
}
