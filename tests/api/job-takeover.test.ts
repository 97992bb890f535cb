import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callerOf } from "#api/core/access/caller.ts";
import { readConfig } from "#api/core/config.ts";
import { jobRuns, marketplaces, processes } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs, type JobHandlers } from "#api/core/jobs/jobs.ts";
import { takeOver } from "#api/core/jobs/runs.ts";
import { beginProcess, type ProcessKind } from "#api/core/processing/process.ts";
import { type Parts, resumeProcesses, runProcess } from "#api/core/processing/run.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const log = pino({ level: "silent" });
const jobs = createJobs(database, log, { retryLimit: 5, retryDelay: 1, retryBackoff: false });
afterAll(() => jobs.stop());

/** The rows that were started, in order. */
let seen: string[] = [];
/** Creates a marketplace for each row. */
const openings: ProcessKind<object, string> = {
  name: "openings",
  noticeOf: (id) => ({ name: "The opening", path: `/openings/${id}` }),
  rowsAtOnce: 1,
  isAllowed: () => true,
  nameOf: (name) => name,
  async doRow(work, name) {
    seen.push(name);
    await work.db.insert(marketplaces).values({ name, legalName: "takeover", abn: "" });
  },
  async end() {
    return "All are open.";
  },
};
const parts: Parts = { database, config, files: databaseFiles, jobs, kinds: { openings: openings as ProcessKind } };

let user: TestUser;
beforeAll(async () => {
  user = await api.aUser({ roles: ["Catalogue Manager"] });
});
async function begin(names: string[]): Promise<string> {
  seen = [];
  return database.transaction(async (own) => {
    const caller = await callerOf(own, { userId: user.id });
    if (!caller) throw new Error("Nobody.");
    return beginProcess({ db: own, caller, jobs }, openings, {}, names);
  });
}
const told = (id: string) => api.ok(user, operations.processing.get, { id });
const opened = async (names: string[]) =>
  (await db.select().from(marketplaces)).map(({ name }) => name).filter((name) => names.includes(name));
const aRun = async (jobId: string = randomUUID()) => {
  const [run] = await db.insert(jobRuns).values({ jobId }).returning();
  return run?.id as string;
};
/** Sets the last heartbeat of the process to this many seconds ago. */
const silentSince = (run: string, seconds: number) =>
  db
    .update(jobRuns)
    .set({ heardAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(jobRuns.id, run));

describe("work of a live process", () => {
  test("is not taken over by another process", async () => {
    const names = [randomUUID(), randomUUID()];
    const id = await begin(names);
    await db
      .update(processes)
      .set({ runId: await aRun() })
      .where(eq(processes.id, id));
    await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false, runId: await aRun() });
    expect(await opened(names)).toEqual([]);
  });
});

describe("work of a process without a heartbeat", () => {
  test("continues elsewhere, and the first process notices that before it writes again", async () => {
    const names = [randomUUID(), randomUUID(), randomUUID()];
    const id = await begin(names);
    const [first, second] = [await aRun(), await aRun()];
    let wakeUp = () => {};
    // Between two batches no transaction is open, so that the embedded database's one connection is free.
    let isFrozen = () => {};
    const frozen = new Promise<void>((resolve) => {
      isFrozen = resolve;
    });
    const sleep = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    let pieces = 0;
    const asleep: Parts = {
      ...parts,
      database: {
        async transaction(work) {
          if (++pieces === 4) {
            isFrozen();
            await sleep;
          }
          return database.transaction(work);
        },
      },
    };
    const run = runProcess(asleep)({ id }, { id: randomUUID(), isLastTry: false, runId: first });
    await frozen;
    expect(await opened(names)).toEqual([names[0]]);
    await silentSince(first, 20);
    await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false, runId: second });
    wakeUp();
    await run;
    expect(seen).toEqual(names);
    expect((await opened(names)).sort()).toEqual([...names].sort());
    expect(await told(id)).toMatchObject({ status: 2, percentageComplete: 100 });
  });

  test("fails with a message if it takes down three processes at the same point", async () => {
    const id = await begin([randomUUID()]);
    for (let round = 0; round < 4; round++) {
      const run = await aRun();
      const dying: Parts = {
        ...parts,
        kinds: { openings: { ...openings, doRow: () => Promise.reject(new Died()) } as ProcessKind },
      };
      // A process that dies does not record its failure.
      const isDead = {
        database: {
          transaction: <T>(work: (own: typeof db) => Promise<T>) =>
            died ? Promise.reject(new Died()) : database.transaction(work),
        },
      };
      died = false;
      await runProcess({ ...dying, ...isDead })({ id }, { id: randomUUID(), isLastTry: false, runId: run }).catch(
        () => {},
      );
      await silentSince(run, 20);
    }
    const { status, processingMessages } = await told(id);
    expect(status).toBe(4);
    expect(processingMessages[0]?.friendlyMessage).toBe(
      "Oh dear, this was stopped by an unexpected error. Changes already made are kept.",
    );
  });
});

