import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readFeeds } from "#api/areas/products/stock-feeds/read.ts";
import { readConfig } from "#api/core/config.ts";
import { stockFeeds as table } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { sftpDownload } from "#api/core/outbound/sftp.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { type SftpServer, startSftpServer } from "#tests/support/sftp-server.ts";
import type { TestUser } from "#tests/support/world.ts";

const env = { ALLOW_PRIVATE_WEBHOOKS: "on" };
const api = await startApi(env);
const { db } = api.database;
const { stockFeeds } = operations;
const log = pino({ level: "silent" });
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off", ...env });
const parts = { database: api.database, config, jobs: createJobs(api.database, log), log };

const account = { name: "acacia", password: "pine cone" };
let server: SftpServer;
let supplier: number;
let staff: TestUser;

beforeAll(async () => {
  supplier = await api.aSupplier();
  staff = await api.aUser({ links: [{ supplier }] });
});
beforeEach(async () => {
  server = await startSftpServer(account);
  server.files.set("/out/stock list.csv", Buffer.from("Item;Qty\nA-1;7"));
  await db.delete(table);
  return () => server.stop();
});
afterAll(() => db.delete(table));

const details = () => ({
  Name: "Warehouse",
  Address: `${server.address}/out/stock%20list.csv`,
  UserName: account.name,
  Password: account.password,
  Every: 60,
});
const add = (changed: Partial<SentInput<typeof stockFeeds.add>> = {}) =>
  api.ok(staff, stockFeeds.add, { SupplierId: supplier, ...details(), ...changed });
const feedNow = (id: number) => api.ok(staff, stockFeeds.get, { id });
async function readAgain(id: number) {
  await db.update(table).set({ nextReadAt: sql`now()` }).where(eq(table.id, id));
  await readFeeds(parts);
  return feedNow(id);
}
const columns = [
  { Column: 1, Field: "SKU" },
  { Column: 2, Field: "StockQuantity" },
];

test("a file is read by SFTP, and its import starts when the columns are assigned", async () => {
  const id = await add();
  await readFeeds(parts);
  expect(await feedNow(id)).toMatchObject({ problem: "", canAssign: true });
  const { columns: described, fileName } = await api.ok(staff, stockFeeds.columns, { id });
  expect(described.map(({ title, examples }) => [title, examples])).toEqual([
    ["Item", ["A-1"]],
    ["Qty", ["7"]],
  ]);
  expect(fileName).toBe("stock list.csv");
  await api.ok(staff, stockFeeds.assignColumns, { FeedId: id, Columns: columns });
  expect(await readAgain(id)).toMatchObject({ problem: "", runs: [{ outcome: "checking", rows: 1 }] });
});

test("a file that has not changed is not opened again", async () => {
  const id = await add();
  await readFeeds(parts);
  await api.ok(staff, stockFeeds.assignColumns, { FeedId: id, Columns: columns });
  await readAgain(id);
  // As if the import had ended.
  await db.execute(sql`update stock_feed_runs set outcome = 'applied'`);
  const before = server.opened;
  expect(await readAgain(id)).toMatchObject({ problem: "", runs: [{}] });
  expect(server.opened).toBe(before);
  server.files.set("/out/stock list.csv", Buffer.from("Item;Qty\nA-1;70"));
  expect((await readAgain(id)).runs).toHaveLength(2);
});

test("a server with another key does not get the password until somebody enters it again", async () => {
  const id = await add();
  await readFeeds(parts);
  const { hostKey } = await feedNow(id);
  expect(hostKey).toMatch(/^SHA256:[\w+/]{43}$/);
  await server.changeKey();
  const before = server.passwords.length;
  const { problem } = await readAgain(id);
  expect(problem).toMatch(
    /^The server has another key than before \(SHA256:[\w+/]{43}\)\. If its owner confirms that key/,
  );
  expect(server.passwords.length).toBe(before);
  await api.ok(staff, stockFeeds.update, { FeedId: id, ...details() });
  const feed = await readAgain(id);
  expect(feed.problem).toBe("");
  expect(problem).toContain(feed.hostKey);
});

test("a feed with a key of its own is read once the server accepts the key, and sends no password", async () => {
  const id = await add({ SignIn: "key", Password: "" });
  await readFeeds(parts);
  const { problem, publicKey, hasPassword, hostKey } = await feedNow(id);
  expect(problem).toBe(
    "The server does not accept the key of this feed for this user. Please have the key added to the account.",
  );
  expect([hasPassword, hostKey]).toEqual([false, null]);
  expect(publicKey).toMatch(/^ecdsa-sha2-nistp256 [\w+/=]+ countinghouse$/);
  server.authorizedKeys.push(publicKey ?? "");
  expect(await readAgain(id)).toMatchObject({
    problem: "",
    canAssign: true,
    hostKey: expect.stringMatching(/^SHA256:/),
  });
  expect(server.passwords).toEqual([]);
  expect(JSON.stringify(await db.select().from(table))).not.toContain("PRIVATE KEY");
});

