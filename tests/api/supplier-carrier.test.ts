import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commands, suppliers as supplierRows } from "#api/core/database/schema/index.ts";
import { openCarrierKey, sealStoredCarrierKeys } from "#api/core/secrets/carrier-keys.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { supplierCarrierKey } from "#contract/suppliers/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { productShipping } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const SETTINGS_SECRET = "a secret for settings of tests";
const api = await startApi({ SETTINGS_SECRET });
const { db } = api.database;
const { suppliers, products } = operations;
const secrets = [SETTINGS_SECRET];
const key = "shp_live_0123456789abcdef4f2a";

let operator: TestUser;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
});

const send = (Key: string, more: { Shown?: string; Id?: string } = {}, user = operator) =>
  api.call(user, suppliers.setCarrierKey, { SupplierId: supplier, Key, ...more });
const remove = (Shown?: string) => api.call(operator, suppliers.removeCarrierKey, { SupplierId: supplier, Shown });
const shown = () => api.ok(operator, suppliers.get, { id: supplier });
const formShows = async () => shownText(supplierCarrierKey(await shown()));
async function row(id = supplier) {
  const [stored] = await db.select().from(supplierRows).where(eq(supplierRows.id, id));
  if (!stored) throw new Error("There is no such supplier.");
  return stored;
}
const stored = async (id = supplier) => openCarrierKey(secrets, id, (await row(id)).carrierKeySealed ?? "");
const noKey = {
  shippitApiKey: false,
  carrierKeyEnding: null,
  carrierKeySetDate: null,
  carrierKeySetByUserFullName: null,
};

