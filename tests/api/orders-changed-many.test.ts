import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderLineItems, orders as table } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { runnerOf } from "#tests/support/many.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders, history, notifications } = operations;
const { run, undo } = runnerOf(api);
const { processing, waitingOnStock, complete } = OrderLineItemStatus;

type Input = Omit<SentInput<typeof orders.changeMany>, "Id">;

let operator: TestUser;
let supplier: number;
let marketplaceId: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
let contact = "";
beforeEach(async () => {
  contact = `${crypto.randomUUID()}@pottery.example`;
  supplier = await api.aSupplier({ name: "Harbour Pottery", orderContactEmails: contact, orderEmails: "never" });
  marketplaceId = await api.aMarketplace();
});

const done = async (input: Input, as = operator) => run(await api.ok(as, orders.changeMany, input), as);
const anOrder = async (of: number | null, number: string, status: number = processing) => {
  const order = await api.anOrder(of, { marketplaceId, marketplaceOrderId: number });
  return { order, item: await api.aLineItem(order, { status }) };
};
const item = async (id: number) => (await db.select().from(orderLineItems).where(eq(orderLineItems.id, id)))[0];
const order = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const waiting = { Kind: "waitingOnStock", ExpectedInStockDate: "2030-03-02" } as const;

describe("the status of items", () => {
  test("is set where it can be chosen, shown before and after, and put back", async () => {
    const [a, b] = [await anOrder(supplier, "A"), await anOrder(supplier, "B", complete)];
    const Ids = [a.order, b.order];
    const { first } = await api.ok(operator, orders.previewMany, { Ids, Change: waiting });
    expect(first[0]?.changes).toEqual([
      { label: "Woven basket", before: "Processing", after: "Waiting on Stock, expected 02 Mar 2030" },
    ]);
    expect(first[1]?.why).toContain("It has no item whose status can be chosen");
    expect((await item(a.item))?.status).toBe(processing);
    const { id, status, said } = await done({ Ids, Change: waiting });
    expect([status, said.at(-1)]).toEqual([3, "1 order was changed."]);
    expect(await item(a.item)).toMatchObject({ status: waitingOnStock, expectedInStockDate: "2030-03-02" });
    expect((await item(b.item))?.status).toBe(complete);
    expect((await undo(id, operator)).said).toEqual(["1 order was put back."]);
    expect(await item(a.item)).toMatchObject({ status: processing, expectedInStockDate: null });
  });

  test("that was changed since stays as it is", async () => {
    const a = await anOrder(supplier, "A");
    const { id } = await done({ Ids: [a.order], Change: waiting });
    await db.update(orderLineItems).set({ status: complete }).where(eq(orderLineItems.id, a.item));
    expect((await undo(id, operator)).said[0]).toMatch(
      /^A: Line item “Woven basket”: Status \(now Complete, before Processing\), .* was changed by the system on /,
    );
    expect((await item(a.item))?.status).toBe(complete);
  });

  test("is set for all that a filter finds, by the numbers of the orders", async () => {
    const [a, b] = [await anOrder(supplier, "SUMMER-1"), await anOrder(supplier, "WINTER-1")];
    expect((await done({ Filter: { searchText: "summer", supplierId: supplier }, Change: waiting })).said).toEqual([
      "1 order was changed.",
    ]);
    expect([(await item(a.item))?.status, (await item(b.item))?.status]).toEqual([waitingOnStock, processing]);
  });
});

describe("a supplier", () => {
  test("is assigned to orders without one; the others keep theirs, with the reason", async () => {
    const [a, b] = [await anOrder(null, "A"), await anOrder(await api.aSupplier(), "B")];
    const { id, said } = await done({ Ids: [a.order, b.order], Change: { Kind: "assign", SupplierId: supplier } });
    expect(said).toEqual(["B: This order already has a supplier, which cannot be changed.", "1 order was changed."]);
    expect((await order(a.order))?.supplierId).toBe(supplier);
    expect((await api.call(operator, history.undo, { UndoneId: id })).problem.message).toBe("This cannot be undone.");
  });

  test("is emailed its orders, and the preview sends nothing", async () => {
    const [a, b] = [await anOrder(supplier, "A"), await anOrder(null, "B")];
    const Ids = [a.order, b.order];
    const { first } = await api.ok(operator, orders.previewMany, { Ids, Change: { Kind: "notify" } });
    expect(first[0]?.changes).toEqual([{ label: "Email to", before: "", after: contact }]);
    expect(await api.mailsTo(contact)).toEqual([]);
    expect((await done({ Ids, Change: { Kind: "notify" } })).said).toEqual([
      "B: This order has no supplier yet, so there is nobody to notify.",
      "1 order was emailed to the supplier.",
    ]);
    expect(await api.mailsTo(contact)).toHaveLength(1);
  });

  test("is emailed many orders in groups of thirty", async () => {
    const sender = await api.aUser({ roles: ["Operator"] });
    const orderContactEmails = Array.from({ length: 16 }, (_, n) => `${n}.${contact}`).join(", ");
    const busy = await api.aSupplier({ orderContactEmails, orderEmails: "never" });
    const Ids = [(await anOrder(busy, "A")).order, (await anOrder(busy, "B")).order];
    await done({ Ids, Change: { Kind: "notify" } }, sender);
    expect(await api.ok(sender, notifications.emailsUnderWay, {})).toMatchObject({ count: 2 });
  });
});

describe("supplier staff", () => {
  let staff: TestUser;
  beforeEach(async () => {
    staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.orders }] });
  });

  test("set the status of their own orders; one of another supplier refuses everything", async () => {
    const [a, b] = [await anOrder(supplier, "A"), await anOrder(await api.aSupplier(), "B")];
    expect((await api.call(staff, orders.changeMany, { Ids: [a.order, b.order], Change: waiting })).status).toBe(404);
    expect((await item(a.item))?.status).toBe(processing);
    expect((await done({ Filter: {}, Change: waiting }, staff)).said).toEqual(["1 order was changed."]);
    expect((await item(b.item))?.status).toBe(processing);
  });

  test("neither assign suppliers nor notify them", async () => {
    const a = await anOrder(supplier, "A");
    for (const Change of [{ Kind: "notify" }, { Kind: "assign", SupplierId: supplier }] as const)
      expect((await api.call(staff, orders.changeMany, { Ids: [a.order], Change })).status).toBe(403);
    expect(await api.mailsTo(contact)).toEqual([]);
  });
});

test.each([
  [{ Ids: [] }, 422],
  [{ Ids: [999_999_999] }, 404],
  [{ Change: { Kind: "waitingOnStock", ExpectedInStockDate: "soon" } }, 422],
  [{ Change: { Kind: "waitingOnStock", ExpectedInStockDate: "2026-03-09" } }, 422],
  [{ Change: { Kind: "waitingOnStock" } }, 422],
  [{ Change: { Kind: "assign", SupplierId: 0 } }, 422],
  [{ Change: { Kind: "cancel" } }, 422],
])("refuses %j with %d", async (wrong, status) => {
  const a = await anOrder(supplier, "A");
  const input = { Ids: [a.order], Change: { Kind: "processing" }, ...wrong } as Input;
  expect((await api.call(operator, orders.changeMany, input)).status).toBe(status);
});
