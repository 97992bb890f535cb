import { rename, rm } from "node:fs/promises";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { guardedLoop } from "#api/core/database/outages.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { startSchedules } from "#api/core/schedules/schedules.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { freshDatabase } from "#tests/support/database.ts";

const { list, add } = operations.suppliers;
const fresh = await freshDatabase();
const { options } = fresh;
const folder = "folder" in options ? options.folder : undefined;

describe.runIf(folder !== undefined)("while the folder of the embedded database is gone", async () => {
  if (folder === undefined) return;
  const away = `${folder}-away`;
  const api = await startApi({}, Promise.resolve(fresh));
  const operator = await api.aUser({ roles: ["Administrator"] });
  const addSupplier = (name: string) =>
    api.call(operator, add, { SupplierName: name, PrimaryContactEmail: `${name.toLowerCase()}@new.example` });
  const names = async () => (await api.ok(operator, list, {})).items.map(({ name }) => name);
  const readiness = async () => (await api.send(undefined, { url: "/readyz" })).statusCode;
  afterEach(() => rename(away, folder).catch(() => {}));

  test("commands and reads are refused in words and readiness fails, until it is back with everything in it", async () => {
    expect((await addSupplier("Before")).status).toBe(200);
    await rename(folder, away);
    for (const refused of [await addSupplier("Meanwhile"), await api.call(operator, list, {})]) {
      expect(refused.status).toBe(503);
      expect(refused.problem.message).toBe(
        "Nothing can be read or saved at the moment, because the database cannot reach its files. Please tell your administrator, and try again later; what you send takes effect only once.",
      );
      expect(refused.raw.headers["retry-after"]).toBe("60");
    }
    expect(await readiness()).toBe(503);
    await rename(away, folder);
    expect(await readiness()).toBe(200);
    expect((await addSupplier("After")).status).toBe(200);
    expect(await names()).toEqual(["After", "Before"]);
  });

  test("a command during which it disappears is not answered as stored", async () => {
    const during = api.database.transaction(async () => {
      await rename(folder, away);
    });
    await expect(during).rejects.toMatchObject({ code: "58P01" });
  });

  test("another folder in its place is not taken for it", async () => {
    await rename(folder, away);
    const other = await freshDatabase();
    if (!("folder" in other.options)) throw new Error("not a folder");
    await rename(other.options.folder, folder);
    expect(await readiness()).toBe(503);
    await rm(folder, { recursive: true });
  });

  test("all schedules together log its beginning and its end once", async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const read = () => api.database.db.$count(suppliers);
    const turns = [0, 0, 0];
    const schedules = startSchedules(
      turns.map((_, n) => ({
        name: `work ${n}`,
        what: "Reads.",
        everyMs: 5,
        run: async () => {
          turns[n] = (turns[n] ?? 0) + 1;
          await read();
        },
      })),
      log,
    );
    const threeMoreTurns = async () => {
      const from = [...turns];
      await expect.poll(() => turns.every((now, n) => now >= (from[n] ?? 0) + 3)).toBe(true);
    };
    await rename(folder, away);
    await threeMoreTurns();
    expect(lines.map(({ msg }) => msg)).toEqual(["background work waits for the database"]);
    await rename(away, folder);
    await threeMoreTurns();
    await schedules.stop();
    expect(lines.map(({ msg }) => msg)).toEqual([
      "background work waits for the database",
      "background work has resumed",
    ]);
  });
});

test("a loop logs every error that is not one of the database", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
  const guarded = guardedLoop(log, "the work failed");
  for (const _ of [1, 2]) {
    const outcome = await guarded(async () => {
      throw new Error("wrong");
    });
    expect(outcome).toBeUndefined();
  }
  expect(lines).toEqual(["the work failed", "the work failed"]);
});
