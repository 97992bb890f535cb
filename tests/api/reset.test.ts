import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFolder } from "#api/core/database/folder-lock.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "countinghouse-reset-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function fill(): void {
  for (const folder of ["database", "outbox"]) mkdirSync(join(dataDir, folder));
  writeFileSync(join(dataDir, "database", "PG_VERSION"), "17");
  writeFileSync(join(dataDir, "secrets.json"), "{}");
}

/** Runs the command. @returns its exit code and its output */
async function reset(databaseUrl = ""): Promise<[code: number, output: string]> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, ["--import", "tsx", "api/reset.ts"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = await once(child, "close");
  return [code as number, output.trim()];
}

test("a reset deletes the database and the emails, and keeps the secrets", async () => {
  fill();
  expect(await reset()).toEqual([
    0,
    `The database and the emails in ${dataDir} are deleted. The next npm start makes the demo data anew.`,
  ]);
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
});

test("a reset without a database reports that there is none", async () => {
  expect(await reset()).toEqual([0, `There is no database in ${dataDir}. npm start makes one.`]);
});

test("a reset is refused while Countinghouse runs on the folder, and deletes nothing", async () => {
  fill();
  const release = await lockFolder(dataDir);
  const [code, output] = await reset();
  await release();
  expect(code).toBe(1);
  expect(output).toContain("is in use by another Countinghouse. Stop that one first");
  expect(readdirSync(dataDir).sort()).toEqual(["database", "outbox", "secrets.json"]);
});

test("a reset is refused if the database is on a server", async () => {
  fill();
  const [code, output] = await reset("postgres://localhost/countinghouse");
  expect(code).toBe(1);
  expect(output).toContain("Only the embedded database can be reset");
  expect(readdirSync(dataDir)).toContain("database");
});
