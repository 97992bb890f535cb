import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import pino from "pino";
import { afterAll, describe, expect, test, vi } from "vitest";
import { handlerOf, takeRequests } from "#api/core/command-line/server-requests.ts";
import { connect, type Database } from "#api/core/database/connection.ts";
import { restoredDatabaseIn } from "#api/core/database/embedded.ts";
import { files, marketplaces } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { backupCommand } from "#api/modules/backup/backup-command.ts";
import { copyOpenDatabase, copyRequest } from "#api/modules/backup/copy-database.ts";
import { linesOfBackup, writeBackupFile } from "#api/modules/backup/file.ts";
import { restoreCommand } from "#api/modules/backup/restore-command.ts";
import { fingerprints } from "#api/modules/backup/secrets.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { type Api, startApi } from "#tests/support/api.ts";
import { emptyPlace, type FreshDatabase, freshDatabase } from "#tests/support/database.ts";
import { bankDetails, type TestUser, world } from "#tests/support/world.ts";

// Each restore into the embedded database creates one, which takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "countinghouse-backup-"));
const cleanUp: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
  rmSync(folder, { recursive: true, force: true });
});

const secret = "the secret of these tests";
/** The environment of the commands for this database. */
const envOf = ({ options }: FreshDatabase) => ({
  PATH: process.env.PATH,
  OIDC_CLIENT_SECRET: secret,
  DATA_DIR: "folder" in options ? options.folder : folder,
  DATABASE_URL: "url" in options ? options.url : "",
});
const back = (up: FreshDatabase, ...args: string[]) => backupCommand(args, envOf(up));
const restore = (to: FreshDatabase, ...args: string[]) => restoreCommand(args, envOf(to));
const verify = (file: string) => backupCommand(["--verify", file], {});
const place = async (made: Promise<FreshDatabase>) => {
  const database = await made;
  cleanUp.push(database.remove);
  return database;
};
const named = (name: string) => join(folder, name);

async function withDatabase<T>({ options }: FreshDatabase, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The marketplace, whose supplier can be paid, and somebody who pays. */
async function aBusiness(api: Api) {
  const parties = {
    supplierId: await api.aSupplier({ ...bankDetails, bankDetailsVerifiedAt: new Date() }),
    marketplaceId: await api.aMarketplace("Harbour & Co"),
  };
  return { parties, finance: await api.aUser({ roles: ["Finance"] }) };
}
const tomorrow = dayOf(new Date(Date.now() + 86_400_000).toISOString(), "Australia/Sydney");
/** Makes the next invoice and the payment of it. Returns their numbers. */
async function nextNumbers(
  api: Api,
  { parties, finance }: { parties: { supplierId: number; marketplaceId: number }; finance: TestUser },
) {
  const invoice = await api.anInvoiceToPay(parties);
  const payment = await api.ok(finance, operations.invoices.makePayment, { InvoiceIds: [invoice], BankDate: tomorrow });
  return { invoice, payment: payment ?? 0 };
}

const linesIn = async (file: string) => {
  const lines: string[] = [];
  for await (const line of linesOfBackup(file)) lines.push(line);
  return lines;
};
/** The rows, in no particular order, and the sequences. */
const contentOf = async (file: string) =>
  (await linesIn(file)).filter((line) => line.startsWith("[") || line.startsWith('{"sequence"')).sort();

async function isStillEmpty(nowhere: FreshDatabase): Promise<void> {
  if ("folder" in nowhere.options) expect(existsSync(nowhere.options.folder)).toBe(false);
  else await expect(back(nowhere, named("none"))).rejects.toThrow("There is no database of Countinghouse to back up.");
}

async function isAsBefore(database: FreshDatabase): Promise<void> {
  const names = await withDatabase(database, ({ db }) => db.select({ name: marketplaces.name }).from(marketplaces));
  expect(names).toEqual([{ name: "Still here" }]);
}

let large: Promise<FreshDatabase> | undefined;
/** Backing it up and restoring it takes long enough to be interrupted. */
function theLargeDatabase(): Promise<FreshDatabase> {
  large ??= place(freshDatabase()).then(async (made) => {
    await withDatabase(made, async (database) => {
      for (let i = 0; i < 20; i++) await world(database).aFile({ content: randomBytes(1_000_000) });
    });
    return made;
  });
  return large;
}

function commandInProcess(name: "backup" | "restore", args: string[], on: FreshDatabase): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", `api/${name}.ts`, ...args], { env: envOf(on), stdio: "ignore" });
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(5);
}

