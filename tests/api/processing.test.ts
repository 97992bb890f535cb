import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { callerOf } from "#api/core/access/caller.ts";
import { readConfig } from "#api/core/config.ts";
import { marketplaces, processes, processFiles, processRows, users } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { beginImport, beginProcess, type ProcessKind } from "#api/core/processing/process.ts";
import { type Parts, resumeProcesses, runProcess, runRows } from "#api/core/processing/run.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const newJobs = () =>
  createJobs(database, pino({ level: "silent" }), { retryLimit: 5, retryDelay: 1, retryBackoff: false });
/** Only takes jobs: the tests run the processes themselves, so that no runner in the background is faster. */
const jobs = newJobs();

/** A process that creates a marketplace per row; rows that begin with "no" are refused halfway. */
const openings: ProcessKind<{ isBroken?: boolean }, string> = {
  name: "openings",
  noticeOf: (id) => ({ name: "The opening", path: `/openings/${id}` }),
  isAllowed: ({ permissions }) => permissions.approvals.edit,
  nameOf: (name) => `Opening ${name}`,
  async doRow(work, name, { isBroken }) {
    if (isBroken) throw new Error("on purpose");
    await work.db.insert(marketplaces).values({ name, legalName: legalName, abn: "51824753556" });
    if (name.startsWith("no")) throw conflict("This name is taken.");
  },
  async end(_work, done) {
    return `${(await done()).length} were opened.`;
  },
};
const parts: Parts = {
  database,
  config,
  files: databaseFiles,
  jobs,
  kinds: { [openings.name]: openings },
  holdMs: 60_000,
};
const run = (id: string) => runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });

let manager: TestUser;
/** A prefix that separates the rows of one test from those of others. */
let legalName: string;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(() => {
  legalName = randomUUID();
});

const rows = (count: number) => Array.from({ length: count }, (_, i) => `row ${i + 1}`);
async function begin(
  names: string[],
  { user = manager, ...input }: { user?: TestUser; isBroken?: boolean } = {},
): Promise<string> {
  return database.transaction(async (own) => {
    const caller = await callerOf(own, { userId: user.id });
    if (!caller) throw new Error("Nobody.");
    return beginProcess({ db: own, caller, jobs }, openings, input, names);
  });
}
const opened = async () =>
  (await db.select().from(marketplaces).where(eq(marketplaces.legalName, legalName))).map(({ name }) => name);
const told = (id: string, lastMessageId?: number, user = manager) =>
  api.ok(user, operations.processing.get, { id, lastMessageId });

test("a process waits, runs and ends, and its progress never decreases", async () => {
  const id = await begin(rows(120));
  expect(await told(id)).toEqual({ status: 0, percentageComplete: 0, processingMessages: [] });
  expect(await runRows(parts, id)).toBe(true);
  expect(await told(id)).toEqual({ status: 1, percentageComplete: 41, processingMessages: [] });
  expect(await runRows(parts, id)).toBe(true);
  expect(await told(id)).toMatchObject({ status: 1, percentageComplete: 83 });
  expect(await runRows(parts, id)).toBe(false);
  const end = {
    status: 2,
    percentageComplete: 100,
    processingMessages: [{ id: 1, messageType: 1, friendlyMessage: "120 were opened." }],
  };
  expect(await told(id)).toEqual(end);
  await run(id);
  expect(await told(id)).toEqual(end);
  expect(await opened()).toEqual(rows(120));
});

