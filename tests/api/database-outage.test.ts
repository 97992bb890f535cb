import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { inArray, sql } from "drizzle-orm";
import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect } from "#api/core/database/connection.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { createJobs, type Jobs } from "#api/core/jobs/jobs.ts";
import { waitForDatabase } from "#api/core/upgrade/migrate.ts";
import { operations } from "#contract/operations.ts";
import { type Api, startApi } from "#tests/support/api.ts";
import { Browser, Client, newTestServers, password, toSignIn } from "#tests/support/identity.ts";
import { hasServer, type OwnServer, startOwnServer } from "#tests/support/own-server.ts";
import { databaseUrl } from "#tests/support/postgres.ts";
import type { TestUser } from "#tests/support/world.ts";

const { add, updateFinancialDetails } = operations.suppliers;
const patience = { timeout: 20_000, interval: 100 };

describe.runIf(hasServer)("on a PostgreSQL server", () => {
  let server: OwnServer;
  let api: Api;
  let operator: TestUser;
  let jobs: Jobs;
  const mailed: string[] = [];

  beforeAll(async () => {
    server = await startOwnServer();
    api = await startApi({}, server.fresh("outage"));
    operator = await api.aUser({ roles: ["Administrator"] });
    jobs = createJobs(api.database, pino({ level: "silent" }));
    await jobs.start({
      async mail({ to }) {
        mailed.push(to);
      },
      async sync() {},
      async process() {},
      async invoice() {},
      async offers() {},
      async orderEmail() {},
    });
  }, 60_000);
  afterAll(async () => {
    await jobs.stop();
    await server.stop();
  });

  const read = () => api.call(operator, operations.suppliers.list, {});

  /** Repeats a request until the work is done. @returns the responses, and the duration of the slowest (ms) */
  async function underLoad(work: () => Promise<unknown>) {
    const answers: { status: number; message: string | undefined }[] = [];
    const commands: string[] = [];
    let slowest = 0;
    let isOver = false;
    const caller = async () => {
      for (let n = 0; !isOver; n++) {
        const begun = performance.now();
        const name = `Under load ${randomUUID()}`;
        const { status, problem } = await (n % 3 === 2
          ? api.call(operator, add, { SupplierName: name, PrimaryContactEmail: "a@b.example" })
          : read());
        if (n % 3 === 2 && status === 200) commands.push(name);
        answers.push({ status, message: status === 200 ? undefined : problem.message });
        slowest = Math.max(slowest, performance.now() - begun);
      }
    };
    const callers = Promise.all(Array.from({ length: 20 }, caller));
    await work();
    isOver = true;
    await callers;
    return { answers, commands, slowest };
  }

  test("a restart under load causes at most 503 responses with a message, and service resumes by itself", async () => {
    const { answers, commands, slowest } = await underLoad(async () => {
      for (let round = 0; round < 3; round++) {
        await wait(300);
        await server.restart();
      }
      await vi.waitFor(async () => expect((await read()).status).toBe(200), patience);
    });
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    for (const { message } of answers.filter(({ status }) => status === 503))
      expect(message).toMatch(/^The database cannot be reached at the moment\./);
    expect(slowest).toBeLessThan(8_000);
    const stored = await api.database.db
      .select({ name: suppliers.name })
      .from(suppliers)
      .where(inArray(suppliers.name, commands));
    expect(stored.map(({ name }) => name).sort()).toEqual([...commands].sort());
  }, 60_000);

  test("connections ended by the server are replaced without an error for callers", async () => {
    const { answers } = await underLoad(async () => {
      for (let round = 0; round < 5; round++) {
        await wait(150);
        expect(await server.terminateConnections("outage")).toBeGreaterThan(0);
      }
      await wait(150);
    });
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const lost = answers.filter(({ status }) => status === 503).length;
    expect(lost).toBeLessThan(answers.length / 20);
  }, 60_000);

  test("a transaction fails if its connection breaks between statements, and the next one works", async () => {
    const broken = api.database.transaction(async (db) => {
      await db.execute(sql`select 1`);
      await server.terminateConnections("outage");
      await wait(100);
      await db.execute(sql`select 2`);
    });
    await expect(broken).rejects.toThrow();
    await api.database.transaction((db) => db.execute(sql`select 1`));
  });

  test("a command whose connection breaks still takes effect exactly once", async () => {
    const names = Array.from({ length: 30 }, () => `Broken ${randomUUID()}`);
    const commands = names.map((SupplierName) => ({
      Id: randomUUID(),
      SupplierName,
      PrimaryContactEmail: "a@b.example",
    }));
    const sent = Promise.all(commands.map((command) => api.call(operator, add, command)));
    for (let round = 0; round < 4; round++) await server.terminateConnections("outage");
    await sent;
    for (const command of commands)
      await vi.waitFor(async () => expect((await api.call(operator, add, command)).status).toBe(200), patience);
    const stored = await api.database.db
      .select({ name: suppliers.name })
      .from(suppliers)
      .where(inArray(suppliers.name, names));
    expect(stored.map(({ name }) => name).sort()).toEqual([...names].sort());
  }, 60_000);

  test("jobs resume after a restart", async () => {
    await server.restart();
    const to = `${randomUUID()}@example.com`;
    const letter = { to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
    await vi.waitFor(() => api.database.transaction((db) => jobs.enqueue(db, "mail", letter)), patience);
    await vi.waitFor(() => expect(mailed).toContain(to), patience);
  }, 60_000);

  test("the start waits for an unavailable server, but not for a wrong address", async () => {
    const lines: string[] = [];
    const { url } = (await server.fresh("late")).options;
    const [late, wrong] = await Promise.all([connect({ url }), connect({ url: url.replace("late", "nowhere") })]);
    await expect(waitForDatabase(wrong, (line) => lines.push(line))).rejects.toThrow(
      'database "nowhere" does not exist',
    );
    const restarted = server.restart(2_000);
    const ready = waitForDatabase(late, (line) => lines.push(line), 100);
    await vi.waitFor(
      () =>
        expect(lines).toEqual([
          expect.stringMatching(/^The database does not answer yet \(.+\)\. Trying again every second\.$/),
        ]),
      patience,
    );
    await Promise.all([restarted, ready]);
    expect(lines.at(-1)).toBe("The database answers.");
    await Promise.all([late.close(), wrong.close()]);
  }, 60_000);

  describe("a locked record", () => {
    /** Locks the supplier in a separate transaction until the work is done. */
    async function whileLocked<T>(supplier: number, work: () => Promise<T>): Promise<T> {
      const holder = new pg.Client({ connectionString: databaseUrl(server.url, "outage") });
      await holder.connect();
      try {
        await holder.query("begin");
        await holder.query("select 1 from suppliers where id = $1 for update", [supplier]);
        return await work();
      } finally {
        await holder.end();
      }
    }
    const change = (SupplierId: number) =>
      api.call(operator, updateFinancialDetails, {
        SupplierId,
        ABN: "",
        BSB: "",
        AccountNumber: "",
        AccountName: "",
        BillingContactEmails: `${randomUUID()}@b.example`,
      });

    test("delays 15 commands for a bounded time, answers with a message, and does not affect reads", async () => {
      const supplier = await api.aSupplier();
      await whileLocked(supplier, async () => {
        const begun = performance.now();
        const waiting = Promise.all(Array.from({ length: 15 }, () => change(supplier)));
        await wait(500);
        for (let n = 0; n < 20; n++) {
          const asked = performance.now();
          expect((await read()).status).toBe(200);
          expect(performance.now() - asked).toBeLessThan(3_000);
        }
        for (const { status, problem, raw } of await waiting) {
          expect([409, 503]).toContain(status);
          expect(problem.message).toMatch(
            /^(Somebody else is changing the same record|The system is busy) at th(is|e) moment\./,
          );
          expect(raw.headers["retry-after"]).toBe("5");
        }
        expect(performance.now() - begun).toBeLessThan(20_000);
      });
      expect((await change(supplier)).status).toBe(200);
    }, 60_000);
  });

  test("transactions that lock the same records in opposite orders all succeed", async () => {
    const both = [await api.aSupplier({ name: "0" }), await api.aSupplier({ name: "0" })];
    const addOne = (order: number[]) =>
      api.database.transaction(async (db) => {
        for (const id of order) {
          await db.execute(sql`update suppliers set name = (name::integer + 1)::text where id = ${id}`);
          await db.execute(sql`select pg_sleep(0.05)`);
        }
      });
    await Promise.all(Array.from({ length: 4 }, (_, n) => addOne(n % 2 === 0 ? both : both.toReversed())));
    const rows = await api.database.db
      .select({ name: suppliers.name })
      .from(suppliers)
      .where(inArray(suppliers.id, both));
    expect(rows.map(({ name }) => name)).toEqual(["4", "4"]);
  }, 60_000);

  test("the sign-in explains why nobody can sign in to a read-only database", async () => {
    const fresh = await server.fresh("reading");
    const servers = await newTestServers(connect(fresh.options));
    const identityServer = await servers.open();
    const user = await servers.makeUser();
    const { url, browser } = await toSignIn(identityServer);
    await servers.database.script("alter database reading set default_transaction_read_only = on");
    await server.terminateConnections("reading");
    const words = "Nothing can be saved at the moment, because the database is read-only.";
    // An attempt can still meet a connection that has just been ended.
    await vi.waitFor(async () => {
      const posted = await browser.post(url, { email: user.email, password });
      expect([posted.status, posted.headers.get("retry-after")]).toEqual([503, "60"]);
      expect(await posted.text()).toContain(words);
    }, patience);
    const begun = await new Browser().open(new Client(identityServer).authorizeUrl());
    expect(begun.status).toBe(503);
    expect(await begun.text()).toContain(words);
    await identityServer.app.close();
    await servers.database.close();
  }, 60_000);

  test("with a read-only database pages are shown, and saving explains why it fails", async () => {
    const settings = (statement: string) => api.database.script(statement);
    await settings("alter database outage set default_transaction_read_only = on");
    await server.terminateConnections("outage");
    try {
      await vi.waitFor(async () => expect((await read()).status).toBe(200), patience);
      const { status, problem } = await api.call(operator, add, {
        SupplierName: "Never",
        PrimaryContactEmail: "a@b.example",
      });
      expect([status, problem.message]).toEqual([
        503,
        "Nothing can be saved at the moment, because the database is read-only. Nothing was changed. Please tell your administrator.",
      ]);
    } finally {
      await settings("begin read write; alter database outage reset default_transaction_read_only; commit");
      await server.terminateConnections("outage");
    }
    await vi.waitFor(
      async () =>
        expect(
          (await api.call(operator, add, { SupplierName: "Again", PrimaryContactEmail: "a@b.example" })).status,
        ).toBe(200),
      patience,
    );
  }, 60_000);
});
