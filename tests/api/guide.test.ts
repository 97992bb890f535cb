/** The guide: its pages, and its examples, which are run as they stand on a real server with real keys. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealWebhookSecret } from "#api/areas/channels/webhook-secret.ts";
import { newSecret, secretDigest, startOf } from "#api/core/access/keys.ts";
import { type keys, marketplaces, products } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { deliverer } from "#api/core/outbox/deliver.ts";
import { guideFiles } from "#api/modules/guide/pages.ts";
import { eventSender } from "#api/registries/channels.ts";
import { jobHandlers } from "#api/registries/jobs.ts";
import type { KeyScope } from "#contract/keys/scopes.ts";
import { type Example, examplesOf, expected, pathsOfGuide } from "#tests/support/guide-examples.ts";
import { freePort, newTestServers, type TestServer, type TestServers } from "#tests/support/identity.ts";
import { world } from "#tests/support/world.ts";

const run = promisify(execFile);
const log = pino({ level: "silent" });

let servers: TestServers;
let server: TestServer;
let folder: string;
let shopKey: Record<string, string>;
let warehouseKey: Record<string, string>;
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countinghouse-guide-"));
  servers = await newTestServers();
  const { database } = servers;
  server = await servers.open({ ALLOW_PRIVATE_WEBHOOKS: "on" });
  const jobs = createJobs(database, log);
  const { config } = server;
  await jobs.start(jobHandlers({ database, config, files: databaseFiles, jobs, sendEmail: async () => {} }));
  ending.push(() => jobs.stop(1_000));
  // The records that the examples name, in a database in which the first of each has the number 1.
  const records = world(database);
  const marketplace = await records.aMarketplace("Harbour & Co");
  const supplier = await records.aSupplier({ name: "Acacia Homewares" });
  await records.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  const product = await records.aProduct(supplier, {
    name: "Linen tray",
    externalSku: "TRAY-1",
    manageStock: true,
    stockQuantity: 10,
  });
  expect([marketplace, supplier, product]).toEqual([1, 1, 1]);
  shopKey = await aKey(["orders.place", "orders.read"], { marketplaceId: marketplace });
  warehouseKey = await aKey(["orders.read", "shipments", "stock"], { supplierId: supplier });
});
afterAll(async () => {
  for (const end of ending.reverse()) await end();
  await server.app.close();
  await servers.database.close();
  await rm(folder, { recursive: true, force: true });
});

async function aKey(scopes: KeyScope[], traits: Partial<typeof keys.$inferInsert>): Promise<Record<string, string>> {
  const secret = newSecret();
  const key = await world(servers.database).aKey({
    scopes,
    secretDigest: secretDigest(secret),
    secretStart: startOf(secret),
    ...traits,
  });
  return { "key-31": key.token, "chk_the-secret-of-your-key": secret, "31": String(key.id) };
}

/** Puts the key of the test in place of the one that the guide names. */
const withKey = (text: string, key: Record<string, string>) =>
  text.replace(/key-31|chk_the-secret-of-your-key|\b31\b/g, (name) => key[name] ?? name);

const examples = (path: string) => examplesOf(server.app, path);
const isShell = ({ language }: Example) => language === "sh";

/** Runs the commands of a page in one shell, after those that get a token. @returns what each of them printed */
async function ranIn(path: string, key: Record<string, string>): Promise<string[]> {
  const before = path === "/docs/keys" ? [] : (await examples("/docs/keys")).filter(isShell).slice(0, 3);
  const own = (await examples(path)).filter(isShell);
  const mark = randomUUID();
  const script = [...before, ...own].map(({ code }) => `${withKey(code, key)}\necho ${mark}`).join("\n");
  const { stdout } = await run("sh", ["-eu", "-c", script], { cwd: folder });
  return stdout.split(`${mark}\n`).slice(before.length, -1);
}

