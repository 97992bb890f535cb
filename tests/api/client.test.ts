/** The typed client: made from the document of a running API, type-checked, and used with a real key. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecret, secretDigest, startOf } from "#api/core/access/keys.ts";
import { keys, orders } from "#api/core/database/schema/index.ts";
import { examplesOf } from "#tests/support/guide-examples.ts";
import { freePort, newTestServers, type TestServer, type TestServers } from "#tests/support/identity.ts";
import { world } from "#tests/support/world.ts";

const run = promisify(execFile);
const node = (...args: string[]) => run(process.execPath, args);

let servers: TestServers;
let server: TestServer;
let shop: string;
let key: { id: number; KEY: string; SECRET: string };

beforeAll(async () => {
  servers = await newTestServers();
  server = await servers.open();
  const records = world(servers.database);
  const marketplaceId = await records.aMarketplace("Harbour & Co");
  const supplierId = await records.aSupplier({ name: "Acacia Homewares" });
  await records.anAgreement({ supplierId, marketplaceId });
  await records.aProduct(supplierId, { externalSku: "TRAY-1" });
  const SECRET = newSecret();
  const { id, token: KEY } = await records.aKey({
    scopes: ["orders.place"],
    secretDigest: secretDigest(SECRET),
    secretStart: startOf(SECRET),
    marketplaceId,
  });
  key = { id, KEY, SECRET };
  // Below the project, so that its packages are found.
  shop = resolve(`.cache/shop-${randomUUID()}`);
  await mkdir(shop, { recursive: true });
  await writeFile(join(shop, "package.json"), '{ "type": "module" }');
  await node("scripts/client.mjs", server.config.apiPublicUrl, join(shop, "countinghouse"));
  const [program] = (await examplesOf(server.app, "/docs/typescript")).filter(({ language }) => language === "ts");
  await writeFile(join(shop, "place.ts"), program?.code ?? "");
});
afterAll(async () => {
  await server.app.close();
  await servers.database.close();
  await rm(shop, { recursive: true, force: true });
});

/** Type-checks a program beside the client. @returns the errors; empty if there are none */
async function errorsIn(file: string): Promise<string> {
  const strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"];
  const like = ["--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "es2023", "--types", "node"];
  return node("node_modules/typescript/bin/tsc", ...like, ...strict, join(shop, file)).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const placing = () =>
  run(process.execPath, ["node_modules/tsx/dist/cli.mjs", join(shop, "place.ts")], {
    env: { ...process.env, KEY: key.KEY, SECRET: key.SECRET },
  });

describe("the program of the guide", () => {
  test("passes the type checker, which knows required fields, values and the fields of answers", async () => {
    expect(await errorsIn("place.ts")).toBe("");
    const program = await readFile(join(shop, "place.ts"), "utf8");
    await writeFile(
      join(shop, "wrong.ts"),
      program.replace('CustomerSurname: "Nguyen",', "").replace("supplierId }", "supplierNumber }"),
    );
    const errors = await errorsIn("wrong.ts");
    expect(errors).toContain("CustomerSurname");
    expect(errors).toContain("supplierNumber");
  }, 120_000);

  test("signs in and places an order, which is placed once", async () => {
    const { stdout } = await placing();
    expect(stdout).toMatch(/^placed \d+ M-\d{8}-\d+ 1\n$/);
    expect((await placing()).stdout).toBe(stdout);
    const placed = await servers.database.db.select().from(orders).where(eq(orders.marketplaceOrderId, "S-30001"));
    expect(placed).toHaveLength(1);
  });

  test("prints the message of a refusal", async () => {
    await servers.database.db
      .update(keys)
      .set({ scopes: ["orders.read"] })
      .where(eq(keys.id, key.id));
    expect((await placing()).stdout).toContain("refused 403 This key may not do this.");
  });
});

test("a client is made from a file as well", async () => {
  const file = join(shop, "document.json");
  await writeFile(file, (await server.app.inject("/openapi.json")).body);
  await node("scripts/client.mjs", file, join(shop, "again"));
  const [made, again] = await Promise.all(
    ["countinghouse", "again"].map((folder) => readFile(join(shop, folder, "schema.ts"), "utf8")),
  );
  expect(again).toBe(made);
});

test("an address that does not answer is named in one line", async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const failed = await node("scripts/client.mjs", address, shop).catch((error: { stderr: string }) => error);
  expect(failed.stderr).toBe(`No client was made from ${address}: fetch failed (ECONNREFUSED)
`);
});
