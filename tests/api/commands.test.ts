import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { commands, suppliers } from "#api/core/database/schema/index.ts";
import { carriedOutHeader } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { add, updateFinancialDetails } = operations.suppliers;

let operator: TestUser;
beforeEach(async () => {
  operator = await api.aUser({ roles: ["Administrator"] });
});

const aCommand = () => ({
  Id: randomUUID(),
  SupplierName: `Supplier ${randomUUID()}`,
  PrimaryContactEmail: "a@b.example",
});
const rowsOf = ({ SupplierName }: { SupplierName: string }) =>
  api.database.db.$count(suppliers, eq(suppliers.name, SupplierName));

async function recordOf(id: string) {
  return (await api.database.db.select().from(commands).where(eq(commands.id, id)))[0];
}

describe("a command takes effect once", () => {
  test("the same command again returns the stored response", async () => {
    const command = aCommand();
    const first = await api.ok(operator, add, command);
    expect(await api.ok(operator, add, command)).toBe(first);
    expect(await rowsOf(command)).toBe(1);
  });

  test("only the answer to a repetition says when the command was carried out", async () => {
    const command = aCommand();
    const first = await api.call(operator, add, command);
    expect(first.raw.headers[carriedOutHeader]).toBeUndefined();
    const second = await api.call(operator, add, command);
    const { at } = (await recordOf(command.Id)) ?? {};
    expect(second.raw.headers[carriedOutHeader]).toBe(at?.toISOString());
  });

  test("also when 50 arrive at the same time", async () => {
    const command = aCommand();
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call(operator, add, command)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await rowsOf(command)).toBe(1);
  });

  test("also with other whitespace and another order of fields", async () => {
    const command = aCommand();
    const first = await api.ok(operator, add, command);
    const { Id, SupplierName, PrimaryContactEmail } = command;
    expect(
      await api.ok(operator, add, {
        PrimaryContactEmail: ` ${PrimaryContactEmail}`,
        SupplierName: `${SupplierName} `,
        Id,
      }),
    ).toBe(first);
  });

  test("an empty response is stored as well", async () => {
    const SupplierId = await api.aSupplier();
    const command = {
      Id: randomUUID(),
      SupplierId,
      ABN: "",
      BSB: "",
      AccountNumber: "",
      AccountName: "",
      BillingContactEmails: "a@b.example",
    };
    for (let round = 0; round < 2; round++) expect(await api.ok(operator, updateFinancialDetails, command)).toBeNull();
  });
});

describe("reusing an Id is a conflict", () => {
  const words =
    "This form was already sent with other values. Please reload the page to see what was saved, then try again.";

  test("with different content", async () => {
    const command = aCommand();
    await api.ok(operator, add, command);
    const changed = { ...command, SupplierName: `Supplier ${randomUUID()}` };
    expect(await api.call(operator, add, changed)).toMatchObject({ status: 409, problem: { message: words } });
    expect(await rowsOf(changed)).toBe(0);
  });

  test("by another user", async () => {
    const command = aCommand();
    await api.ok(operator, add, command);
    const other = await api.aUser({ roles: ["Administrator"] });
    expect(await api.call(other, add, command)).toMatchObject({ status: 409, problem: { message: words } });
    expect(await rowsOf(command)).toBe(1);
  });

  test("for another operation", async () => {
    const command = aCommand();
    const SupplierId = await api.ok(operator, add, command);
    const other = {
      Id: command.Id,
      SupplierId,
      ABN: "",
      BSB: "",
      AccountNumber: "",
      AccountName: "",
      BillingContactEmails: "c@d.example",
    };
    expect((await api.call(operator, updateFinancialDetails, other)).status).toBe(409);
  });
});

describe("the stored record of a command", () => {
  test("contains the user, the operation, the time and the response", async () => {
    const command = aCommand();
    const started = Date.now();
    const answer = await api.ok(operator, add, command);
    const record = await recordOf(command.Id);
    expect(record).toMatchObject({
      operation: "suppliers.add",
      userId: operator.id,
      input: { ...command, SupplierId: 0 },
      answer,
    });
    expect(Math.abs((record?.at.getTime() ?? 0) - started)).toBeLessThan(60_000);
  });

  test("does not exist after a refusal, so that the corrected form can be sent again", async () => {
    const supplier = await api.aSupplier();
    const user = await api.aUser({ links: [{ supplier, bits: 4 }] });
    const command = {
      Id: randomUUID(),
      SupplierId: supplier,
      ABN: "",
      BSB: "",
      AccountNumber: "",
      AccountName: "",
      BillingContactEmails: "a@b.example",
    };
    expect((await api.call(user, updateFinancialDetails, command)).status).toBe(403);
    expect((await api.call(operator, updateFinancialDetails, { ...command, BillingContactEmails: "" })).status).toBe(
      422,
    );
    expect(await recordOf(command.Id)).toBeUndefined();
    await api.ok(operator, updateFinancialDetails, command);
  });
});
