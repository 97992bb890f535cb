/**
 * Data of the last version 0.1: a backup of a PostgreSQL database, with a supplier, a product, an order and an invoice,
 * which had the 67 migrations that the baseline replaced.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { fillOrderParties } from "#api/areas/shared/order-parties.ts";
import { demoPassword } from "#api/core/access/demo-accounts.ts";
import { checkCommand } from "#api/core/database/check-command.ts";
import { connect, type Database } from "#api/core/database/connection.ts";
import { knownMigrations, migrationsFolder } from "#api/core/database/known-migrations.ts";
import { orderTransactions } from "#api/core/database/schema/index.ts";
import { migrate } from "#api/core/upgrade/migrate.ts";
import { linesOfBackup, writeBackupFile } from "#api/modules/backup/file.ts";
import { restoreCommand } from "#api/modules/backup/restore-command.ts";
import { operations } from "#contract/operations.ts";
import { requestFor } from "#tests/support/api.ts";
import { emptyPlace } from "#tests/support/database.ts";
import { newTestServers, signInAt } from "#tests/support/identity.ts";
import { strayParts } from "#tests/support/order-parties.ts";

const folder = mkdtempSync(join(tmpdir(), "countinghouse-upgrade-"));
const { options, remove } = await emptyPlace();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await remove();
});

const url = "url" in options ? options.url : undefined;
const env = { DATA_DIR: "folder" in options ? options.folder : folder, DATABASE_URL: url ?? "" };
const old = "tests/support/files/version-0.1.backup";
const withDatabase = async (work: (database: Database) => Promise<unknown>) => {
  const database = await connect(options);
  await work(database).finally(() => database.close());
};
const migrationsHad = sql`drizzle.__drizzle_migrations`;

test("a database of the last version 0.1 goes on, and people sign in and find their records and history", async () => {
  expect(await checkCommand([], env)).toBe("There is no database yet. The next start creates it.");
  expect(await restoreCommand([old], env)).toMatch(/^The database is the one of \S+: \d+ tables/);
  // It has run none of the migrations since.
  const later = knownMigrations().slice(1);
  expect(await checkCommand([], env)).toBe(
    later.length === 0
      ? "The database is up to date."
      : ["The next start runs these migrations:", ...later.map(({ name }) => name)].join("\n"),
  );

  const database = await connect(options);
  await migrate(database, url);
  expect((await database.db.execute(sql`select from ${migrationsHad}`)).rows).toHaveLength(67 + later.length);
  for (let steps = 0; steps < 10; steps++) await fillOrderParties(database);
  expect(await strayParts(database.db)).toEqual([]);
  expect((await database.db.select().from(orderTransactions))[0]?.supplierId).toBe(1);
  const server = await (await newTestServers(Promise.resolve(database))).open({ DEMO: "on" });
  try {
    const { tokens } = await signInAt(server, "admin@countinghouse.example", demoPassword);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const answer = async (request: ReturnType<typeof requestFor>) => {
      const response = await server.app.inject({ ...request, headers });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    expect(await answer(requestFor(operations.suppliers.get, { id: 1 }))).toMatchObject({ name: "Acacia Homewares" });
    expect(await answer(requestFor(operations.products.get, { id: 1 }))).toMatchObject({ name: "Dish" });
    expect((await answer(requestFor(operations.orders.list, {}))).totalCount).toBe(2);
    expect((await answer(requestFor(operations.invoices.list, {}))).totalCount).toBe(1);
    const history = () => answer(requestFor(operations.history.list, { record: "product", recordId: 1 }));
    const { totalCount, items } = await history();
    expect(items[0]).toMatchObject({ userName: "Ada Boss", way: "form", kind: "changed" });
    await database.db.execute(sql`update products set name = 'Bowl' where id = 1`);
    expect((await history()).totalCount).toBe(totalCount + 1);
  } finally {
    await server.app.close();
    await database.close();
  }
  expect(await checkCommand([], env)).toBe("The database is up to date.");
}, 120_000);

test("a database of a newer version is refused in one line", async () => {
  await withDatabase(async ({ script }) => {
    await script(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4102444800000)",
    );
  });
  await expect(checkCommand([], env)).rejects.toThrow(
    /^The database was updated by a newer version .* before the update\.$/,
  );
});

test("a database of an early version is refused in one line that names the version to go through", async () => {
  const refusal =
    "The database is of an early version of Countinghouse, which this version cannot update. Start the last version 0.1 on it once, and then this version.";
  const last = sql`(select max(created_at) from ${migrationsHad})`;
  await withDatabase(async (database) => {
    await database.script("delete from drizzle.__drizzle_migrations where hash = 'of a newer version'");
    await database.db.execute(sql`delete from ${migrationsHad} where created_at >= ${knownMigrations()[0]?.at ?? 0}`);
    const before = await database.db.execute(sql`select ${last} as last`);
    await expect(migrate(database, url)).rejects.toThrow(refusal);
    expect((await database.db.execute(sql`select ${last} as last`)).rows).toEqual(before.rows);
  });
  await expect(checkCommand([], env)).rejects.toThrow(refusal);
});

test("a backup of an early version is refused in one line that names the version to go through", async () => {
  const early = join(folder, "early.backup");
  const lines: string[] = [];
  for await (const line of linesOfBackup(old)) lines.push(line);
  const { migrations, ...about } = JSON.parse(lines[0] ?? "{}");
  const header = JSON.stringify({ ...about, migrations: migrations.slice(0, 60) });
  await writeBackupFile(early, Readable.from([header, ...lines.slice(1)].map((line) => `${line}\n`)));
  await expect(restoreCommand([early, "--replace"], env)).rejects.toThrow(
    `${early} was made by an early version of Countinghouse, which this version cannot read. Restore it with the last version 0.1, start that version once, and make a new backup.`,
  );
});

test("of the snapshots from which migrations are made only the newest is kept, because each is large", () => {
  const snapshots = readdirSync(join(migrationsFolder, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  expect(snapshots).toEqual([`${knownMigrations().at(-1)?.name.slice(0, 4)}_snapshot.json`]);
});
