import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count, eq, like, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { connect } from "#api/core/database/connection.ts";
import { sqlState } from "#api/core/database/failures.ts";
import { lockFolder } from "#api/core/database/folder-lock.ts";
import { marketplaces, users } from "#api/core/database/schema/index.ts";
import { vacuumWhereDue } from "#api/core/database/vacuum.ts";
import { isEmpty, migrate } from "#api/core/upgrade/migrate.ts";
import { freshDatabase } from "#tests/support/database.ts";

const { options, remove } = await freshDatabase();
const database = await connect(options);
afterAll(async () => {
  await database.close();
  await remove();
});

const aMarketplace = (name: string) => ({ name, legalName: name, abn: "" });
const rowsNamed = (name: string) => database.db.$count(marketplaces, eq(marketplaces.name, name));

describe("a transaction", () => {
  test("commits everything when its work succeeds, and nothing when it fails", async () => {
    const work = (name: string, end: () => void) =>
      database.transaction(async (db) => {
        await db.insert(marketplaces).values(aMarketplace(name));
        await db.insert(marketplaces).values(aMarketplace(name));
        end();
        return "done";
      });
    expect(await work("kept", () => {})).toBe("done");
    await expect(
      work("given up", () => {
        throw new Error("on purpose");
      }),
    ).rejects.toThrow("on purpose");
    expect([await rowsNamed("kept"), await rowsNamed("given up")]).toEqual([2, 0]);
  });

  test("refuses a query outside the transaction immediately, instead of waiting for itself forever", async () => {
    const started = performance.now();
    const beside = database.transaction(async (db) => {
      await db.select({ n: count() }).from(users);
      await database.db.select({ n: count() }).from(users);
    });
    const error = await beside.catch((thrown: Error) => thrown);
    expect(String((error as Error).cause ?? error)).toContain(
      "A query outside the open transaction: use the db that the transaction gives.",
    );
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await database.db.$count(users)).toBe(0);
  });

  test("refuses a nested transaction", async () => {
    await expect(database.transaction(() => database.transaction(async () => {}))).rejects.toThrow(
      /outside the open transaction/,
    );
  });

  test("leaves a working connection after a failed statement", async () => {
    const error = await database.transaction((db) => db.execute(sql`select 1 / 0`)).catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe("22012");
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
});

describe("a failed query", () => {
  test("leaves a working connection, repeatedly", async () => {
    for (let i = 0; i < 3; i++) {
      const error = await database.db.execute(sql`select 1 / ${0}::integer`).catch((thrown: unknown) => thrown);
      expect(sqlState(error)).toBe("22012");
      expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    }
  });
});

describe("a transaction aborted by the database", () => {
  const givenUp = (code: string) => Object.assign(new Error("given up"), { code });

  test.each(["40001", "40P01"])("with %s is retried, without any effect of the first attempt", async (code) => {
    const name = `second time ${code}`;
    let attempts = 0;
    await database.transaction(async (db) => {
      await db.insert(marketplaces).values(aMarketplace(name));
      attempts++;
      if (attempts === 1) throw new Error("wrapped", { cause: givenUp(code) });
    });
    expect([attempts, await rowsNamed(name)]).toEqual([2, 1]);
  });

  test.each([
    ["40P01", 5],
    ["23505", 1],
  ])("with %s is attempted at most %d times", async (code, most) => {
    let attempts = 0;
    const work = async () => {
      attempts++;
      throw givenUp(code);
    };
    await expect(database.transaction(work)).rejects.toThrow("given up");
    expect(attempts).toBe(most);
  });
});

describe("concurrent callers", () => {
  test("each get their own result", async () => {
    const asked = Array.from({ length: 300 }, (_, n) => n);
    const answers = await Promise.all(
      asked.map(async (n) => (await database.db.execute<{ n: number }>(sql`select ${n}::int as n`)).rows[0]?.n),
    );
    expect(answers).toEqual(asked);
  });

  test("do not lose updates in transactions", async () => {
    await database.db.insert(marketplaces).values(aMarketplace("counter"));
    const addOne = () =>
      database.transaction(async (db) => {
        const [row] = await db.select().from(marketplaces).where(eq(marketplaces.name, "counter")).for("update");
        await db
          .update(marketplaces)
          .set({ abn: String(Number(row?.abn) + 1) })
          .where(eq(marketplaces.name, "counter"));
      });
    await Promise.all(Array.from({ length: 30 }, addOne));
    expect(
      await database.db.select({ abn: marketplaces.abn }).from(marketplaces).where(eq(marketplaces.name, "counter")),
    ).toEqual([{ abn: "30" }]);
  });

  // A PostgreSQL server does this by autovacuum.
  test.runIf(database.isEmbedded)(
    "can update the same rows repeatedly without the embedded database growing",
    async () => {
      const size = async () =>
        Number(
          (await database.db.execute<{ size: string }>(sql`select pg_total_relation_size('marketplaces') as size`))
            .rows[0]?.size,
        );
      await database.db.insert(marketplaces).values(Array.from({ length: 500 }, (_, n) => aMarketplace(`many ${n}`)));
      const ours = like(marketplaces.name, "many %");
      const rename = () =>
        database.db
          .update(marketplaces)
          .set({ name: sql`${marketplaces.name} || '.'` })
          .where(ours);
      await rename();
      expect(await vacuumWhereDue(database)).toContain("public.marketplaces");
      const before = await size();
      for (let round = 0; round < 10; round++) {
        await rename();
        await vacuumWhereDue(database);
      }
      expect(await size()).toBeLessThan(1.5 * before);
      await database.db.delete(marketplaces).where(ours);
    },
  );

  // With a second connection, the embedded database's socket would return another caller's rows.
  test.runIf(database.isEmbedded)(
    "share the embedded database's one connection: a query waits for the open transaction",
    async () => {
      const order: string[] = [];
      let open: Promise<void> | undefined;
      await new Promise<void>((begun) => {
        open = database.transaction(async (db) => {
          await db.execute(sql`select 1`);
          begun();
          for (let round = 0; round < 20; round++) await db.execute(sql`select 1`);
          order.push("transaction");
        });
      });
      await Promise.all([open, database.db.execute(sql`select 1`).then(() => order.push("query"))]);
      expect(order).toEqual(["transaction", "query"]);
    },
  );
});

describe("the schema", () => {
  test("can be migrated again safely, also by several processes at once", async () => {
    const url = "url" in options ? options.url : undefined;
    await Promise.all([migrate(database, url), migrate(database, url)]);
    expect(await database.db.$count(users)).toBe(0);
  });

  test("is not changed by an older version, which reports that in one line", async () => {
    const url = "url" in options ? options.url : undefined;
    await database.script(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4102444800000)",
    );
    await expect(migrate(database, url)).rejects.toThrow(
      /^The database was updated by a newer version of Countinghouse \(1 step that this version does not know\)\. Start that version, or restore the backup that was made before the update\.$/,
    );
    await database.script("delete from drizzle.__drizzle_migrations where hash = 'of a newer version'");
    await migrate(database, url);
  });

  test("counts as empty until there is an account", async () => {
    expect(await isEmpty(database)).toBe(true);
    await database.db.insert(users).values({ email: "first@example.com", givenName: "Kim", surname: "Doe" });
    expect(await isEmpty(database)).toBe(false);
    await database.db.delete(users);
  });

  test("finds an account by its email address, ignoring case", async () => {
    const [kim, shouting] = ["kim@example.com", "KIM@example.com"].map((email) => ({
      email,
      givenName: "Kim",
      surname: "Doe",
    }));
    const both = database.transaction(async (db) => {
      for (const user of [kim, shouting]) if (user) await db.insert(users).values(user);
    });
    expect(sqlState(await both.catch((thrown: unknown) => thrown))).toBe("23505");
  });
});

