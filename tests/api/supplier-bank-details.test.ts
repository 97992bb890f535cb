import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { suppliers } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { supplierFinances } from "#tests/support/forms.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { get, updateFinancialDetails, verifyBankDetails } = operations.suppliers;

let finance: TestUser;
let other: TestUser;
let supplier: number;
let books: string;
beforeAll(async () => {
  [finance, other] = [await api.aUser({ roles: ["Finance"] }), await api.aUser({ roles: ["Finance"] })];
});
beforeEach(async () => {
  books = `books-${randomUUID()}@acacia.example`;
  supplier = await api.aSupplier({
    name: "Acacia",
    ...bankDetails,
    billingContactEmails: books,
    bankDetailsVerifiedAt: new Date(),
  });
});

const finances = () => ({
  ...supplierFinances(supplier),
  BSB: bankDetails.bsb,
  AccountNumber: bankDetails.accountNumber,
  AccountName: bankDetails.accountName,
});
const change = (input: object = {}, user = finance) =>
  api.ok(user, updateFinancialDetails, { ...finances(), AccountNumber: "999", BillingContactEmails: books, ...input });
const verify = (user = other, input: object = {}) => {
  const { SupplierId, BSB, AccountNumber, AccountName } = { ...finances(), AccountNumber: "999" };
  return api.call(user, verifyBankDetails, { SupplierId, BSB, AccountNumber, AccountName, ...input });
};
const seen = (user = other) => api.ok(user, get, { id: supplier });

describe("changed bank details", () => {
  test("are marked for 24 hours, and are no longer verified", async () => {
    expect(await seen()).toMatchObject({
      bankDetailsChangedDate: null,
      bankDetailsVerifiedDate: expect.stringMatching(/^\d{4}-/),
      canVerifyBankDetails: false,
    });
    await change();
    expect(await seen()).toMatchObject({
      bankDetailsChangedDate: expect.stringMatching(/^\d{4}-/),
      bankDetailsVerifiedDate: null,
      canVerifyBankDetails: true,
    });
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    await db.update(suppliers).set({ bankDetailsChangedAt: yesterday }).where(eq(suppliers.id, supplier));
    expect(await seen()).toMatchObject({ bankDetailsChangedDate: null, bankDetailsVerifiedDate: null });
  });

  test.each([{ BSB: "066-103" }, { AccountNumber: "1" }, { AccountName: "Somebody else" }])(
    "include those with %j",
    async (input) => {
      await change({ AccountNumber: bankDetails.accountNumber, ...input });
      expect(await seen()).toMatchObject({ bankDetailsVerifiedDate: null });
    },
  );

  test("do not include those saved unchanged, or saved with another ABN", async () => {
    await change({ AccountNumber: bankDetails.accountNumber, BSB: "066-102", ABN: "53 004 085 616" });
    expect(await seen()).toMatchObject({ bankDetailsChangedDate: null, bankDetailsVerifiedDate: expect.any(String) });
    expect(await api.mailsTo(books)).toEqual([]);
  });

  test("are null for callers who may not see them", async () => {
    await change();
    const hidden = {
      bankDetailsChangedDate: null,
      bankDetailsVerifiedDate: null,
      bankDetailsVerifiedByUserFullName: null,
      canVerifyBankDetails: false,
    };
    for (const user of [
      await api.aUser({ roles: ["Read Only"] }),
      await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] }),
    ])
      expect(await seen(user)).toMatchObject(hidden);
  });
});

describe("the previous billing contacts", () => {
  test("are notified once, without any detail of the new account", async () => {
    const command = { Id: randomUUID(), BillingContactEmails: "thief@elsewhere.example" };
    for (const _ of [1, 2]) await change(command);
    const [mail, ...more] = await api.mailsTo(books);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("The bank details and billing contacts of a supplier were changed");
    expect(mail?.text).toContain(`/suppliers/${supplier}`);
    expect(mail?.text).not.toContain("999");
    expect(await api.mailsTo("thief@elsewhere.example")).toEqual([]);
  });

  test("are each notified, also when only the contacts change", async () => {
    const second = `cash-${randomUUID()}@acacia.example`;
    await change({ BillingContactEmails: `${books}, ${second}, ${second}`, AccountNumber: bankDetails.accountNumber });
    await change({ BillingContactEmails: books });
    const subjects = async (to: string) => (await api.mailsTo(to)).map(({ subject }) => subject);
    expect(await subjects(books)).toEqual([
      "The billing contacts of a supplier were changed",
      "The bank details and billing contacts of a supplier were changed",
    ]);
    expect(await subjects(second)).toEqual(["The bank details and billing contacts of a supplier were changed"]);
  });

  test("are notified that nothing can be paid, if the account was removed", async () => {
    await change({ BSB: "", AccountNumber: "" });
    const [mail] = await api.mailsTo(books);
    expect(mail?.subject).toBe("The bank details of a supplier were removed");
    expect(mail?.text).toContain("The bank details of Acacia were removed on ");
    expect(mail?.text).toContain("no payments can be made until new bank details have been entered and confirmed");
    expect(mail?.text).not.toContain("new account");
  });

  test("are not notified when the change is refused", async () => {
    await api.call(finance, updateFinancialDetails, { ...finances(), AccountNumber: "9".repeat(21) });
    expect(await api.mailsTo(books)).toEqual([]);
  });
});

describe("verifying bank details", () => {
  test("requires another person than the one who changed them, and records who it was", async () => {
    await change();
    expect(await seen(finance)).toMatchObject({ canVerifyBankDetails: false });
    const own = await verify(finance);
    expect([own.status, own.problem.message]).toEqual([
      403,
      "You changed these bank details yourself, so somebody else has to confirm them.",
    ]);
    expect((await verify()).status).toBe(200);
    const confirmed = await seen(finance);
    expect(confirmed).toMatchObject({
      bankDetailsVerifiedDate: expect.any(String),
      bankDetailsVerifiedByUserFullName: "Kim Doe",
      canVerifyBankDetails: false,
    });
    expect((await verify(await api.aUser({ roles: ["Administrator"] }))).status).toBe(200);
    expect((await seen()).bankDetailsVerifiedDate).toBe(confirmed.bankDetailsVerifiedDate);
  });

  test("is refused for supplier staff", async () => {
    const owner = await api.aUser({ links: [{ supplier }] });
    await change({}, owner);
    expect((await verify(await api.aUser({ links: [{ supplier }] }))).status).toBe(403);
    expect((await verify(finance)).status).toBe(200);
  });

  test("is refused if they changed after the page was opened", async () => {
    await change({ AccountNumber: "1000" });
    const { status, problem } = await verify();
    expect([status, problem.message]).toEqual([
      409,
      "The bank details have changed since you opened this page. Please reload it and check them again.",
    ]);
    expect(await seen()).toMatchObject({ bankDetailsVerifiedDate: null });
  });

  test("is refused if there are none", async () => {
    await change({ BSB: "", AccountNumber: "", AccountName: "" });
    expect(await seen()).toMatchObject({ canVerifyBankDetails: false });
    const { status, problem } = await verify(other, { BSB: "", AccountNumber: "", AccountName: "" });
    expect([status, problem.message]).toEqual([409, "There are no bank details to confirm yet."]);
  });
});