let died = false;
class Died extends Error {
  constructor() {
    super("died");
    died = true;
  }
}

test("work continues in another process immediately after its process shuts down normally", async () => {
  const names = [randomUUID(), randomUUID(), randomUUID()];
  const id = await begin(names);
  const isStopping = () => seen.length > 0;
  await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false, runId: await aRun(), isStopping });
  expect(await opened(names)).toEqual([names[0]]);
  await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false, runId: await aRun() });
  expect(seen).toEqual(names);
});

describe("a queued job", () => {
  const jobOf = async (state: string, age: number) => {
    await database.script("delete from jobs.job");
    await database.transaction((own) =>
      jobs.enqueue(own, "mail", { to: "a@b.example", subject: "", text: "", html: "" }),
    );
    const { rows } = await db.execute<{ id: string }>(
      sql`update jobs.job set state = ${state}::jobs.job_state, started_on = now() - make_interval(secs => ${age}) returning id`,
    );
    return rows[0]?.id as string;
  };
  const states = async () =>
    (await db.execute<{ state: string }>(sql`select state::text from jobs.job`)).rows.map(({ state }) => state);

  test("stays with a process that sends heartbeats, however long it takes", async () => {
    await aRun(await jobOf("active", 3_600));
    expect(await takeOver(database)).toEqual([]);
    expect(await states()).toEqual(["active"]);
  });

  test("is reassigned after 15 seconds without a heartbeat", async () => {
    const id = await jobOf("active", 20);
    await silentSince(await aRun(id), 16);
    expect(await takeOver(database)).toEqual([{ id, name: "mail", hasFailed: false }]);
    expect(await takeOver(database)).toEqual([]);
    expect(await states()).toEqual(["retry"]);
  });

  test("is also reassigned if its process died between fetching and starting it", async () => {
    const id = await jobOf("active", 16);
    expect(await takeOver(database)).toMatchObject([{ id }]);
  });

  test("fails permanently if every attempt took down its process", async () => {
    const id = await jobOf("active", 20);
    await db.execute(sql`update jobs.job set retry_count = retry_limit`);
    expect(await takeOver(database)).toEqual([{ id, name: "mail", hasFailed: true }]);
    expect(await states()).toEqual(["failed"]);
  });

  test("of a killed process is done by another one within seconds, not minutes", async () => {
    const id = await jobOf("active", 60);
    await silentSince(await aRun(id), 60);
    const done: string[] = [];
    const handlers: JobHandlers = {
      async mail(_data, job) {
        done.push(job.id);
      },
      async sync() {},
      async process() {},
      async invoice() {},
      async offers() {},
      async orderEmail() {},
    };
    await jobs.start(handlers);
    await vi.waitFor(() => expect(done).toEqual([id]), { timeout: 15_000, interval: 50 });
    await vi.waitFor(async () => expect(await states()).toEqual(["completed"]), { timeout: 15_000, interval: 50 });
    expect(await db.$count(jobRuns, eq(jobRuns.jobId, id))).toBe(0);
  });
});

test("work is not started twice if an API process starts while another one does it", async () => {
  const id = await begin([randomUUID()]);
  await db
    .update(processes)
    .set({ runId: await aRun() })
    .where(eq(processes.id, id));
  await resumeProcesses(database, jobs);
  await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
  expect(seen).toEqual([]);
});