/** Whether a restore has begun to write. */
async function isRestoring({ options }: FreshDatabase): Promise<boolean> {
  if ("folder" in options) return existsSync(restoredDatabaseIn(options.folder).incomplete);
  const client = new pg.Client({ connectionString: options.url });
  await client.connect();
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and query like 'insert into%files%' and state = 'active'",
  );
  await client.end();
  return rowCount === 1;
}

const whole = named("whole.backup");
const original = await freshDatabase();
const api = await startApi({}, Promise.resolve(original));
const business = await aBusiness(api);
await nextNumbers(api, business);
const numbers = await nextNumbers(api, business);
const picture = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * i) % 256));
const nameOfPicture = 'Grüße, "Kim" \\ 50 %\n.jpg';
await api.aFile({ content: picture, name: nameOfPicture });
await api.database.transaction((db) =>
  createJobs(api.database, pino({ level: "silent" })).enqueue(db, "mail", {
    to: "kim@example.com",
    subject: "Waiting",
    text: "",
    html: "",
  }),
);
// Two years ago, in a partition that a new schema does not have.
await api.database.script(`
  create table changes_2024_11 partition of changes for values from ('2024-11-01 00:00:00+00') to ('2024-12-01 00:00:00+00');
  insert into changes (at, record, record_id, table_name, key, kind, after, fields, way, detail)
    values ('2024-11-30 23:59:59.999+00', 'user', 1, 'users', '{"id": 1}', 'added', '{}', '{}', 'system', '')`);
await api.database.script("create table by_hand (note text)");
if (api.database.isEmbedded) {
  const { DATA_DIR } = envOf(original);
  const stop = takeRequests(
    [handlerOf(copyRequest, (request) => copyOpenDatabase(api.database, DATA_DIR, request))],
    DATA_DIR,
    pino({ level: "silent" }),
  );
  cleanUp.push(stop);
}
const wordsOfBackup = await back(original, whole);
await api.database.script("drop table by_hand");

const elsewhere = await emptyPlace();
const wordsOfRestore = await restore(elsewhere, whole);
const again = named("again.backup");
await back(elsewhere, again);
const copy = await startApi({}, Promise.resolve(elsewhere));

describe("a backup that is made while the API runs", () => {
  test("is one file that only its owner can read, and that can be checked", async () => {
    expect(wordsOfBackup).toMatch(/^\S+whole\.backup has \d+ tables with \d+ rows, \d+\.\d MB\. It took \d+\.\d s\./);
    expect(wordsOfBackup).toContain("It does not have the secrets");
    expect(wordsOfBackup.includes("The API paused for")).toBe(api.database.isEmbedded);
    expect(statSync(whole).mode & 0o077).toBe(0);
    expect(await verify(whole)).toMatch(
      /is complete and unchanged\. It was made on 20\d\d-\d\d-\d\dT\S+Z and has \d+ tables/,
    );
    expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
  });

  test("restores every row elsewhere, files included, and says what runs and what was left out", async () => {
    expect(await contentOf(again)).toEqual(await contentOf(whole));
    const { rows } = await copy.database.db.execute(sql`select name, content from files where name like 'Gr%'`);
    expect(rows).toEqual([{ name: nameOfPicture, content: picture }]);
    expect((await copy.mailsTo("kim@example.com")).map(({ subject }) => subject)).toEqual(["Waiting"]);
    expect(wordsOfRestore).toContain("public.by_hand is not a table of Countinghouse and was left out.");
    expect(wordsOfRestore).toContain("1 jobs, such as emails, were waiting. They run when the API starts.");
    expect(wordsOfRestore).not.toContain("other secrets");
  });

  test("restores the history of months that have passed", async () => {
    const { rows } = await copy.database.db.execute(
      sql`select tableoid::regclass::text as partition from changes where at < '2025-01-01'`,
    );
    expect(rows).toEqual([{ partition: "changes_2024_11" }]);
  });

  test("continues the numbers of invoices and payments without a gap and without repeating one", async () => {
    expect(await nextNumbers(copy, business)).toEqual({ invoice: numbers.invoice + 1, payment: numbers.payment + 1 });
  });
});

