/** Finance holds the payment of a document with a reason, which its supplier sees. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { startApi } from "#tests/support/api.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { invoices } = operations;
const BankDate = dayOf(new Date().toISOString(), "Australia/Sydney");
const Reason = "Goods were damaged.";

let finance: TestUser;
let supplier: number;
let parties: { supplierId: number; marketplaceId: number };
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"], givenName: "Kim", surname: "Doe" });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia", ...bankDetails, bankDetailsVerifiedAt: new Date() });
  parties = { supplierId: supplier, marketplaceId: await api.aMarketplace() };
});

const hold = (InvoiceId: number, reason = Reason) =>
  api.call(finance, invoices.holdPayment, { InvoiceId, Reason: reason });
const endHold = (InvoiceId: number) => api.call(finance, invoices.endHold, { InvoiceId });
const pay = (...InvoiceIds: number[]) => api.call(finance, invoices.makePayment, { InvoiceIds, BankDate });
const get = (id: number, user = finance) => api.ok(user, invoices.get, { id });
const payable = async () =>
  (await api.ok(finance, invoices.payable, {})).suppliers.filter(({ supplierId }) => supplierId === supplier);

test("a held document is not paid, and others of its supplier are", async () => {
  const [held, other] = [await api.anInvoiceToPay(parties, 100), await api.anInvoiceToPay(parties, 11)];
  expect(await get(held)).toMatchObject({ hold: null, canHold: true, canEndHold: false });
  expect((await hold(held)).status).toBe(200);
  expect(await get(held)).toMatchObject({
    state: "notified",
    hold: { byUserFullName: "Kim Doe", reason: Reason, date: expect.any(String) },
    canHold: false,
    canEndHold: true,
  });
  expect(await payable()).toMatchObject([
    { problems: [], invoices: [{ id: other, holdReason: null }] },
    { problems: ["held"], invoices: [{ id: held, holdReason: Reason }] },
  ]);
  const listed = async (heldOnly: boolean) =>
    (await api.ok(finance, invoices.list, { supplierId: supplier, heldOnly })).items.map(({ id, isHeld }) => [
      id,
      isHeld,
    ]);
  expect(await listed(true)).toEqual([[held, true]]);
  expect(await listed(false)).toHaveLength(2);
  const refused = await pay(held, other);
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    `The payment of ${invoiceNumber(held)} is held: ${Reason}`,
  ]);
  expect((await pay(other)).status).toBe(200);
  expect((await endHold(held)).status).toBe(200);
  expect(await get(held)).toMatchObject({ hold: null, canHold: true });
  expect((await pay(held)).status).toBe(200);
});

test("the supplier's staff see that a document is held and why, and cannot change that", async () => {
  const id = await api.anInvoiceToPay(parties, 100);
  await hold(id);
  const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
  expect(await get(id, staff)).toMatchObject({ hold: { reason: Reason }, canHold: false, canEndHold: false });
  expect((await api.call(staff, invoices.endHold, { InvoiceId: id })).status).toBe(403);
});

test("what is a draft, paid, held or owed by the supplier is not held, and a reason is needed", async () => {
  const id = await api.anInvoiceToPay(parties, 100);
  const said = async (invoiceId: number, reason?: string) => (await hold(invoiceId, reason)).problem.message;
  expect(await said(id, " ")).toBe("Please enter a reason. The supplier sees it.");
  await hold(id);
  expect(await said(id)).toBe(`The payment of ${invoiceNumber(id)} is held: ${Reason}`);
  await endHold(id);
  expect((await endHold(id)).problem.message).toBe(`The payment of ${invoiceNumber(id)} is not held.`);
  const { body: run } = await pay(id);
  expect(await said(id)).toBe(`${invoiceNumber(id)} is already in the payment ${paymentNumber(run)}.`);
  await api.aSentItem(await api.anOrder(supplier, parties));
  const draft = await api.anInvoice(parties);
  expect(await said(draft)).toBe(`The supplier has not been notified of ${invoiceNumber(draft)} yet.`);
  const owed = await api.anInvoiceToPay(parties, -5);
  expect(await said(owed)).toBe(
    `Nothing is owed to the supplier for ${invoiceNumber(owed)}, so there is nothing to hold.`,
  );
  expect((await hold(2_000_000_000)).status).toBe(404);
});

test("a document is held or paid, not both, if that happens at the same moment", async () => {
  const id = await api.anInvoiceToPay(parties, 100);
  const both = await Promise.all([hold(id), pay(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { hold: held, paymentRunId } = await get(id);
  expect([held, paymentRunId].filter((each) => each !== null)).toHaveLength(1);
});
