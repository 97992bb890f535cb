import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { handlerOf, takeRequests } from "#api/core/command-line/server-requests.ts";
import { connect, type Database } from "#api/core/database/connection.ts";
import { authenticatorApps, signInLocks, users } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { inviteRequest, storeLink } from "#api/modules/identity/administrator/links.ts";
import { unlockAccount, unlockRequest } from "#api/modules/identity/unlock-account.ts";
import { unlockCommand } from "#api/modules/identity/unlock-command.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { world } from "#tests/support/world.ts";

const { options, remove } = await freshDatabase();
const dataDir = "folder" in options ? options.folder : mkdtempSync(join(tmpdir(), "countinghouse-unlock-"));
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await remove();
});

const parts = (database: Database) => ({
  database,
  jobs: createJobs(database, pino({ level: "silent" })),
  authority: "http://localhost:3001/identity",
});

const handlers = (database: Database) => [
  handlerOf(unlockRequest, (request) => unlockAccount(parts(database), request)),
  handlerOf(inviteRequest, (request) => storeLink(database.db, request)),
];

const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "url" in options ? options.url : "" };
const unlock = (...args: string[]) => unlockCommand(args, env);

/** Runs the command in a process, as on the server. @returns its exit code and its output */
async function unlockByProcess(...args: string[]): Promise<[code: number, words: string]> {
  const child = spawn(process.execPath, ["--import", "tsx", "api/unlock.ts", ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (words += text));
  const [code] = await once(child, "close");
  return [code as number, words.trim()];
}

test("the unlock command lifts a lock, whether the API runs or not", async () => {
  let database = await connect(options);
  const { email } = await world(database).aUser({ isLocked: true });
  await database.close();
  expect(await unlockByProcess(email.toUpperCase())).toEqual([0, `${email.toUpperCase()} can sign in again.`]);
  expect(await unlock(email)).toBe(`${email} was not locked.`);
  expect(await unlock("nobody@example.com")).toBe("No account has the address nobody@example.com.");
  expect(await unlockByProcess()).toEqual([1, expect.stringContaining("Which account?")]);

  database = await connect(options);
  const stop = takeRequests(handlers(database), dataDir, pino({ level: "silent" }));
  try {
    expect(await database.db.select().from(signInLocks)).toEqual([]);
    const other = await world(database).aUser({ isLocked: true });
    const [code, words] = await unlockByProcess(other.email);
    expect([code, words]).toEqual([0, expect.stringContaining(`${other.email} can sign in again`)]);
    expect(await database.db.select().from(signInLocks)).toEqual([]);
    if (database.isEmbedded) expect(readdirSync(join(dataDir, "requests"))).toEqual([]);
  } finally {
    await stop();
    await database.close();
  }
}, 120_000);

test("the unlock command removes a second factor on request and notifies the owner, also at run time", async () => {
  const withApp = async (database: Database) => {
    const { id } = await world(database).aUser({});
    await database.db.insert(authenticatorApps).values({ userId: id, sealedSecret: "sealed", lastStep: 0 });
    const [user] = await database.db.select().from(users).where(eq(users.id, id));
    return user?.email ?? "";
  };
  const left = (database: Database) => database.db.select().from(authenticatorApps);
  let database = await connect(options);
  const email = await withApp(database);
  await database.close();
  expect(await unlock(email)).toBe(`${email} was not locked.`);
  expect(await unlock(email, "--second-factor")).toBe(`${email} was not locked. The second factor was removed.`);
  expect(await unlock(email, "--second-factor")).toBe(`${email} was not locked. There was no second factor.`);
  await expect(unlock(email, "--everything")).rejects.toThrow("Which account?");

  database = await connect(options);
  const stop = takeRequests(handlers(database), dataDir, pino({ level: "silent" }));
  try {
    expect(await left(database)).toEqual([]);
    const other = await withApp(database);
    expect(await unlock(other, "--second-factor")).toContain(other);
    expect(await left(database)).toEqual([]);
    const mails = await database.db.execute<{ to: string }>(
      sql`select data->>'to' as to from jobs.job where name = 'mail' order by created_on`,
    );
    expect(mails.rows.map(({ to }) => to)).toEqual([email, other]);
  } finally {
    await stop();
    await database.close();
  }
}, 120_000);
