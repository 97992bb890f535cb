/**
 * Data of the first version whose demo had products: a backup of its embedded database, with 30 of the products, and
 * with images and documents that are nearly empty.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isNotNull } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { demoPassword } from "#api/core/access/demo-accounts.ts";
import { checkCommand } from "#api/core/database/check-command.ts";
import { connect } from "#api/core/database/connection.ts";
import { knownMigrations, migrationsFolder } from "#api/core/database/known-migrations.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { sealStoredCarrierKeys } from "#api/core/secrets/carrier-keys.ts";
import { migrate } from "#api/core/upgrade/migrate.ts";
import { restoreCommand } from "#api/modules/backup/restore-command.ts";
import { operations } from "#contract/operations.ts";
import { requestFor } from "#tests/support/api.ts";
import { emptyPlace } from "#tests/support/database.ts";
import { newTestServers, signInAt } from "#tests/support/identity.ts";

const folder = mkdtempSync(join(tmpdir(), "countinghouse-upgrade-"));
const { options, remove } = await emptyPlace();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await remove();
});

const url = "url" in options ? options.url : undefined;
const env = { DATA_DIR: "folder" in options ? options.folder : folder, DATABASE_URL: url ?? "" };
const old = "tests/support/files/first-products.backup";
/** The migrations of that version. */
const had = 5;

test("data of an early version is upgraded, and people sign in and find suppliers and products", async () => {
  expect(await checkCommand([], env)).toBe("There is no database yet. The next start creates it.");
  expect(await restoreCommand([old], env)).toContain("It is of an older version. The next start updates it.");
  const missing = knownMigrations().slice(had);
  expect(missing[0]?.name).toBe("0005_product_problems");
  const listed = ["The next start runs these migrations:", ...missing.map(({ name }) => name)].join("\n");
  expect(await checkCommand([], env)).toBe(listed);
  // It has run none of them.
  expect(await checkCommand([], env)).toBe(listed);

  const database = await connect(options);
  await migrate(database, url);
  await sealStoredCarrierKeys(database, ["a secret for settings of tests"]);
  const server = await (await newTestServers(Promise.resolve(database))).open({ DEMO: "on" });
  try {
    const { tokens } = await signInAt(server, "admin@countinghouse.example", demoPassword);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const answer = async (request: ReturnType<typeof requestFor>) => {
      const response = await server.app.inject({ ...request, headers });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    expect((await answer(requestFor(operations.suppliers.list, {}))).totalCount).toBe(60);
    expect(await answer(requestFor(operations.suppliers.get, { id: 1 }))).toMatchObject({
      name: "Acacia Homewares",
      shippitApiKey: true,
      carrierKeyEnding: expect.stringMatching(/^\d{4}$/),
    });
    expect(await database.db.$count(suppliers, isNotNull(suppliers.unsealedCarrierKey))).toBe(0);
    expect((await answer(requestFor(operations.products.list, {}))).totalCount).toBe(30);
    expect((await answer(requestFor(operations.products.get, { id: 1 }))).id).toBe(1);
    await answer(requestFor(operations.orders.list, {}));
  } finally {
    await server.app.close();
    await database.close();
  }
  expect(await checkCommand([], env)).toBe("The database is up to date.");
}, 120_000);

test("a check refuses a database of a newer version in one line", async () => {
  const database = await connect(options);
  await database.script(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4102444800000)",
  );
  await database.close();
  await expect(checkCommand([], env)).rejects.toThrow(
    /^The database was updated by a newer version .* before the update\.$/,
  );
});

test("of the snapshots from which migrations are made only the newest is kept, because each is large", () => {
  const snapshots = readdirSync(join(migrationsFolder, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  expect(snapshots).toEqual([`${knownMigrations().at(-1)?.name.slice(0, 4)}_snapshot.json`]);
});