test("a process makes room for others that wait, and continues after them", async () => {
  const other = await api.aUser({ roles: ["Catalogue Manager"] });
  const [long, short] = [await begin(rows(120)), await begin(rows(10), { user: other })];
  const jobsOf = async (id: string) =>
    (await db.execute(sql`select 1 from jobs.job where name = 'process' and state = 'created' and data->>'id' = ${id}`))
      .rows.length;
  const turn = (id: string) =>
    runProcess({ ...parts, turnMs: 0 })({ id }, { id: randomUUID(), runId: randomUUID(), isLastTry: false });
  await turn(long);
  expect(await told(long)).toMatchObject({ status: 1, percentageComplete: 41 });
  // The job that began it, and the one that continues it.
  expect(await jobsOf(long)).toBe(2);
  await turn(short);
  expect(await told(short, undefined, other)).toMatchObject({ status: 2 });
  await turn(long);
  expect(await told(long)).toMatchObject({ status: 2, percentageComplete: 100 });
  expect(await opened()).toHaveLength(130);
});

describe("turns", () => {
  const other = () => api.aUser({ roles: ["Catalogue Manager"] });
  /** Takes turns until nothing waits, each by the job of any process. Returns whose they were. */
  async function turnsOf(names: ReadonlyMap<string, string>): Promise<string[]> {
    const turns: string[] = [];
    const ids = [...names.keys()];
    const doneOf = async () =>
      new Map(
        (await db.select().from(processes).where(inArray(processes.id, ids))).map((each) => [each.id, each.done]),
      );
    for (let before = await doneOf(); ; ) {
      await runProcess({ ...parts, turnMs: 0 })(
        { id: ids[0] ?? "" },
        { id: randomUUID(), runId: randomUUID(), isLastTry: false },
      );
      const now = await doneOf();
      const whose = ids.find((id) => now.get(id) !== before.get(id));
      if (!whose) return turns;
      turns.push(names.get(whose) ?? "");
      before = now;
    }
  }

  test("are shared between suppliers, however many imports and people each has", async () => {
    const [many, one] = [await api.aSupplier(), await api.aSupplier()];
    const ofSupplier: ProcessKind<{ supplier: number }, string> = {
      ...(openings as unknown as ProcessKind<{ supplier: number }, string>),
      supplierOf: ({ supplier }) => supplier,
    };
    const names = new Map<string, string>();
    const beginFor = async (supplier: number, user: TestUser) => {
      const id = await database.transaction(async (own) => {
        const caller = await callerOf(own, { userId: user.id });
        if (!caller) throw new Error("Nobody.");
        return beginProcess({ db: own, caller, jobs }, ofSupplier, { supplier }, rows(120));
      });
      names.set(id, supplier === many ? "many" : "one");
    };
    for (let i = 0; i < 3; i++) await beginFor(many, await other());
    await beginFor(one, await other());
    const turns = await turnsOf(names);
    expect(turns.slice(0, 6)).toEqual(["many", "one", "many", "one", "many", "one"]);
    expect(turns.filter((whose) => whose === "many")).toHaveLength(9);
  });

  test("are shared between users who act for no supplier", async () => {
    const [first, second] = [await other(), await other()];
    const names = new Map<string, string>();
    for (const [user, name] of [
      [first, "first"],
      [first, "first"],
      [second, "second"],
    ] as const)
      names.set(await begin(rows(60), { user }), name);
    expect((await turnsOf(names)).slice(0, 4)).toEqual(["first", "second", "first", "second"]);
  });

  test("of a supplier's people are those of the supplier", async () => {
    const supplier = await api.aSupplier();
    const id = await begin(["a"], { user: await api.aUser({ links: [{ supplier }] }) });
    const [process] = await db.select().from(processes).where(eq(processes.id, id));
    expect(process?.party).toBe(`supplier ${supplier}`);
    await db.delete(processes).where(eq(processes.id, id));
  });
});

test("refused rows have no effect and are listed; the other rows are processed", async () => {
  const id = await begin(["a", "no b", "c", "no d"]);
  await run(id);
  expect(await told(id)).toEqual({
    status: 3,
    percentageComplete: 100,
    processingMessages: [
      { id: 1, messageType: 3, friendlyMessage: "Opening no b: This name is taken." },
      { id: 2, messageType: 3, friendlyMessage: "Opening no d: This name is taken." },
      { id: 3, messageType: 1, friendlyMessage: "2 were opened." },
    ],
  });
  expect(await opened()).toEqual(["a", "c"]);
  expect((await told(id, 2)).processingMessages.map((message) => message.id)).toEqual([3]);
  expect((await told(id, 3)).processingMessages).toEqual([]);
});

