import { randomUUID } from "node:crypto";
import { arrayContains, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { invoices as invoicesTable, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;

let finance: TestUser;
let staff: TestUser;
let supplier: number;
let marketplace: number;
beforeEach(async () => {
  // Users of other tests get no emails.
  await db.update(users).set({ isActive: false });
  [supplier, marketplace] = [await api.aSupplier({ name: "Acacia" }), await api.aMarketplace("Harbour & Co")];
  finance = await api.aUser({ roles: ["Finance"] });
  staff = await someStaff();
});

const someStaff = (of = supplier, bits: number = SupplierPermission.invoices) =>
  api.aUser({ links: [{ supplier: of, bits }] });

/** An invoice with rows of $18.93, whose supplier was notified by default. @returns the ids of it and its items */
async function anInvoice(rows = 1, { isNotified = true } = {}) {
  const order = await api.anOrder(supplier, { marketplaceId: marketplace, marketplaceOrderId: "HC-7" });
  for (let i = 0; i < rows; i++) await api.aSentItem(order);
  const id = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
  if (isNotified) await db.update(invoicesTable).set({ notifiedAt: new Date() }).where(eq(invoicesTable.id, id));
  return { id, items: (await invoice(id)).transactions.map(({ lineItemId }) => lineItemId ?? 0) };
}

/** An invoice with one row. */
async function aRow() {
  const { id, items } = await anInvoice();
  return { InvoiceId: id, LineItemId: items[0] ?? 0 };
}
type Row = Awaited<ReturnType<typeof aRow>>;

const invoice = (id: number, user = finance) => api.ok(user, invoices.get, { id });
const answersTo = async ({ InvoiceId, LineItemId }: Row, user = finance) =>
  (await invoice(InvoiceId, user)).transactions.find(({ lineItemId }) => lineItemId === LineItemId)?.answers ?? [];
/** The row with its latest answer, as on a page opened now. */
const seen = async (row: Row) => ({ ...row, LastAnswerId: (await answersTo(row)).at(-1)?.id ?? null });
const kinds = async (row: Row) => (await answersTo(row)).map(({ kind }) => kind);

const Note = "Three were sent, not two.";
const confirm = async (row: Row, user = staff) => api.call(user, invoices.confirmRow, await seen(row));
const query = async (row: Row, note = Note, user = staff) =>
  api.call(user, invoices.queryRow, { ...(await seen(row)), Note: note });
const answer = async (row: Row, note = "One came back on Monday.") =>
  api.call(finance, invoices.answerQuery, { ...(await seen(row)), Note: note });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const number = (id: number) => `INV-${String(id).padStart(7, "0")}`;
const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/);

describe("a row of an invoice", () => {
  test("is confirmed by the supplier, with the person and the time recorded", async () => {
    const row = await aRow();
    expect((await confirm(row)).status).toBe(200);
    expect(await answersTo(row)).toEqual([
      { id: expect.any(Number), kind: "confirmed", note: "", date: moment, userFullName: "Kim Doe" },
    ]);
    expect(await answersTo(row, staff)).toEqual(await answersTo(row));
    const again = await confirm(row);
    expect([again.status, again.problem.message]).toEqual([409, "This row has already been confirmed."]);
  });

  test("is queried with a note that is stored exactly as typed", async () => {
    const row = await aRow();
    const note = '  Three were sent:\n\n\t<b>"not two"</b> & 株式会社 \n';
    expect((await query(row, note)).status).toBe(200);
    expect(await answersTo(row)).toMatchObject([{ kind: "queried", note }]);
  });

  test("that is queried is counted on the payment page until Finance has answered", async () => {
    const { id, items } = await anInvoice(3);
    const [first, second] = items.map((LineItemId) => ({ InvoiceId: id, LineItemId })) as [Row, Row];
    const counted = async () =>
      (await api.ok(finance, invoices.payable, {})).suppliers
        .flatMap((each) => each.invoices)
        .find((each) => each.id === id)?.queriedRows;
    expect(await counted()).toBe(0);
    await query(first);
    await query(second);
    expect(await counted()).toBe(2);
    await answer(first);
    expect(await counted()).toBe(1);
  });

  test("can be queried, confirmed and queried again, with the full history preserved", async () => {
    const row = await aRow();
    await query(row, "First");
    await query(row, "Second");
    await confirm(row);
    await query(row, "Third");
    expect((await answersTo(row)).map(({ kind, note }) => [kind, note])).toEqual([
      ["queried", "First"],
      ["queried", "Second"],
      ["confirmed", ""],
      ["queried", "Third"],
    ]);
  });

  test.each([
    ["", "Please say what is not right."],
    [" \n ", "Please say what is not right."],
    ["x".repeat(2_001), "Please use no more than 2,000 characters."],
  ])("cannot be queried with the note %j", async (note, message) => {
    const row = await aRow();
    const { status, problem } = await query(row, note);
    expect([status, problem.errors]).toEqual([422, { Note: [message] }]);
    expect(await answersTo(row)).toEqual([]);
  });

  test("has unchanged amounts after a query, an answer and a confirmation", async () => {
    const row = await aRow();
    const money = async () => {
      const { transactions, queriedRows: _, ...rest } = await invoice(row.InvoiceId);
      return { ...rest, rows: transactions.map(({ answers: __, ...figures }) => figures) };
    };
    const before = await money();
    await query(row);
    await answer(row);
    await confirm(row);
    expect(await money()).toEqual(before);
  });
});

describe("answering a row", () => {
  test("is rejected if a newer answer exists that the caller has not seen", async () => {
    const row = await aRow();
    await query(row);
    const early = { ...row, LastAnswerId: null };
    for (const { status, problem } of [
      await api.call(staff, invoices.confirmRow, early),
      await api.call(staff, invoices.queryRow, { ...early, Note }),
    ])
      expect([status, problem.message]).toEqual([
        409,
        "Somebody else has added something to this row. Please read it, then send yours.",
      ]);
    expect(await kinds(row)).toEqual(["queried"]);
  });

  test("concurrently by several people stores one answer and sends one email", async () => {
    const row = await aRow();
    const early = { ...row, LastAnswerId: null };
    const others = await Promise.all([1, 2, 3].map(() => someStaff()));
    const calls = [staff, ...others].flatMap((user) => [
      api.call(user, invoices.queryRow, { ...early, Note }),
      api.call(user, invoices.confirmRow, early),
    ]);
    expect(statuses(await Promise.all(calls))).toEqual([200, ...Array(7).fill(409)]);
    const [kind] = await kinds(row);
    expect(await api.mailsTo(finance.email)).toHaveLength(kind === "queried" ? 1 : 0);
    expect(await answersTo(row)).toHaveLength(1);
  });

  test("twice with the same Id takes effect once", async () => {
    const row = { ...(await aRow()), LastAnswerId: null, Note, Id: randomUUID() };
    const sent = await Promise.all([1, 2].map(() => api.call(staff, invoices.queryRow, row)));
    expect(statuses([...sent, await api.call(staff, invoices.queryRow, row)])).toEqual([200, 200, 200]);
    expect(await answersTo(row)).toHaveLength(1);
    expect(await api.mailsTo(finance.email)).toHaveLength(1);
  });

  test("is refused on a draft, which the supplier cannot see before being notified", async () => {
    const { id, items } = await anInvoice(1, { isNotified: false });
    const row = { InvoiceId: id, LineItemId: items[0] ?? 0 };
    const refused = [
      await confirm(row),
      await query(row),
      await api.call(staff, invoices.confirmRows, { InvoiceId: id }),
    ];
    expect(statuses(refused)).toEqual([404, 404, 404]);
  });

  test("requires the supplier's permission for invoices and a row of that invoice", async () => {
    const [row, other] = [await aRow(), await aRow()];
    const foreign = await someStaff(await api.aSupplier());
    expect((await confirm(row, foreign)).status).toBe(404);
    expect((await confirm({ ...row, LineItemId: other.LineItemId })).status).toBe(404);
    expect((await query({ ...row, LineItemId: other.LineItemId })).status).toBe(404);
    for (const roles of [["Administrator"], ["Operator"], ["Finance"], ["Read Only"]] as const) {
      const user = await api.aUser({ roles: [...roles] });
      expect([(await confirm(row, user)).status, (await query(row, Note, user)).status]).toEqual([403, 403]);
      expect(await invoice(row.InvoiceId, user)).toMatchObject({
        canAnswerRows: false,
        canAnswerQueries: roles[0] === "Administrator" || roles[0] === "Finance",
      });
    }
    expect(await invoice(row.InvoiceId, staff)).toMatchObject({ canAnswerRows: true, canAnswerQueries: false });
  });
});

describe("confirming all rows", () => {
  test("skips rows that already have an answer", async () => {
    const { id, items } = await anInvoice(30);
    const [first = 0, second = 0] = items;
    await query({ InvoiceId: id, LineItemId: first });
    await query({ InvoiceId: id, LineItemId: second });
    await answer({ InvoiceId: id, LineItemId: second });
    expect(await api.ok(staff, invoices.confirmRows, { InvoiceId: id })).toBe(28);
    const stand = (await invoice(id)).transactions.map(({ answers }) => answers.at(-1)?.kind);
    expect(stand).toEqual(["queried", "answered", ...Array(28).fill("confirmed")]);
    const again = await api.call(staff, invoices.confirmRows, { InvoiceId: id });
    expect([again.status, again.problem.message]).toEqual([409, "There are no rows left to confirm."]);
  });

  test("by several people at once takes effect once", async () => {
    const { id } = await anInvoice(5);
    const calls = Array.from({ length: 6 }, () => api.call(staff, invoices.confirmRows, { InvoiceId: id }));
    expect(statuses(await Promise.all(calls))).toEqual([200, ...Array(5).fill(409)]);
    expect((await invoice(id)).transactions.map(({ answers }) => answers.length)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe("a query", () => {
  test("is emailed to every active Finance user, with the row, its amount, the note and a link", async () => {
    const [colleague, admin] = [
      await api.aUser({ roles: ["Read Only", "Finance"] }),
      await api.aUser({ roles: ["Administrator"] }),
    ];
    const gone = await api.aUser({ roles: ["Finance"], isActive: false });
    const row = await aRow();
    await query(row);
    const [mail, ...more] = await api.mailsTo(finance.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`A row of ${number(row.InvoiceId)} has been queried`);
    for (const words of [
      "Kim Doe of Acacia",
      "Woven basket, order HC-7: $18.93",
      Note,
      `/invoices/${row.InvoiceId}#row-${row.LineItemId}`,
    ])
      expect(mail?.text).toContain(words);
    expect(await api.mailsTo(colleague.email)).toHaveLength(1);
    for (const { email } of [admin, gone, staff]) expect(await api.mailsTo(email)).toEqual([]);
  });

  test("is emailed to the administrators if there are no Finance users", async () => {
    const [admin, row] = [await api.aUser({ roles: ["Administrator"] }), await aRow()];
    const LastAnswerId = null;
    await db
      .update(users)
      .set({ isActive: false })
      .where(arrayContains(users.roles, ["Finance"]));
    await api.ok(staff, invoices.queryRow, { ...row, LastAnswerId, Note });
    expect(await api.mailsTo(admin.email)).toHaveLength(1);
    expect(await api.mailsTo(finance.email)).toEqual([]);
  });

  test("is closed by an answer from Finance, which is emailed to the person who queried", async () => {
    const row = await aRow();
    const other = await someStaff();
    await query(row);
    expect((await answer(row, "One came\nback.")).status).toBe(200);
    expect(await answersTo(row, staff)).toMatchObject([
      { kind: "queried" },
      { kind: "answered", note: "One came\nback.", date: moment, userFullName: "Kim Doe" },
    ]);
    const [mail, ...more] = await api.mailsTo(staff.email);
    expect(more).toEqual([]);
    for (const words of [
      number(row.InvoiceId),
      "Woven basket, order HC-7: $18.93",
      Note,
      "One came\nback.",
      `/invoices/${row.InvoiceId}#row-${row.LineItemId}`,
    ])
      expect(mail?.text).toContain(words);
    expect(await api.mailsTo(other.email)).toEqual([]);
    const again = await answer(row);
    expect([again.status, again.problem.message]).toEqual([
      409,
      "This row has no open query, or somebody has already answered it.",
    ]);
  });

  test("is answered once, however many people answer at the same time", async () => {
    const row = await aRow();
    await query(row);
    const wanted = { ...(await seen(row)), Note: "One came back." };
    expect(
      statuses(await Promise.all([1, 2, 3, 4].map(() => api.call(finance, invoices.answerQuery, wanted)))),
    ).toEqual([200, 409, 409, 409]);
    expect(await api.mailsTo(staff.email)).toHaveLength(1);
  });

  test("can be answered and queried again, until the supplier confirms the row", async () => {
    const row = await aRow();
    await query(row);
    await answer(row);
    await query(row, "It was Tuesday.");
    await answer(row);
    await confirm(row);
    expect(await kinds(row)).toEqual(["queried", "answered", "queried", "answered", "confirmed"]);
    expect((await answer(row)).status).toBe(409);
  });

  test.each([
    ["is no longer linked to the supplier", () => db.delete(supplierUsers).where(eq(supplierUsers.userId, staff.id))],
    [
      "has lost the right",
      () =>
        db
          .update(supplierUsers)
          .set({ permissions: SupplierPermission.orders })
          .where(eq(supplierUsers.userId, staff.id)),
    ],
    ["was deactivated", () => db.update(users).set({ isActive: false }).where(eq(users.id, staff.id))],
  ])("is answered without an email to somebody who %s", async (_, leave) => {
    const row = await aRow();
    await query(row);
    await leave();
    expect((await answer(row)).status).toBe(200);
    expect(await api.mailsTo(staff.email)).toEqual([]);
  });

  test("cannot be answered without text, nor by supplier staff", async () => {
    const row = await aRow();
    await query(row);
    const { status, problem } = await answer(row, "  ");
    expect([status, problem.errors]).toEqual([422, { Note: ["Please enter an answer."] }]);
    expect((await api.call(staff, invoices.answerQuery, { ...(await seen(row)), Note })).status).toBe(403);
  });
});

describe("the list of invoices", () => {
  test("shows the number of queried rows and can be filtered by them", async () => {
    const [quiet, queried] = [await anInvoice(2), await anInvoice(3)];
    for (const LineItemId of queried.items.slice(0, 2)) await query({ InvoiceId: queried.id, LineItemId });
    await confirm({ InvoiceId: quiet.id, LineItemId: quiet.items[0] ?? 0 });
    const list = async (queriedOnly?: boolean, user = finance) =>
      (await api.ok(user, invoices.list, { supplierId: supplier, queriedOnly })).items.map(({ id, queriedRows }) => [
        id,
        queriedRows,
      ]);
    expect(await list()).toEqual([
      [queried.id, 2],
      [quiet.id, 0],
    ]);
    expect(await list(true)).toEqual([[queried.id, 2]]);
    expect(await list(true, staff)).toEqual([[queried.id, 2]]);
    expect(await invoice(queried.id)).toMatchObject({ queriedRows: 2 });
    await answer({ InvoiceId: queried.id, LineItemId: queried.items[0] ?? 0 });
    await confirm({ InvoiceId: queried.id, LineItemId: queried.items[1] ?? 0 });
    expect(await list(true)).toEqual([]);
  });
});