describe("a restore", () => {
  test("is refused while an API runs on the database, and changes nothing", async () => {
    await expect(restore(original, whole, "--replace")).rejects.toThrow(
      api.database.isEmbedded ? "is in use by another Countinghouse" : "An API is running on this database.",
    );
    expect((await api.ok(business.finance, operations.invoices.get, { id: numbers.invoice })).id).toBe(numbers.invoice);
  });

  test("replaces an existing database only on request, and says if its secrets are missing", async () => {
    const other = await place(freshDatabase());
    const isThere = () =>
      withDatabase(other, (database) => database.db.$count(marketplaces, eq(marketplaces.name, "Only here")));
    await withDatabase(other, (database) => world(database).aMarketplace("Only here"));
    await expect(restore(other, whole)).rejects.toThrow(/has a database already\. Back it up, and add --replace/);
    expect(await isThere()).toBe(1);
    const words = await restoreCommand([whole, "--replace"], { ...envOf(other), OIDC_CLIENT_SECRET: "another secret" });
    expect(words).toContain("It was made with other secrets than those here.");
    expect(await isThere()).toBe(0);
    if ("folder" in other.options) expect(readdirSync(other.options.folder)).toEqual(["database"]);
  });

  // The other tests restore into a database of the same kind.
  test.runIf(!api.database.isEmbedded)("moves a database from a server into a folder, and back", async () => {
    const inFolder = { options: { folder: named("moved") }, remove: async () => {} };
    const [onServer, moved] = [await place(emptyPlace()), named("moved.backup")];
    await restore(inFolder, whole);
    await back(inFolder, moved);
    await restore(onServer, moved);
    await back(onServer, moved);
    expect(await contentOf(moved)).toEqual(await contentOf(whole));
  });

  test("of a file with a wrong checksum is refused in one line, wherever it is cut or changed", async () => {
    const [content, damaged, nowhere] = [readFileSync(whole), named("damaged.backup"), await place(emptyPlace())];
    const at = [30, 100, Math.floor(content.length / 2), content.length - 80, content.length - 20];
    const changed = at.map((position) => {
      const copied = Buffer.from(content);
      copied[position] = (copied[position] ?? 0) ^ 1;
      return copied;
    });
    const cut = [...at, content.length - 1].map((length) => content.subarray(0, length));
    for (const bytes of [...changed, ...cut, Buffer.concat([content, content])]) {
      writeFileSync(damaged, bytes);
      const refusal = `${damaged} is incomplete or has been changed: its checksum is wrong.`;
      await expect(restore(nowhere, damaged)).rejects.toThrow(refusal);
      await expect(verify(damaged)).rejects.toThrow(refusal);
    }
    for (const bytes of ["", "PK something else"]) {
      writeFileSync(damaged, bytes);
      await expect(restore(nowhere, damaged)).rejects.toThrow(`${damaged} is not a backup of Countinghouse.`);
    }
    await expect(restore(nowhere, named("nothing"))).rejects.toThrow("cannot be read (ENOENT)");
    await isStillEmpty(nowhere);
  });

  test("of a file of a newer version is refused in one line", async () => {
    const [newer, nowhere] = [named("newer.backup"), await place(emptyPlace())];
    const [header, ...lines] = await linesIn(whole);
    const { migrations, ...about } = JSON.parse(header ?? "{}");
    const later = JSON.stringify({ ...about, migrations: [...migrations, 4_102_444_800_000] });
    await writeBackupFile(newer, Readable.from([later, ...lines].map((line) => `${line}\n`)));
    const refusal = /was made by a newer version of Countinghouse \(1 of its migrations are unknown to this one\)/;
    await expect(restore(nowhere, newer)).rejects.toThrow(refusal);
    await expect(verify(newer)).rejects.toThrow(refusal);
    writeFileSync(newer, Buffer.concat([Buffer.from("Countinghouse backup 2\n"), readFileSync(whole).subarray(23)]));
    await expect(restore(nowhere, newer)).rejects.toThrow(
      "is not in a format that this version of Countinghouse reads",
    );
    await isStillEmpty(nowhere);
  });

  test("that fails at its end leaves the old database", async () => {
    const [other, endless] = [await place(freshDatabase()), named("endless.backup")];
    await withDatabase(other, (database) => world(database).aMarketplace("Still here"));
    await writeBackupFile(endless, Readable.from((await linesIn(whole)).slice(0, -1).map((line) => `${line}\n`)));
    await expect(restore(other, endless, "--replace")).rejects.toThrow("The backup has no end.");
    await isAsBefore(other);
  });
});