test("a killed process resumes wherever one starts next, and handles each row once", async () => {
  const id = await begin(rows(130));
  const dying: Parts = {
    ...parts,
    kinds: {
      openings: {
        ...openings,
        async doRow(work, row, input) {
          await openings.doRow(work, row as string, input as object);
          if (row === "row 77") throw new Error("killed");
        },
      } as ProcessKind,
    },
  };
  await runRows(dying, id);
  await expect(runRows(dying, id)).rejects.toThrow("killed");
  expect(await opened()).toEqual(rows(50));
  expect(await told(id)).toMatchObject({ status: 1, percentageComplete: 38 });
  await Promise.all([run(id), run(id)]);
  expect(await opened()).toEqual(rows(130));
  expect(await told(id)).toMatchObject({ status: 2 });
});

test("a process that crashes three times has failed", async () => {
  const id = await begin(["a"], { isBroken: true });
  for (const _ of [1, 2]) await expect(run(id)).rejects.toThrow("on purpose");
  expect(await told(id)).toMatchObject({ status: 0, processingMessages: [] });
  await expect(run(id)).rejects.toThrow("on purpose");
  expect(await told(id)).toEqual({
    status: 4,
    percentageComplete: 0,
    processingMessages: [
      {
        id: 1,
        messageType: 4,
        friendlyMessage: "Oh dear, this was stopped by an unexpected error. Changes already made are kept.",
      },
      { id: 2, messageType: 2, friendlyMessage: "Opening a: not done." },
      { id: 3, messageType: 1, friendlyMessage: "0 were opened." },
    ],
  });
  await run(id);
  expect(await told(id)).toMatchObject({ status: 4 });
});

test("all remaining rows are listed when a process is stopped", async () => {
  const user = await api.aUser({ roles: ["Catalogue Manager"] });
  const id = await begin(rows(20_000), { user });
  await db
    .update(users)
    .set({ roles: ["Finance"] })
    .where(eq(users.id, user.id));
  await run(id);
  const { status, processingMessages } = await told(id, 19_998, user);
  expect(status).toBe(4);
  expect(processingMessages.map(({ friendlyMessage }) => friendlyMessage)).toEqual([
    "Opening row 19998: not done.",
    "Opening row 19999: not done.",
    "Opening row 20000: not done.",
    "0 were opened.",
  ]);
});

test("a process that crashes in its final step has failed, too", async () => {
  const id = await begin(["a", "b"]);
  const broken: Parts = {
    ...parts,
    kinds: { openings: { ...openings, end: () => Promise.reject(new Error("at the end")) } as ProcessKind },
  };
  for (const _ of [1, 2, 3])
    await expect(runProcess(broken)({ id }, { id: randomUUID(), isLastTry: false })).rejects.toThrow("at the end");
  expect(await told(id)).toMatchObject({ status: 4 });
});

describe("a process whose owner is no longer authorised", () => {
  test.each([
    ["has lost the role", { roles: ["Finance"] }],
    ["is deactivated", { isActive: false }],
  ])("stops if the owner %s", async (_, change) => {
    const user = await api.aUser({ roles: ["Catalogue Manager"] });
    const id = await begin(rows(60), { user });
    await runRows(parts, id);
    await db.update(users).set(change).where(eq(users.id, user.id));
    await run(id);
    expect(await opened()).toEqual(rows(50));
    await db.update(users).set({ isActive: true }).where(eq(users.id, user.id));
    const { status, percentageComplete, processingMessages } = await told(id, 0, user);
    expect({ status, percentageComplete }).toEqual({ status: 4, percentageComplete: 83 });
    expect(processingMessages.map(({ friendlyMessage }) => friendlyMessage)).toEqual([
      "This was stopped, because you no longer have permission to do it. Changes already made are kept.",
      ...rows(60)
        .slice(50)
        .map((row) => `Opening ${row}: not done.`),
      "50 were opened.",
    ]);
  });
});