test("the key of a feed stays until a new one or the password is chosen, which trusts the server again", async () => {
  const id = await add({ SignIn: "key", Password: "" });
  const first = (await feedNow(id)).publicKey ?? "";
  server.authorizedKeys.push(first);
  await readAgain(id);
  await api.ok(staff, stockFeeds.update, { FeedId: id, ...details(), Password: "", Name: "Shop" });
  expect((await feedNow(id)).publicKey).toBe(first);
  await server.changeKey();
  expect((await readAgain(id)).problem).toMatch(/please edit the feed and choose a new key\.$/);
  await api.ok(staff, stockFeeds.update, { FeedId: id, ...details(), Password: "", SignIn: "newKey" });
  const second = (await feedNow(id)).publicKey ?? "";
  expect(second).toMatch(/^ecdsa-/);
  expect(second).not.toBe(first);
  server.authorizedKeys.push(second);
  expect((await readAgain(id)).problem).toBe("");
  await api.ok(staff, stockFeeds.update, { FeedId: id, ...details(), SignIn: "password" });
  expect(await readAgain(id)).toMatchObject({ problem: "", publicKey: null, hasPassword: true });
});

test.each([
  [
    "for the web",
    { Address: "https://203.0.114.1/stock.csv", Password: "" },
    "Only SFTP servers take a key. Please choose the password.",
  ],
  ["beside a password", {}, "A feed that signs in with its key has no password. Please leave this empty."],
])("a key %s is refused", async (_, changed, message) => {
  const { status, body } = await api.call(staff, stockFeeds.add, {
    SupplierId: supplier,
    ...details(),
    SignIn: "key",
    ...changed,
  });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(message);
});

test.each([
  ["a wrong password", { Password: "fir cone" }, "The server refuses the user name or the password."],
  ["a missing file", { Address: "/out/none.csv" }, "There is no such file on the server."],
  ["a large file", { Address: "/large.csv" }, "The file is larger than 20 MB."],
  ["an empty file", { Address: "/empty.csv" }, "The file is empty."],
])("%s is a problem that the page names", async (_, changed, problem) => {
  server.files.set("/large.csv", Buffer.alloc(maxWorkbookBytes + 1, "a"));
  server.files.set("/empty.csv", Buffer.alloc(0));
  const address = "Address" in changed ? { Address: `${server.address}${changed.Address}` } : {};
  const id = await add({ ...changed, ...address });
  await readFeeds(parts);
  expect((await feedNow(id)).problem).toBe(problem);
});

test("a large file arrives as it is, although the server hands it out in small parts", async () => {
  const content = randomBytes(3_000_001);
  server.files.set("/large.bin", content);
  const file = await read("/large.bin", content.length);
  expect(file.bytes?.equals(content)).toBe(true);
});

const path = "/out/stock list.csv";
const read = (address = "/out/stock%20list.csv", maxBytes = 1_000_000) =>
  sftpDownload(`${server.address}${address}`, {
    userName: account.name,
    password: account.password,
    hostKey: null,
    onSignedIn: async () => {},
    version: null,
    timeoutMs: 20_000,
    maxBytes,
    allowPrivate: true,
  });

test("a file that is replaced by a longer one just before it is opened arrives whole", async () => {
  const longer = Buffer.from("Item;Qty\nA-1;7\nA-2;8\n");
  server.before = (what) => what === "open" && server.files.set(path, longer);
  const { bytes, version } = await read();
  expect(bytes?.toString()).toBe(longer.toString());
  expect(version).toMatch(new RegExp(`^${longer.length} bytes`));
});

test.each(["Item;Qty\nA-1;7\nA-2;8\nA-3;9", "Item;Qty"])(
  "a file that is changed while it is read is not imported: %j",
  async (now) => {
    server.before = (what) => what === "read" && server.files.set(path, Buffer.from(now));
    await expect(read()).rejects.toThrow(/^The file (was changed|has become shorter) while it was read/);
  },
);

test("a server that ends the connection in the middle of the file is a problem that the page names", async () => {
  server.isBreaking = true;
  const id = await add();
  await readFeeds(parts);
  expect((await feedNow(id)).problem).toMatch(/^The (server has closed the connection|connection failed)/);
});

test("a server that is not there, and one that speaks something else, are problems that the page names", async () => {
  const [, port] = server.address.match(/:(\d+)$/) ?? [];
  await server.stop();
  const id = await add();
  await readFeeds(parts);
  expect((await feedNow(id)).problem).toBe("The connection failed (ECONNREFUSED).");
  await api.app.listen({ port: Number(port), host: "127.0.0.1" });
  expect((await readAgain(id)).problem).toBe("The server does not speak SFTP as it should.");
});

test("a forbidden address fails once, and its time limit does nothing later", async () => {
  const limit = AbortSignal.timeout(20);
  const isOver = new Promise((resolve) => limit.addEventListener("abort", resolve));
  const given = { userName: "a", password: "b", hostKey: null, version: null, onSignedIn: async () => {} };
  const request = sftpDownload("sftp://10.0.0.1/a.csv", { ...given, timeoutMs: 10, maxBytes: 1, allowPrivate: false });
  await expect(request).rejects.toThrow("private network");
  // A rejection without a handler would fail this file.
  await isOver;
});

test("SFTP without a user name is refused", async () => {
  const { status, body } = await api.call(staff, stockFeeds.add, { SupplierId: supplier, ...details(), UserName: "" });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain("SFTP needs a user name. Please enter it.");
});

test.each([
  "sftp://192.168.0.10/stock.csv",
  "sftp://[::1]/stock.csv",
  "sftp://0x7f000001/stock.csv",
  "sftp:///stock.csv",
])("%s is refused", async (Address) => {
  const guarded = await startApi();
  const admin = await guarded.aUser({ roles: ["Administrator"] });
  const { status, body } = await guarded.call(admin, stockFeeds.add, {
    ...details(),
    SupplierId: await guarded.aSupplier(),
    Address,
  });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toMatch(/private network|begins with https:\/\/ or sftp:\/\//);
});