/** Each answer that follows a command is what the command has printed. */
async function expectAnswers(path: string, key: Record<string, string>): Promise<void> {
  const all = await examples(path);
  const printed = await ranIn(path, key);
  let command = -1;
  let compared = 0;
  for (const { language, code } of all) {
    if (language === "sh") command++;
    if (language !== "json" || command < 0) continue;
    const answer: unknown = JSON.parse(printed[command] ?? "");
    expect(answer, `${path}: the answer to command ${command + 1}`).toEqual(expected(JSON.parse(withKey(code, key))));
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
}

describe("the pages", () => {
  test("are listed on each of them, in the order of their links to the next one", async () => {
    const paths = await pathsOfGuide(server.app);
    expect(paths).toHaveLength(guideFiles().length);
    for (const [index, path] of paths.entries()) {
      const { body, headers } = await server.app.inject(path);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(body.match(/<h1>/g)).toHaveLength(1);
      expect(body).toContain(`<a href="${path}" aria-current="page">`);
      expect(/rel="prev"/.test(body)).toBe(index > 0);
      expect(/href="([^"]+)" rel="next"/.exec(body)?.[1]).toBe(paths[index + 1]);
    }
  });

  test("have links that lead to pages and headings", async () => {
    const paths = await pathsOfGuide(server.app);
    const links = new Set<string>();
    for (const path of paths)
      for (const [, href = ""] of (await server.app.inject(path)).body.matchAll(/href="([^"]+)"/g))
        if (href.startsWith("/") || href.startsWith(server.config.apiPublicUrl)) links.add(href);
    expect(links.size).toBeGreaterThan(paths.length);
    for (const link of links) {
      const { pathname, hash } = new URL(link, server.config.apiPublicUrl);
      const { statusCode, body } = await server.app.inject(pathname);
      expect([link, statusCode]).toEqual([link, 200]);
      if (hash !== "") expect(body, link).toContain(`id="${hash.slice(1)}"`);
    }
  });

  test("are readable without scripts, and their policy allows none", async () => {
    for (const path of await pathsOfGuide(server.app)) {
      const { body, headers } = await server.app.inject(path);
      expect(body).not.toMatch(/<script|<style| style=| on\w+=/);
      expect(headers["content-security-policy"]).toContain("default-src 'none'; style-src 'self'");
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
    }
  });

  test("name the address of this API, and no other example of one", async () => {
    for (const path of await pathsOfGuide(server.app)) {
      const { body } = await server.app.inject(path);
      expect(body).not.toMatch(/(api|office)\.example\.com/);
    }
    expect((await server.app.inject("/docs/keys")).body).toContain(`${server.config.apiPublicUrl}/identity/token`);
  });

  test("are found with a slash at the end of the first address, and nothing else is", async () => {
    const slash = await server.app.inject("/docs/");
    expect([slash.statusCode, slash.headers.location]).toEqual([301, "/docs"]);
    expect((await server.app.inject("/docs/nothing")).statusCode).toBe(404);
    expect((await server.app.inject("/docs/README.md")).statusCode).toBe(404);
  });

  test("have addresses below the path of an API that is not at the root of its host", async () => {
    const below = await servers.open({ API_PUBLIC_URL: "https://shop.example/back/api" });
    const { body } = await below.app.inject("/docs/keys");
    await below.app.close();
    expect(body).toContain('href="/back/api/docs/placing-orders"');
    expect(body).toContain("https://shop.example/back/api/identity/token");
  });
});

describe("the examples in the shell", () => {
  test("of the start get the OpenAPI document", async () => {
    await ranIn("/docs", shopKey);
    expect(JSON.parse(await readFile(join(folder, "openapi.json"), "utf8"))).toMatchObject({ openapi: "3.1.0" });
  });

  test("of signing in get a token and call an operation", () => expectAnswers("/docs/keys", shopKey));

  test("of orders place, repeat, cancel, refund and read an order", async () => {
    for (const path of ["/docs/placing-orders", "/docs/cancelling-and-refunding", "/docs/reading-orders"])
      await expectAnswers(path, shopKey);
  });

  test("of errors are refused as the page shows", () => expectAnswers("/docs/limits-and-errors", shopKey));

  test("of shipments add, change, read and cancel one", async () => {
    await expectAnswers("/docs/shipments", warehouseKey);
    const [, , , , last = ""] = await ranIn("/docs/shipments", warehouseKey);
    expect(JSON.parse(last)).toBeNull();
  });

  test("of stock and prices export a workbook and import it", () =>
    expectAnswers("/docs/stock-and-prices", warehouseKey));
});