describe("the key of a carrier", () => {
  test("is shown by its ending, with who set it and when", async () => {
    expect(await shown()).toMatchObject(noKey);
    const before = Date.now();
    expect((await send(`  ${key}\n`)).status).toBe(200);
    const { shippitApiKey, carrierKeyEnding, carrierKeySetDate, carrierKeySetByUserFullName } = await shown();
    expect({ shippitApiKey, carrierKeyEnding, carrierKeySetByUserFullName }).toEqual({
      shippitApiKey: true,
      carrierKeyEnding: "4f2a",
      carrierKeySetByUserFullName: "Kim Doe",
    });
    expect(Math.abs(Date.parse(carrierKeySetDate ?? "") - before)).toBeLessThan(60_000);
    expect(await stored()).toBe(key);
  });

  test("is in no table and no answer in full", async () => {
    const Id = randomUUID();
    const { raw } = await send(key, { Id });
    const answers = [raw, (await api.call(operator, suppliers.get, { id: supplier })).raw];
    for (const { body } of answers) expect(body).not.toContain(key);
    const { rows: tables } = await db.execute<{ name: string }>(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const { rows } = await db.execute(sql.raw(`select 1 from ${name} t where t::text like '%${key}%'`));
      expect(rows, name).toEqual([]);
    }
  });

  test("is not in the log of a command that fails unexpectedly", async () => {
    await db.execute(sql`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
    await db.execute(sql`create trigger fail before update on suppliers for each row execute function fail()`);
    try {
      const error: unknown = await send(key).catch((reason: unknown) => reason);
      expect(String(error)).toContain("broken");
      expect(String(error)).not.toContain(key);
    } finally {
      await db.execute(sql`drop function fail cascade`);
    }
  });

  test("cannot be opened for another supplier or with another secret", async () => {
    await send(key);
    const { carrierKeySealed } = await row();
    expect(await openCarrierKey(secrets, supplier + 1, carrierKeySealed ?? "")).toBeUndefined();
    expect(await openCarrierKey(["another secret of tests"], supplier, carrierKeySealed ?? "")).toBeUndefined();
    expect(await openCarrierKey(["another secret of tests", ...secrets], supplier, carrierKeySealed ?? "")).toBe(key);
  });

  test("is replaced, and removed without a trace", async () => {
    await send(key);
    await send("another-key-9c1e");
    expect(await shown()).toMatchObject({ shippitApiKey: true, carrierKeyEnding: "9c1e" });
    expect(await stored()).toBe("another-key-9c1e");
    expect((await remove()).status).toBe(200);
    expect(await shown()).toMatchObject(noKey);
    expect(await row()).toMatchObject({ carrierKeySealed: null, carrierKeySetAt: null, carrierKeySetBy: null });
    expect((await remove()).status).toBe(200);
  });

  test("lets products be shipped with the carrier", async () => {
    const size = {
      shippingPackageWeight: 1,
      shippingPackageHeight: 10,
      shippingPackageWidth: 10,
      shippingPackageDepth: 10,
    };
    const id = await api.aProduct(supplier, size);
    const byCarrier = () =>
      api.call(operator, products.updateShippingMethod, { ...productShipping(id), ShippingMethod: 1 });
    const isEnabled = async () => (await api.ok(operator, products.get, { id })).shippingMethod.enabledForShippit;
    expect([await isEnabled(), (await byCarrier()).status]).toEqual([false, 422]);
    await send(key);
    expect([await isEnabled(), (await byCarrier()).status]).toEqual([true, 200]);
  });

  test("may be set by staff with the permission for general details", async () => {
    const staff = (bits: number) => api.aUser({ links: [{ supplier, bits }] });
    expect((await send(key, {}, await staff(SupplierPermission.generalDetails))).status).toBe(200);
    expect((await send(key, {}, await staff(SupplierPermission.products))).status).toBe(403);
  });

  test.each([
    ["", "Please enter the key."],
    [" \n ", "Please enter the key."],
    ["1234567", "A key has at least 8 characters."],
    ["k".repeat(201), "A key has at most 200 characters."],
    ["two words", "A key has no spaces. Please copy it again."],
    ["12345678\t9", "A key has no spaces. Please copy it again."],
    ["12345678\u00079", "This key contains a character that no key has. Please copy it again."],
    ["12345678\u00009", "This key contains a character that no key has. Please copy it again."],
    ["schlüssel", "This key contains a character that no key has. Please copy it again."],
  ])("is refused with one sentence: %j", async (Key, message) => {
    const { status, problem, raw } = await send(Key);
    expect([status, problem.errors]).toEqual([422, { Key: [message] }]);
    if (Key.trim().length > 3) expect(raw.body).not.toContain(Key);
  });

  test.each([8, 200])("may have %i characters", async (length) => {
    expect((await send("k".repeat(length))).status).toBe(200);
  });
});

describe("two people with the form of a key", () => {
  test("the second one is told by whom the key was set meanwhile, and decides", async () => {
    await send(key);
    const Shown = await formShows();
    const other = await api.aUser({ roles: ["Operator"] });
    await send("another-key-9c1e", { Shown }, other);
    const { status, problem } = await send("third-key-7777", { Shown });
    expect([status, problem.theirs]).toEqual([
      409,
      { Key: { ending: "9c1e", setDate: expect.stringMatching(/^\d{4}-/), setBy: "Kim Doe" } },
    ]);
    expect(await stored()).toBe("another-key-9c1e");
    expect((await send("third-key-7777", { Shown: problem.shown ?? "" })).status).toBe(200);
    expect(await stored()).toBe("third-key-7777");
  });

  test("the second one is told that the key was removed meanwhile", async () => {
    await send(key);
    const Shown = await formShows();
    await remove();
    expect(await send(key, { Shown })).toMatchObject({ status: 409, problem: { theirs: { Key: null } } });
  });

  test("a first key that was set while the form was empty is a conflict as well", async () => {
    const Shown = await formShows();
    await send(key);
    expect((await send("another-key-9c1e", { Shown })).status).toBe(409);
  });

  test("removing is refused if the key is not the one that was shown", async () => {
    await send(key);
    const Shown = await formShows();
    await send("another-key-9c1e");
    expect(await remove(Shown)).toMatchObject({
      status: 409,
      problem: { message: "Somebody has set another key since you opened this page, so nothing was removed." },
    });
    expect((await remove(await formShows())).status).toBe(200);
  });
});

describe("the command with the key", () => {
  test("is stored without it, and a repetition gets the stored answer", async () => {
    const Id = randomUUID();
    expect((await send(key, { Id })).status).toBe(200);
    const [record] = await db.select().from(commands).where(eq(commands.id, Id));
    expect(record).toMatchObject({
      operation: "suppliers.setCarrierKey",
      userId: operator.id,
      input: { Id, SupplierId: supplier, Key: expect.stringMatching(/^\(not stored, digest [0-9a-f]{32}\)$/) },
    });
    const { carrierKeySetAt } = await row();
    expect((await send(key, { Id })).status).toBe(200);
    expect((await row()).carrierKeySetAt).toEqual(carrierKeySetAt);
  });

  test("is refused if it is repeated with another key, so that nobody is told that this one was saved", async () => {
    const Id = randomUUID();
    await send(key, { Id });
    expect((await send("another-key-9c1e", { Id })).status).toBe(409);
    expect(await stored()).toBe(key);
  });
});

describe("a key that an earlier version stored unencrypted", () => {
  const seal = () => sealStoredCarrierKeys(api.database, secrets);
  const anOldSupplier = (unsealedCarrierKey: string) => api.aSupplier({ unsealedCarrierKey });

  test("is encrypted when the API starts, once, also by several processes at the same time", async () => {
    supplier = await anOldSupplier(key);
    await Promise.all([seal(), seal()]);
    expect(await row()).toMatchObject({ unsealedCarrierKey: null, carrierKeyEnding: "4f2a" });
    expect(await stored()).toBe(key);
    expect(await shown()).toMatchObject({ ...noKey, shippitApiKey: true, carrierKeyEnding: "4f2a" });
    const { carrierKeySealed } = await row();
    await seal();
    expect((await row()).carrierKeySealed).toBe(carrierKeySealed);
  });

  test("shows none of its characters if it has fewer than eight", async () => {
    supplier = await anOldSupplier("short");
    await seal();
    expect(await shown()).toMatchObject({ shippitApiKey: true, carrierKeyEnding: null });
    expect(await stored()).toBe("short");
  });

  test("is no key if it is blank", async () => {
    supplier = await anOldSupplier(" ");
    await seal();
    expect(await row()).toMatchObject({ unsealedCarrierKey: null, carrierKeySealed: null });
    expect(await shown()).toMatchObject(noKey);
  });
});
