/** A payment leaves when somebody else releases it, and can be cancelled until then. */
import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { suppliers, users } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices, home } = operations;
const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), "Australia/Sydney");
const [yesterday, today, tomorrow] = [daysFromNow(-1), daysFromNow(0), daysFromNow(1)];

let maker: TestUser;
let releaser: TestUser;
let supplier: number;
let books: string;
let invoice: number;
beforeAll(async () => {
  maker = await api.aUser({ roles: ["Finance"], givenName: "Kim", surname: "Doe" });
  releaser = await api.aUser({ roles: ["Administrator"], givenName: "Robin", surname: "Poe" });
});
beforeEach(async () => {
  books = `books-${randomUUID()}@acacia.example`;
  const payee = { ...bankDetails, bankDetailsVerifiedAt: new Date(), billingContactEmails: books };
  supplier = await api.aSupplier({ name: "Acacia", ...payee });
  invoice = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId: await api.aMarketplace() }, 100);
});

const made = (user = maker) => api.ok(user, invoices.makePayment, { InvoiceIds: [invoice], BankDate: tomorrow });
const release = (PaymentRunId: number, user = releaser, BankDate = tomorrow) =>
  api.call(user, invoices.releasePayment, { PaymentRunId, BankDate });
const cancel = (PaymentRunId: number, user = maker) =>
  api.call(user, invoices.cancelPayment, { PaymentRunId, Reason: "The wrong day." });
const run = (id: number, user = maker) => api.ok(user, invoices.paymentRun, { id });
const fileOf = (id: number) => api.send(maker, requestFor(invoices.paymentFile, { id }));
const said = ({ status, problem }: Awaited<ReturnType<typeof release>>) => [status, problem?.message];
const toRelease = async (user: TestUser) =>
  (await api.ok(user, home.waiting, {})).find(({ kind }) => kind === "paymentsToRelease")?.count ?? 0;

