/** Finance holds a line item from being invoiced, with a reason that its supplier sees. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { invoices, orders } = operations;
const Reason = "The customer disputes it.";

let finance: TestUser;
let staff: TestUser;
let supplier: number;
let parties: { supplierId: number; marketplaceId: number };
let order: number;
/** $18.93. */
let item: number;
/** $7.50. */
let other: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"], givenName: "Kim", surname: "Doe" });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia", billingContactEmails: "books@acacia.example" });
  parties = { supplierId: supplier, marketplaceId: await api.aMarketplace() };
  staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices | SupplierPermission.orders }] });
  order = await api.anOrder(supplier, parties);
  item = await api.aSentItem(order);
  other = await api.aSentItem(order, { price: 7.5, quantity: 1, shipping: 0, commissionRate: 0 });
});

const hold = (LineItemId = item, reason = Reason, user = finance) =>
  api.call(user, invoices.holdLineItem, { LineItemId, Reason: reason });
const endHold = (LineItemId = item, user = finance) => api.call(user, invoices.endHoldOfLineItem, { LineItemId });
const Only = () => [{ SupplierId: parties.supplierId, MarketplaceId: parties.marketplaceId }];
const generate = async () => (await api.ok(finance, invoices.generate, { Only: Only() }))?.invoiceIds ?? [];
const invoice = (id: number) => api.ok(finance, invoices.get, { id });
const rowsOf = async (id: number) =>
  (await invoice(id)).transactions.map(({ lineItemId, supplierPaymentIncTax }) => [lineItemId, supplierPaymentIncTax]);
const lineItem = async (id = item, user = finance) =>
  (await api.ok(user, orders.get, { id: order })).lineItems.find((each) => each.id === id);
const ready = async () =>
  (await api.ok(finance, invoices.readiness, {})).filter(({ supplierId }) => supplierId === supplier);
const said = async (answer: ReturnType<typeof hold>) => {
  const { status, problem } = await answer;
  return [status, problem.message];
};

describe("a held item", () => {
  test("is in no new document, and in the next one to the cent once its hold has ended", async () => {
    expect(await lineItem()).toMatchObject({ hold: null, canHold: true, canEndHold: false });
    expect((await hold()).status).toBe(200);
    expect(await lineItem()).toMatchObject({
      hold: { byUserFullName: "Kim Doe", reason: Reason, date: expect.any(String) },
      canHold: false,
      canEndHold: true,
    });
    expect(await ready()).toMatchObject([{ lineItems: 1, total: 7.5, held: { lineItems: 1, total: 18.93 } }]);
    const [first = 0] = await generate();
    expect(await rowsOf(first)).toEqual([[other, 7.5]]);
    // All of it is held: the page of Finance still names the supplier.
    expect(await ready()).toMatchObject([{ lineItems: 0, charges: 0, total: 0, held: { lineItems: 1, total: 18.93 } }]);
    expect(await generate()).toEqual([]);
    expect((await endHold()).status).toBe(200);
    const [second = 0] = await generate();
    expect(await rowsOf(second)).toEqual([[item, 18.93]]);
    expect(await ready()).toEqual([]);
  });

  test("is taken out of its draft at once, which keeps its number and the other rows", async () => {
    const [id = 0] = await generate();
    expect(await invoice(id)).toMatchObject({ total: 26.43, canHoldRows: true });
    expect((await hold()).status).toBe(200);
    expect(await invoice(id)).toMatchObject({ id, total: 7.5, state: "draft" });
    expect((await lineItem())?.subTotal.owed).toBe(18.93);
    await api.ok(finance, invoices.generate, { InvoiceId: id });
    expect(await rowsOf(id)).toEqual([[other, 7.5]]);
    await api.ok(finance, invoices.notifySuppliers, { ExpectedPaymentDate: "2026-04-15", InvoiceIds: [id] });
    expect((await endHold()).status).toBe(200);
    const [next = 0] = await generate();
    expect(await rowsOf(next)).toEqual([[item, 18.93]]);
    expect((await lineItem())?.subTotal.owed).toBe(0);
  });

  test("keeps its refund with it", async () => {
    await hold();
    await api.ok(await api.aUser({ roles: ["Operator"] }), orders.addLineItemAdjustment, {
      LineItemId: item,
      QuantityAdjustment: 0,
      PurchaseAmountExTaxAdjustment: -1,
      PurchaseAmountTaxAdjustment: -0.1,
      CommissionAmountExTaxAdjustment: 0,
      CommissionAmountTaxAdjustment: 0,
      ShippingAmountExTaxAdjustment: 0,
      ShippingAmountTaxAdjustment: 0,
    });
    expect(await ready()).toMatchObject([{ total: 7.5, held: { lineItems: 1, total: 17.83 } }]);
    await endHold();
    const [id = 0] = await generate();
    expect((await invoice(id)).total).toBe(25.33);
  });

  test("is shown to its supplier with the reason, and counted apart from what is in the next document", async () => {
    await hold();
    expect(await lineItem(item, staff)).toMatchObject({ hold: { reason: Reason }, canHold: false, canEndHold: false });
    expect(await lineItem(other, staff)).toMatchObject({ hold: null, canHold: false });
    const held = { lineItems: 1, total: 18.93 };
    for (const user of [staff, finance])
      expect((await api.ok(user, invoices.earnings, { supplierId: supplier })).suppliers).toMatchObject([
        { uninvoiced: 7.5, held },
      ]);
    expect(await api.ok(staff, invoices.statementBalances, { id: supplier })).toMatchObject({ uninvoiced: 7.5, held });
  });

  test("is found among the orders", async () => {
    const found = async (heldOnly: boolean, user = staff) =>
      (await api.ok(user, orders.list, { supplierId: supplier, heldOnly })).items.map(({ id }) => id);
    const free = await api.anOrder(supplier, parties);
    await api.aSentItem(free);
    expect(await found(true)).toEqual([]);
    await hold();
    expect(await found(true)).toEqual([order]);
    expect(await found(false)).toHaveLength(2);
    const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier(), bits: SupplierPermission.orders }] });
    expect(await found(true, stranger)).toEqual([]);
  });

  test("has each hold and its end in the history of the order", async () => {
    await hold();
    await endHold();
    const { items } = await api.ok(finance, operations.history.list, { record: "order", recordId: order });
    expect(items.filter(({ part }) => part?.startsWith("Hold of"))).toMatchObject([
      { kind: "removed" },
      { kind: "added" },
    ]);
  });
});

