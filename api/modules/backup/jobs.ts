/**
 * The job queue in a backup. Its tables belong to pg-boss, whose next version may change them: a restore installs the
 * queue as this version of the program does, and adds the jobs that were still to be done.
 */
import type pg from "pg";
import { installJobs } from "#api/core/jobs/jobs.ts";
import { type Table, tablesIn } from "./tables.ts";

export const jobSchema = "jobs";
/** States are ordered: created, retry and active come before those of jobs that have ended. */
export const isUnfinished = "state < 'completed'";

/** Returns the table of the jobs, or undefined if there is no queue. */
export async function tableOfJobs(client: pg.ClientBase): Promise<Table | undefined> {
  return (await tablesIn(client, [jobSchema])).find(({ name }) => name === "job");
}

/** Installs an empty queue in the transaction of this connection. */
export async function installQueue(client: pg.ClientBase): Promise<void> {
  await installJobs({ script: (text, values) => client.query(withoutTransaction(text), values) });
}

/** pg-boss wraps what it does in a transaction of its own. */
const withoutTransaction = (text: string) => text.replace(/^\s*BEGIN;/, "").replace(/COMMIT;\s*$/, "");