describe("a payment that was made", () => {
  test("has no file, tells nobody, and waits for everybody but its maker", async () => {
    const before = [await toRelease(maker), await toRelease(releaser)];
    const id = await made();
    expect([await toRelease(maker), await toRelease(releaser)]).toEqual([before[0], (before[1] ?? 0) + 1]);
    expect(await run(id)).toMatchObject({
      state: "waiting",
      sha256: null,
      released: null,
      isOwn: true,
      canRelease: false,
      canCancel: true,
    });
    expect(await run(id, releaser)).toMatchObject({ isOwn: false, canRelease: true, canCancel: true });
    const { statusCode, body } = await fileOf(id);
    expect([statusCode, body]).toEqual([
      409,
      expect.stringContaining(`${paymentNumber(id)} has not been released yet.`),
    ]);
    expect(await api.mailsTo(books)).toEqual([]);
    expect(await api.ok(maker, invoices.get, { id: invoice })).toMatchObject({
      state: "scheduled",
      paidDate: null,
      paymentRunId: id,
      payment: null,
    });
    expect(said(await release(id, maker))).toEqual([
      403,
      "You made this payment yourself, so somebody else has to release it.",
    ]);
    const back = { PaymentRunId: id, SupplierId: supplier, ReturnedOn: tomorrow, Reason: "Closed." };
    expect((await api.call(maker, invoices.returnPayment, back)).status).toBe(409);
  });

  test("has its file and its remittance advice once somebody else has released it, for the day that they choose", async () => {
    const id = await made();
    const newContact = `cash-${randomUUID()}@acacia.example`;
    await db.update(suppliers).set({ billingContactEmails: newContact }).where(eq(suppliers.id, supplier));
    expect(said(await release(id, releaser, yesterday))).toEqual([422, "The bank can't pay before today."]);
    expect((await release(id, releaser, today)).status).toBe(200);
    expect(await run(id)).toMatchObject({
      state: "released",
      bankDate: today,
      madeByUserFullName: "Kim Doe",
      released: { byUserFullName: "Robin Poe", isAlone: false },
      canRelease: false,
      canCancel: false,
      payments: [{ adviceTo: [newContact], canReturn: true }],
    });
    const { body } = await fileOf(id);
    expect(body).toContain(`${paymentNumber(id)} ${today.slice(8)}${today.slice(5, 7)}${today.slice(2, 4)}`);
    expect([await api.mailsTo(books), (await api.mailsTo(newContact)).length]).toEqual([[], 1]);
    expect(await api.ok(maker, invoices.get, { id: invoice })).toMatchObject({ state: "paid", paidDate: today });
    expect(said(await cancel(id))).toEqual([409, `${paymentNumber(id)} has already been released.`]);
  });

  test("can be cancelled with a reason, which makes its invoices payable again", async () => {
    const id = await made();
    expect((await cancel(id, releaser)).status).toBe(200);
    expect(await run(id)).toMatchObject({
      state: "cancelled",
      sha256: null,
      cancelled: { byUserFullName: "Robin Poe", reason: "The wrong day." },
      canRelease: false,
      canCancel: false,
      payments: [{ amount: 100, invoices: [{ id: invoice, total: 100 }], canReturn: false }],
    });
    expect(await api.ok(maker, invoices.get, { id: invoice })).toMatchObject({
      state: "notified",
      paymentRunId: null,
      returnedPayments: [],
    });
    expect(said(await release(id))).toEqual([409, `${paymentNumber(id)} has been cancelled.`]);
    expect((await fileOf(id)).body).toContain(`${paymentNumber(id)} was cancelled, so there is no file.`);
    const again = await made();
    expect((await release(again)).status).toBe(200);
    expect(await run(id)).toMatchObject({ payments: [{ invoices: [{ id: invoice }] }] });
  });

  test.each([
    ["two people release it", [release, release]],
    ["one person releases it and another cancels it", [release, cancel]],
    ["two people cancel it", [cancel, cancel]],
  ] as const)("is released or cancelled once, also if %s at the same moment", async (_, both) => {
    const id = await made();
    const other = await api.aUser({ roles: ["Finance"] });
    const answers = await Promise.all([both[0](id, releaser), both[1](id, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { state } = await run(id);
    const mails = await api.mailsTo(books);
    expect([state !== "waiting", mails.length]).toEqual([true, state === "released" ? 1 : 0]);
  });

  test.each([
    ["are changed and confirmed", { accountNumber: "7654321" }, "have changed since this payment was made"],
    [
      "lose their confirmation",
      { bankDetailsVerifiedAt: null },
      "Acacia can't be paid: The bank details have not been",
    ],
  ])("is not released if the bank details %s meanwhile", async (_, traits, words) => {
    const id = await made();
    await db.update(suppliers).set(traits).where(eq(suppliers.id, supplier));
    const [status, message] = said(await release(id));
    expect([status, message]).toEqual([409, expect.stringContaining(words)]);
    expect(message).toContain(`${paymentNumber(id)} can't be released. Please cancel it and make a new payment.`);
    expect(await run(id)).toMatchObject({ state: "waiting" });
  });
});

test("a reason is needed to cancel, and the payment has to exist", async () => {
  const id = await made();
  const refused = await api.call(maker, invoices.cancelPayment, { PaymentRunId: id, Reason: " " });
  expect(refused.problem.errors).toEqual({ Reason: ["Please enter a reason."] });
  expect([(await release(2_000_000_000)).status, (await cancel(2_000_000_000)).status]).toEqual([404, 404]);
});

test("whoever is alone with the permission releases their own payment, which says so", async () => {
  const others = await db.select({ id: users.id }).from(users).where(eq(users.isActive, true));
  const ids = others.map(({ id }) => id).filter((id) => id !== maker.id);
  await db.update(users).set({ isActive: false }).where(inArray(users.id, ids));
  const reader = await api.aUser({ roles: ["Operator"] });
  try {
    const id = await made();
    expect(await run(id)).toMatchObject({ isOwn: true, canRelease: true });
    expect(await toRelease(maker)).toBeGreaterThan(0);
    expect((await release(id, reader)).status).toBe(403);
    expect((await release(id, maker)).status).toBe(200);
    expect(await run(id)).toMatchObject({ released: { byUserFullName: "Kim Doe", isAlone: true } });
  } finally {
    await db.update(users).set({ isActive: true }).where(inArray(users.id, ids));
  }
});