describe("a hold is refused", () => {
  test("twice, without a reason, and its end if there is none", async () => {
    expect(await said(hold(item, " "))).toEqual([422, "Please enter a reason. The supplier sees it."]);
    expect(await said(endHold())).toEqual([409, "This item is not held."]);
    await hold();
    expect(await said(hold(item, "Again."))).toEqual([409, `This item is held already: ${Reason}`]);
    expect((await lineItem())?.hold?.reason).toBe(Reason);
  });

  test("for an item in an issued document, or in a draft that cannot be generated again", async () => {
    const [first = 0] = await generate();
    await api.aSentItem(order);
    const [second = 0] = await generate();
    expect(await invoice(first)).toMatchObject({ canHoldRows: false });
    expect(await said(hold())).toEqual([
      409,
      `This item is in the draft ${invoiceNumber(first)}. There is a newer invoice, ${invoiceNumber(second)}, so this one cannot change.`,
    ]);
    expect(await rowsOf(first)).toHaveLength(2);
    await api.ok(finance, invoices.notifySuppliers, { ExpectedPaymentDate: "2026-04-15", InvoiceIds: [first] });
    const number = invoiceNumber(first);
    expect(await said(hold())).toEqual([
      409,
      `This item is in ${number}, which was issued. Hold the payment of ${number}, or adjust the item.`,
    ]);
    expect(await lineItem()).toMatchObject({ hold: null, canHold: false });
  });

  test("for what is not there, was deleted, or has no supplier yet", async () => {
    expect((await hold(2_000_000_000)).status).toBe(404);
    const unsent = await api.aLineItem(order);
    await api.ok(await api.aUser({ roles: ["Operator"] }), orders.deleteLineItem, { LineItemId: unsent });
    expect((await hold(unsent)).status).toBe(404);
    const nobodys = await api.aLineItem(await api.anOrder(null, { marketplaceId: parties.marketplaceId }));
    expect(await said(hold(nobodys))).toEqual([
      409,
      "The order of this item has no supplier yet, so there is nothing to hold.",
    ]);
  });

  test("to everybody who may not generate invoices", async () => {
    await hold(other);
    for (const user of [staff, await api.aUser({ roles: ["Operator"] })]) {
      expect((await hold(item, Reason, user)).status).toBe(403);
      expect((await endHold(other, user)).status).toBe(403);
    }
    expect((await lineItem())?.hold).toBeNull();
  });
});

describe("at the same moment", () => {
  test("one of two people holds the item", async () => {
    const both = await Promise.all([hold(item, "One."), hold(item, "Two.")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("an item is either held or in the document that is issued", async () => {
    const [id = 0] = await generate();
    const issue = { ExpectedPaymentDate: "2026-04-15", InvoiceIds: [id] };
    const [held, issued] = await Promise.all([hold(), api.call(finance, invoices.notifySuppliers, issue)]);
    expect([200, 409]).toContain(held.status);
    expect(issued.status).toBe(200);
    expect((await rowsOf(id)).length).toBe(held.status === 200 ? 1 : 2);
  });

  test("an item that is held while its supplier is invoiced is in a draft or held, not both", async () => {
    const [made, held] = await Promise.all([generate(), hold()]);
    expect(held.status).toBe(200);
    expect(await rowsOf(made[0] ?? 0)).toEqual([[other, 7.5]]);
  });
});
