import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import { claimDue } from "#api/core/database/claim-due.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { type Schedule, startSchedules } from "#api/core/schedules/schedules.ts";
import { liveConfig } from "#api/core/settings/live-config.ts";
import { schedulesOf } from "#api/registries/schedules.ts";
import { connectFresh } from "#tests/support/database.ts";

const database = await connectFresh();
const logged: { level: number; msg: string }[] = [];
const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
afterAll(() => database.close());

describe("a schedule", () => {
  const often = { what: "Counts.", everyMs: 5 };

  test("runs again and again, also after a failure, which is logged with its name", async () => {
    let turns = 0;
    const { lastRuns, stop } = startSchedules(
      [
        {
          ...often,
          name: "counting",
          async run() {
            if (++turns === 1) throw new Error("on purpose");
          },
        },
      ],
      log,
    );
    expect(lastRuns()).toEqual([{ name: "counting", everySeconds: 0.005, lastRanAt: null }]);
    await expect.poll(() => turns).toBeGreaterThan(3);
    await stop();
    expect(lastRuns()[0]?.lastRanAt).toBeInstanceOf(Date);
    expect(logged.map(({ msg }) => msg)).toEqual(["counting: failed"]);
    const atEnd = turns;
    let later = 0;
    const other = startSchedules([{ ...often, name: "another", run: async () => ++later }], log);
    await expect.poll(() => later).toBeGreaterThan(3);
    await other.stop();
    expect(turns).toBe(atEnd);
  });

  test("never runs beside the others, unless it is apart from them", async () => {
    const running = new Set<string>();
    const seen = new Set<string>();
    const turns = { first: 0, second: 0, apart: 0 };
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const work = (name: keyof typeof turns, until = Promise.resolve()): Schedule => ({
      ...often,
      name,
      isApart: name === "apart",
      async run() {
        running.add(name);
        if (running.size > 1) seen.add([...running].sort().join(" and "));
        await until;
        turns[name]++;
        running.delete(name);
      },
    });
    const { stop } = startSchedules([work("first", held), work("second"), work("apart")], log);
    await expect.poll(() => turns.apart).toBeGreaterThan(2);
    expect(turns).toMatchObject({ first: 0, second: 0 });
    release();
    await expect.poll(() => Math.min(turns.first, turns.second)).toBeGreaterThan(2);
    await stop();
    expect([...seen].filter((names) => names.includes("first and second"))).toEqual([]);
    expect([...seen]).toContain("apart and first");
  });

  test("begins at once when there is work, and once more for work that came meanwhile", async () => {
    let begin = () => {};
    let turns = 0;
    const { stop } = startSchedules(
      [
        {
          name: "rare",
          what: "Waits.",
          everyMs: 3_600_000,
          async run() {
            if (++turns === 1) for (const _ of [1, 2, 3]) begin();
          },
          onWork(wake) {
            begin = wake;
            return () => {};
          },
        },
      ],
      log,
    );
    begin();
    await expect.poll(() => turns).toBe(2);
    await stop();
    expect(turns).toBe(2);
  });

  test("ends with what it has begun", async () => {
    const ended: string[] = [];
    let begin = () => {};
    const { stop } = startSchedules(
      [
        {
          ...often,
          name: "slow",
          onWork(wake) {
            begin = wake;
            return () => ended.push("listening");
          },
          async run(_now, isStopping) {
            while (!isStopping()) await new Promise((done) => setImmediate(done));
            ended.push("running");
          },
          async settle() {
            ended.push("settled");
          },
        },
      ],
      log,
    );
    begin();
    await new Promise((done) => setImmediate(done));
    await stop();
    expect(ended).toEqual(["listening", "running", "settled"]);
  });
});

describe("work that is due", () => {
  const tasks = pgTable("tasks", { id: integer().primaryKey(), state: text().notNull().default("due") });
  const steps = pgTable(
    "steps",
    { task: integer().notNull(), step: integer().notNull(), state: text().notNull() },
    (t) => [primaryKey({ columns: [t.task, t.step] })],
  );
  const due = eq(tasks.state, "due");
  const claim = (limit: number) =>
    claimDue(database.db, tasks, { due, first: tasks.id, limit, lease: { state: "claimed" } });

  beforeAll(async () => {
    await database.script(`
      create table tasks (id integer primary key, state text not null default 'due');
      create table steps (task integer, step integer, state text not null, primary key (task, step));
      insert into tasks select generate_series(1, 60);
      insert into steps values (1, 1, 'due'), (1, 2, 'done'), (2, 1, 'due')`);
  });

  test("is claimed up to the limit, the first rows first, and comes with its lease", async () => {
    const claimed = await claim(2);
    expect(claimed.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: 1, state: "claimed" },
      { id: 2, state: "claimed" },
    ]);
  });

  test("goes to one of those who claim at the same moment", async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(5)));
    const ids = claims.flat().map(({ id }) => id);
    while (ids.length < 58) ids.push(...(await claim(5)).map(({ id }) => id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 58 }, (_, n) => n + 3));
    expect(await claim(5)).toEqual([]);
  });

  test("is found by a key of several columns, and may be taken out of its table", async () => {
    const first = sql`${steps.task}, ${steps.step}`;
    const taken = await claimDue(database.db, steps, { due: eq(steps.state, "due"), first, lease: "delete" });
    expect(taken.map(({ task, step }) => `${task}.${step}`).sort()).toEqual(["1.1", "2.1"]);
    expect(await database.db.select().from(steps)).toEqual([{ task: 1, step: 2, state: "done" }]);
  });
});

test("the page about operating lists every schedule", async () => {
  const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
  const live = await liveConfig(config, database, log);
  const jobs = { enqueue: async () => {} };
  const rows = schedulesOf({ database: { ...database, isEmbedded: true }, live, files: databaseFiles, jobs, log }).map(
    ({ name, everyMs, what }) => `| ${name} | ${intervalText(everyMs)} | ${what} |`,
  );
  const page = readFileSync("docs/operating.md", "utf8");
  const [, table = ""] = page.split("| schedule | every | what it does |\n|---|---|---|\n");
  expect(table.slice(0, table.indexOf("\n\n")).split("\n")).toEqual(rows);
});

function intervalText(ms: number): string {
  const [amount, unit] =
    ms < 60_000 ? [ms / 1_000, "s"] : ms < 3_600_000 ? [ms / 60_000, "min"] : [ms / 3_600_000, "h"];
  return `${amount} ${unit}`;
}
