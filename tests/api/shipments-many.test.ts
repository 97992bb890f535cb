import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { shipments as table } from "#api/core/database/schema/index.ts";
import { ShipmentStatus, SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { runnerOf } from "#tests/support/many.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { shipments } = operations;
const { run, undo } = runnerOf(api);
const { processing, dispatched, delivered } = ShipmentStatus;

type Input = Omit<SentInput<typeof shipments.changeMany>, "Id">;

let operator: TestUser;
let supplier: number;
let marketplaceId: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  marketplaceId = await api.aMarketplace();
});

const Change = { Kind: "dispatched" } as const;
const tracking = { courierId: 3, trackingNumber: "33XYZ" };

async function aShipment(number: string, traits: Partial<typeof table.$inferInsert> = tracking, of = supplier) {
  const order = await api.anOrder(of, { marketplaceId, marketplaceOrderId: number });
  return api.aShipment(order, [{ item: await api.aLineItem(order), quantity: 1 }], traits);
}
const done = async (input: Partial<Input>, as = operator) =>
  run(await api.ok(as, shipments.changeMany, { Change, ...input }), as);
const statusOf = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0]?.status;

test("marks what can be sent, names the others with their reasons, and is put back", async () => {
  const a = await aShipment("A");
  const untracked = await aShipment("B", {});
  const cancelled = await aShipment("C", { ...tracking, cancelledAt: new Date() });
  const arrived = await aShipment("D", { ...tracking, status: delivered });
  const sent = await aShipment("E", { ...tracking, status: dispatched });
  const Ids = [sent, arrived, cancelled, untracked, a];
  const { count, first } = await api.ok(operator, shipments.previewMany, { Ids, Change });
  expect(count).toBe(5);
  expect(first[0]).toEqual({
    id: a,
    name: `A-${a}`,
    about: "Sendle, 33XYZ",
    changes: [{ label: "Status", before: "Processing", after: "Dispatched" }],
    why: null,
  });
  expect(first.slice(1).map(({ why }) => why)).toEqual([
    "It has no courier or no tracking number yet.",
    "This shipment was cancelled, so it can no longer be changed.",
    "This shipment is delivered, so it can no longer be changed.",
    null,
  ]);
  expect(await statusOf(a)).toBe(processing);
  const { id, said } = await done({ Ids });
  expect(said).toEqual([
    `B-${untracked}: It has no courier or no tracking number yet.`,
    `C-${cancelled}: This shipment was cancelled, so it can no longer be changed.`,
    `D-${arrived}: This shipment is delivered, so it can no longer be changed.`,
    "1 shipment was marked as dispatched. 1 shipment was like that already.",
  ]);
  expect([await statusOf(a), await statusOf(arrived)]).toEqual([dispatched, delivered]);
  expect((await undo(id, operator)).said).toEqual(["1 shipment was put back."]);
  expect([await statusOf(a), await statusOf(sent)]).toEqual([processing, dispatched]);
});

test("is not put back once a shipment has arrived or was cancelled", async () => {
  const [a, b] = [await aShipment("A"), await aShipment("B")];
  const { id } = await done({ Ids: [a, b] });
  await db.update(table).set({ status: delivered }).where(eq(table.id, a));
  await db.update(table).set({ cancelledAt: new Date() }).where(eq(table.id, b));
  expect((await undo(id, operator)).said.slice(0, 2)).toEqual([
    `A-${a}: This shipment is delivered, so it can no longer be changed.`,
    `B-${b}: This shipment was cancelled, so it can no longer be changed.`,
  ]);
  expect([await statusOf(a), await statusOf(b)]).toEqual([delivered, dispatched]);
});

test("finds all that match the filters of the list and have not left yet", async () => {
  for (const gone of [{ status: delivered }, { status: dispatched }, { cancelledAt: new Date() }])
    await aShipment("SUMMER-0", { ...tracking, ...gone });
  const nothing = await api.call(operator, shipments.previewMany, { Filter: { supplierId: supplier }, Change });
  expect(nothing.problem.errors?.Filter?.[0]).toMatch(/^No shipment that matches can be marked as dispatched/);
  const [a, b] = [await aShipment("SUMMER-1"), await aShipment("WINTER-1")];
  const filters = { supplierId: supplier, searchText: "summer", withoutTracking: false, slipNotPrinted: true };
  expect(await api.ok(operator, shipments.previewMany, { Filter: filters, Change })).toMatchObject({ count: 1 });
  expect((await done({ Filter: filters })).said).toEqual(["1 shipment was marked as dispatched."]);
  expect([await statusOf(a), await statusOf(b)]).toEqual([dispatched, processing]);
});

test("concerns only shipments whose orders supplier staff manage", async () => {
  const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.orders }] });
  const [own, other] = [await aShipment("A"), await aShipment("B", tracking, await api.aSupplier())];
  expect((await api.call(staff, shipments.changeMany, { Ids: [own, other], Change })).status).toBe(404);
  expect(await statusOf(own)).toBe(processing);
  expect((await done({ Filter: { marketplaceId } }, staff)).said).toEqual(["1 shipment was marked as dispatched."]);
  expect([await statusOf(own), await statusOf(other)]).toEqual([dispatched, processing]);
});

test.each([
  [{ Ids: [] }, 422],
  [{ Ids: [999_999_999] }, 404],
  [{ Ids: Array.from({ length: 201 }, (_, i) => i + 1) }, 422],
  [{ Change: { Kind: "cancelled" } }, 422],
  [{ Ids: [], Filter: { status: 99 } }, 422],
  [{ Ids: [], Filter: { searchText: "no such order" } }, 422],
])("refuses %j with %d", async (wrong, status) => {
  const input = { Ids: [await aShipment("A")], Change, ...wrong } as Input;
  expect((await api.call(operator, shipments.changeMany, input)).status).toBe(status);
});