describe("a process that is killed", () => {
  test("while it writes a backup leaves the old file, and the next backup works", async () => {
    const [source, file] = [await theLargeDatabase(), named("killed.backup")];
    writeFileSync(file, "the old backup");
    const child = commandInProcess("backup", [file], source);
    await until(() => readdirSync(folder).some((name) => name.startsWith(`.${basename(file)}`)));
    await killed(child);
    expect(readFileSync(file, "utf8")).toBe("the old backup");
    await back(source, file);
    expect(await verify(file)).toContain("is complete and unchanged");
    expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
    if ("folder" in source.options) expect(readdirSync(join(source.options.folder, "backup"))).toEqual([]);
  });

  test("while it restores leaves the old database, and the next restore works", async () => {
    const [other, file] = [await place(freshDatabase()), named("large.backup")];
    await back(await theLargeDatabase(), file);
    await withDatabase(other, (database) => world(database).aMarketplace("Still here"));
    const child = commandInProcess("restore", [file, "--replace"], other);
    await until(() => isRestoring(other));
    await killed(child);
    await isAsBefore(other);
    await restore(other, file, "--replace");
    expect(await withDatabase(other, (database) => database.db.$count(files))).toBe(20);
  });

  test.runIf(api.database.isEmbedded)(
    "while the folders are exchanged leaves the restored database, which the next start uses",
    async () => {
      for (const killedBefore of ["the old folder is moved", "the new folder is moved"]) {
        const other = await place(freshDatabase());
        const { DATA_DIR } = envOf(other);
        const empty = named(`empty before ${killedBefore}`);
        cpSync(join(DATA_DIR, "database"), empty, { recursive: true });
        await withDatabase(other, (database) => world(database).aMarketplace("Old"));
        renameSync(empty, restoredDatabaseIn(DATA_DIR).complete);
        if (killedBefore === "the new folder is moved")
          renameSync(join(DATA_DIR, "database"), join(DATA_DIR, "database.replaced"));
        expect(await withDatabase(other, (database) => database.db.$count(marketplaces))).toBe(0);
        expect(readdirSync(DATA_DIR)).toEqual(["database"]);
      }
    },
  );
});

test("a backup names each secret that encrypts values, by a fingerprint that is the same everywhere", () => {
  const one = { OIDC_CLIENT_SECRET: secret };
  expect(fingerprints(one, folder)).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
  const several = { ...one, SETTINGS_SECRET: "for settings, for older settings" };
  expect(fingerprints(several, folder)).toHaveLength(3);
  expect(fingerprints(several, folder)[0]).toBe(fingerprints(one, folder)[0]);
  const stored = mkdtempSync(join(folder, "secrets-"));
  writeFileSync(join(stored, "secrets.json"), JSON.stringify(one));
  expect(fingerprints({}, stored)).toEqual(fingerprints(one, folder));
});

test("the commands say how they are used", async () => {
  for (const args of [[], ["--verify"], ["a", "b"]])
    await expect(back(original, ...args)).rejects.toThrow("Which file?");
  for (const args of [[], ["--replace"], ["a", "--force"], ["a", "--replace", "b"]])
    await expect(restore(original, ...args)).rejects.toThrow("Which file?");
  await expect(back(await place(emptyPlace()), named("none"))).rejects.toThrow(/There is no database/);
});
