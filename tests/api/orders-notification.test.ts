import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
/** The supplier's contact for orders. */
let contacts: string[];
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  contacts = [`${randomUUID()}@acacia.example`, `${randomUUID()}@acacia.example`];
  supplier = await api.aSupplier({ orderContactEmails: contacts.join(", ") });
});

type Traits = Parameters<typeof api.anOrder>[1];
const anOrder = (traits: Traits = {}, of: number | null = supplier) =>
  api.anOrder(of, { marketplaceId: marketplace, marketplaceOrderId: "MK-1001", ...traits });
const notify = (OrderId: number, Id = randomUUID()) =>
  api.call(operator, orders.sendSupplierNotification, { OrderId, Id });
const mails = () => api.mailsTo(contacts[0] ?? "");
const letter = async () => (await mails()).map(({ text }) => text).join();
const notifiedAt = async (id: number) => (await api.ok(operator, orders.get, { id })).supplierNotifiedAt;

test("the supplier's contacts for orders are emailed what to send, and to whom", async () => {
  const order = await anOrder({
    companyName: "Lee & Co",
    customerPhoneNumber: "(08) 5550 1234",
    orderNotes: "Leave it at the door.",
    shippingAddressId: await api.anAddress({ unitNumber: "3", streetAddress: "12 Wharf Road" }),
  });
  await api.aLineItem(order, {
    options: [{ name: "Colour", value: "Red" }],
    orderNotes: "Gift wrap",
    supplierNotes: "Shelf 3",
  });
  await api.aLineItem(order, {
    productName: "Tray",
    productSku: "",
    quantity: 1_200,
    price: 1_234.5,
    status: OrderLineItemStatus.waitingOnStock,
  });
  expect(await notify(order)).toMatchObject({ status: 200 });
  for (const to of contacts) {
    const [mail, ...more] = await api.mailsTo(to);
    expect([mail?.subject, more]).toEqual(["Order MK-1001 on Bazaar", []]);
    for (const words of [
      "2 × Woven basket (Colour: Red, SKU BASKET, $9.95 each, inc GST) – Gift wrap",
      "1,200 × Tray ($1,234.50 each, inc GST)",
      "To: Lee & Co, Attention of Ana Lee, Unit 3, 12 Wharf Road, Fremantle WA 6160, Australia",
      "Phone: (08) 5550 1234",
      "Notes: Leave it at the door.",
    ]) {
      expect(mail?.text).toContain(words);
    }
    expect(mail?.text).toMatch(new RegExp(`https?://\\S+/orders/${order}\\s`));
    expect(mail?.html).toContain(`/orders/${order}"`);
  }
});

test("notifications are limited to three an hour per order, and other orders are not affected", async () => {
  const [order, other] = [await anOrder(), await anOrder()];
  for (const each of [order, other]) await api.aLineItem(each);
  for (let time = 1; time <= 3; time++) expect(await notify(order)).toMatchObject({ status: 200 });
  expect(await notify(order)).toMatchObject({
    status: 429,
    problem: {
      message: expect.stringMatching(
        /^The supplier has already been notified of this order several times\. Nothing was sent\. Please try again in /,
      ),
    },
  });
  expect(await mails()).toHaveLength(3);
  expect(await notify(other)).toMatchObject({ status: 200 });
});

test("a customer without a company is the recipient, and unknown details are left out of the email", async () => {
  const order = await anOrder();
  await api.aLineItem(order);
  await notify(order);
  expect(await letter()).toContain("To: Ana Lee, address not known yet");
  expect(await letter()).not.toMatch(/Attention|Phone|Notes|ana@example/);
});

test("the email lists only items still to be sent, with the remaining quantities", async () => {
  const order = await anOrder();
  await api.aLineItem(order, { productName: "Complete one", status: OrderLineItemStatus.complete });
  await api.aLineItem(order, { productName: "Cancelled one", status: OrderLineItemStatus.cancelled });
  await api.ok(operator, orders.deleteLineItem, {
    LineItemId: await api.aLineItem(order, { productName: "Deleted one" }),
  });
  const lineItemId = await api.aLineItem(order, {
    productName: "Tray",
    quantity: 5,
    status: OrderLineItemStatus.partiallyFilled,
  });
  await api.aTransaction(lineItemId, { type: TransactionType.shipment, quantity: 2 });
  await notify(order);
  expect(await letter()).toContain("3 × Tray");
  expect(await letter()).not.toMatch(/Complete one|Cancelled one|Deleted one/);
});

test("the order shows when its supplier was notified", async () => {
  const order = await anOrder();
  await api.aLineItem(order);
  expect(await notifiedAt(order)).toBeUndefined();
  const before = Date.now();
  await notify(order);
  expect(Date.parse((await notifiedAt(order)) ?? "")).toBeGreaterThanOrEqual(before);
});

test("the same command sends nothing twice, while a new one sends again", async () => {
  const order = await anOrder();
  await api.aLineItem(order);
  const Id = randomUUID();
  for (const _ of [1, 2]) expect(await notify(order, Id)).toMatchObject({ status: 200 });
  expect(await mails()).toHaveLength(1);
  await notify(order);
  expect(await mails()).toHaveLength(2);
});

describe("no email is sent", () => {
  const refused = async (order: number) => {
    const { status, problem } = await notify(order);
    expect([status, await notifiedAt(order), await mails()]).toEqual([409, undefined, []]);
    return problem.message;
  };

  test("for an unassigned order", async () => {
    const order = await anOrder({}, null);
    await api.aLineItem(order);
    expect(await refused(order)).toBe("This order has no supplier yet, so there is nobody to notify.");
  });

  test("if the supplier has no contacts for orders", async () => {
    const order = await anOrder({}, await api.aSupplier({ orderContactEmails: "" }));
    await api.aLineItem(order);
    expect(await refused(order)).toBe(
      "The supplier has no email address for orders. Enter one on the supplier's page first.",
    );
  });

  test("if nothing is left to be sent", async () => {
    const order = await anOrder();
    expect(await refused(order)).toBe("There is nothing left to send in this order.");
    await api.aLineItem(order, { status: OrderLineItemStatus.complete });
    expect(await refused(order)).toBe("There is nothing left to send in this order.");
  });

  test("at the request of supplier staff", async () => {
    const order = await anOrder();
    await api.aLineItem(order);
    const user = await api.aUser({ links: [{ supplier }] });
    expect(await api.call(user, orders.sendSupplierNotification, { OrderId: order })).toMatchObject({ status: 403 });
    expect(await mails()).toEqual([]);
  });
});