test("a process is visible only to its owner", async () => {
  const id = await begin(["a"]);
  expect(
    await api.call(await api.aUser({ roles: ["Administrator"] }), operations.processing.get, { id }),
  ).toMatchObject({ status: 404 });
  expect(await api.call(manager, operations.processing.get, { id: randomUUID() })).toMatchObject({ status: 404 });
});

test("the job runner executes processes, also if the queued job is lost, and discards their rows", async () => {
  await db.delete(processes);
  const id = await begin(["a", "b"]);
  await api.database.script("delete from jobs.job");
  await resumeProcesses(database, jobs);
  const runner = newJobs();
  onTestFinished(() => runner.stop());
  await runner.start({
    async mail() {},
    async sync() {},
    async invoice() {},
    async offers() {},
    async orderEmail() {},
    process: runProcess(parts),
  });
  await vi.waitFor(async () => expect(await told(id)).toMatchObject({ status: 2 }), { timeout: 15_000, interval: 100 });
  expect(await db.$count(processRows)).toBe(0);
  await resumeProcesses(database, jobs);
  expect(await opened()).toEqual(["a", "b"]);
});

describe("a file that crashes whatever reads it", () => {
  const content = Buffer.from("any file");
  const reading = (read: () => Promise<string[]>): Parts => {
    const kind: ProcessKind = {
      ...(openings as ProcessKind),
      read: async (_file, input) => ({ rows: await read(), input }),
    };
    return { ...parts, kinds: { openings: kind } };
  };
  const send = () =>
    database.transaction(async (own) => {
      const caller = await callerOf(own, { userId: manager.id });
      if (!caller) throw new Error("Nobody.");
      return beginImport({ db: own, caller, jobs }, openings, {}, content);
    });
  const attempt = (id: string, read: () => Promise<string[]>) =>
    runProcess(reading(read))({ id }, { id: randomUUID(), isLastTry: false });
  /** The state as the database sees it: the attempt was counted, and its process is gone. */
  const neverComesBack = async (id: string) => {
    const begun = vi.fn(() => new Promise<string[]>(() => {}));
    void attempt(id, begun);
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), { timeout: 10_000 });
  };

  test("is attempted twice, then fails with a message and is discarded", async () => {
    const id = await send();
    await neverComesBack(id);
    await neverComesBack(id);
    const third = vi.fn(async () => ["a"]);
    await attempt(id, third);
    expect(third).not.toHaveBeenCalled();
    expect(await told(id)).toMatchObject({
      status: 4,
      processingMessages: [
        {
          friendlyMessage:
            "This file could not be read: two attempts ended without a result. Please check the file, or split it into several, and choose it again.",
        },
      ],
    });
    expect(await db.$count(processFiles, eq(processFiles.processId, id))).toBe(0);
  });

  test("does no harm if only the first attempt crashes, and its rows are processed once", async () => {
    const id = await send();
    await neverComesBack(id);
    await attempt(id, async () => rows(3));
    expect(await told(id)).toMatchObject({ status: 2 });
    expect(await opened()).toEqual(rows(3));
  });
});

test("no transaction holds the connection longer than one row takes after its time is over", async () => {
  const id = await begin(rows(3));
  const hasty: Parts = { ...parts, holdMs: 0 };
  expect(await runRows(hasty, id)).toBe(true);
  expect(await opened()).toEqual(rows(1));
  await runProcess(hasty)({ id }, { id: randomUUID(), isLastTry: false });
  expect(await opened()).toEqual(rows(3));
});