/** Writes the program of a page to a file in which packages of this project are found. */
async function programOf(path: string): Promise<string> {
  const [program, ...others] = (await examples(path)).filter(({ language }) => language === "js");
  expect(others).toEqual([]);
  const file = resolve(`.cache/guide-${randomUUID()}.mjs`);
  await writeFile(file, program?.code ?? "");
  ending.push(() => rm(file));
  return file;
}

test("the program that sends stock sets the stock of a product", async () => {
  const token = await ranIn("/docs/keys", warehouseKey).then(([, answer = ""]) => JSON.parse(answer).access_token);
  const { stdout } = await run(process.execPath, [await programOf("/docs/stock-and-prices")], {
    env: { ...process.env, TOKEN: token },
  });
  expect(stdout).toMatch(/^200 "[\da-f-]{36}"/);
  const stock = async () =>
    (await servers.database.db.select().from(products).where(eq(products.id, 1)))[0]?.stockQuantity;
  await expect.poll(stock, { timeout: 20_000 }).toBe(25);
});

describe("the program that receives events", () => {
  const secret = "a secret of the webhook";
  let url: string;
  let printed = "";
  let program: ChildProcess;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    program = spawn(process.execPath, [await programOf("/docs/events")], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    program.stdout?.on("data", (piece) => (printed += piece));
    // Listens when its first request, which is not signed, is answered at all.
    while ((await fetch(url, { method: "POST" }).catch(() => undefined)) === undefined) await wait(50);
  });
  afterAll(() => {
    program.kill();
  });

  const send = (body: string, timestamp: number, signedWith = secret) =>
    fetch(url, {
      method: "POST",
      body,
      headers: {
        "x-countinghouse-timestamp": String(timestamp),
        "x-countinghouse-signature": `sha256=${createHmac("sha256", signedWith).update(`${timestamp}.${body}`).digest("hex")}`,
      },
    }).then(({ status }) => status);

  test("accepts what the API sends", async () => {
    const { database } = servers;
    const { config } = server;
    const webhookSecret = await sealWebhookSecret(config.settingsSecrets, 1, secret);
    await database.db.update(marketplaces).set({ webhookUrl: url, webhookSecret }).where(eq(marketplaces.id, 1));
    const [place = ""] = (await examples("/docs/placing-orders")).filter(isShell).map(({ code }) => code);
    const [, , token = ""] = (await examples("/docs/keys")).filter(isShell).map(({ code }) => withKey(code, shopKey));
    const [names = ""] = (await examples("/docs/keys")).filter(isShell).map(({ code }) => withKey(code, shopKey));
    const another = place.replace("S-10023", "S-20001").replace("5c1f6a8e", "6c1f6a8e");
    await run("sh", ["-c", [names, token, another].join("\n")]);
    const { begin, settle } = deliverer({ database, send: eventSender(config, database.db), log });
    while ((await begin(new Date(Date.now() + 1_000))) > 0) await settle();
    await expect.poll(() => printed).toContain("orderAccepted S-20001");
  });

  test("refuses a wrong signature, an old timestamp and a changed body", async () => {
    const now = Math.floor(Date.now() / 1000);
    const event = JSON.stringify({ event: "shipped", id: randomUUID() });
    expect(await send(event, now)).toBe(204);
    expect(await send(event, now, "another secret of a webhook")).toBe(401);
    expect(await send(event, now - 400)).toBe(401);
    const forged = await fetch(url, {
      method: "POST",
      body: event.replace("shipped", "refunded"),
      headers: {
        "x-countinghouse-timestamp": String(now),
        "x-countinghouse-signature": `sha256=${createHmac("sha256", secret).update(`${now}.${event}`).digest("hex")}`,
      },
    });
    expect(forged.status).toBe(401);
  });
});