describe("the folder of an embedded database", () => {
  test("can be used by one process at a time, until it is released", async () => {
    const folder = mkdtempSync(join(tmpdir(), "countinghouse-lock-"));
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(
      `The data folder ${folder} is in use by another Countinghouse. Stop that one first, or set DATA_DIR to another folder.`,
    );
    await expect(connect({ folder })).rejects.toThrow("is in use by another Countinghouse");
    await unlock();
    await (await lockFolder(folder))();
    rmSync(folder, { recursive: true });
  });
});

test("many concurrent callers each get their own rows", async () => {
  // With a second connection, the embedded database's socket would mix up responses.
  const mine = (n: number) =>
    database.transaction(async (db) => {
      await db.execute(sql`select pg_sleep(0)`);
      return (await db.execute(sql`select ${n}::int as n, repeat('x', 2000) as text`)).rows[0]?.n;
    });
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  const direct = numbers.map(async (n) => (await database.db.execute(sql`select ${n}::int as n`)).rows[0]?.n);
  expect(await Promise.all(numbers.map(mine))).toEqual(numbers);
  expect(await Promise.all(direct)).toEqual(numbers);
});

describe("the time of an insert", () => {
  test("is never later than the time the API reads next, to the millisecond", async () => {
    const isLater: boolean[] = [];
    for (let i = 0; i < 40; i++) {
      const found = await database.db.execute<{ later: boolean }>(
        sql`insert into upgrades (name) values (${`clock ${i}`}) returning done_at > now() as later`,
      );
      isLater.push(found.rows[0]?.later ?? true);
    }
    expect(isLater).not.toContain(true);
  });

  test("is rounded down in every table that sets it", async () => {
    const { rows } = await database.db.execute<{ column: string }>(
      sql`select table_name || '.' || column_name as column from information_schema.columns
        where table_schema = 'public' and column_default like '%now()%' and column_default not like '%date_trunc(%'`,
    );
    expect(rows.map(({ column }) => column)).toEqual([]);
  });
});
