/**
 * Which API process does which job at this moment. A process says every few seconds that it is still at its jobs; those
 * of a process that has said nothing for a while (it was killed, it is frozen, or it lost the database) are given to
 * another one. A process that wakes up again learns from `end` that its job is no longer its own.
 */
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database, Db } from "../database/connection.ts";
import { jobRuns } from "../database/schema/index.ts";

const goneAfter = sql`interval '15 seconds'`;
const heardBefore = sql`now() - ${goneAfter}`;

/** @returns the id of this run of the job */
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

/** @returns false when the job was given to somebody else meanwhile: its end is no longer ours to report */
export async function endRun(db: Db, run: string): Promise<boolean> {
  const ended = await db.delete(jobRuns).where(eq(jobRuns.id, run)).returning({ id: jobRuns.id });
  return ended.length > 0;
}

export async function isAlive(db: Db, run: string): Promise<boolean> {
  return (await db.$count(jobRuns, and(eq(jobRuns.id, run), sql`${jobRuns.heardAt} >= ${heardBefore}`))) > 0;
}

/**
 * Gives the jobs of processes that are gone to whoever asks for a job next. A job that has no try left has failed.
 * @returns those jobs
 */
export async function takeOver({
  db,
}: Pick<Database, "db">): Promise<{ id: string; name: string; hasFailed: boolean }[]> {
  const { rows } = await db.execute<{ id: string; name: string; state: string }>(sql`
    update jobs.job
    set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::jobs.job_state,
      start_after = now(),
      completed_on = case when retry_count < retry_limit then null else now() end
    where state = 'active' and started_on < ${heardBefore}
      and not exists (select 1 from ${jobRuns} where ${jobRuns.jobId} = job.id and ${jobRuns.heardAt} >= ${heardBefore})
    returning id, name, state::text`);
  await db.delete(jobRuns).where(lt(jobRuns.heardAt, heardBefore));
  return rows.map(({ id, name, state }) => ({ id, name, hasFailed: state === "failed" }));
}
