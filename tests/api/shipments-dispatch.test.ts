/** Saving courier and number of several shipments and marking them as dispatched, each for itself. */
import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveries, marketplaces, shipments as table } from "#api/core/database/schema/index.ts";
import { ShipmentStatus, SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { tracking } from "#contract/shipments/edits.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { shipments, history } = operations;
const { processing, dispatched, delivered } = ShipmentStatus;

let operator: TestUser;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier();
});

type Row = SentInput<typeof shipments.dispatch>["Rows"][number];

async function aParcel(traits: Partial<typeof table.$inferInsert> = {}, marketplaceId?: number): Promise<number> {
  const order = await api.anOrder(supplier, { ...(marketplaceId !== undefined && { marketplaceId }) });
  const item = await api.aLineItem(order, { quantity: 1 });
  return api.aShipment(order, [{ item, quantity: 1 }], traits);
}
const save = (Rows: Row[], as = operator) => api.ok(as, shipments.dispatch, { Rows });
const shown = (id: number) => api.ok(operator, shipments.get, { id });
const untouched = shownText(tracking({ courierId: null, trackingNumber: "", status: processing }));

test("saves the shipments that are right, and names the others with the reason", async () => {
  const [right, ready, cancelled, gone, empty] = [
    await aParcel(),
    await aParcel({ courierId: 3, trackingNumber: "SD-1" }),
    await aParcel({ cancelledAt: new Date() }),
    await aParcel({ courierId: 3, trackingNumber: "SD-2", status: delivered }),
    await aParcel(),
  ];
  const { savedCount, refused } = await save([
    { ShipmentId: gone },
    { ShipmentId: right, CourierId: 1, TrackingNumber: "33XYZ", Shown: untouched },
    { ShipmentId: ready },
    { ShipmentId: cancelled, CourierId: 1, TrackingNumber: "44XYZ", Shown: untouched },
    { ShipmentId: empty },
  ]);
  expect(savedCount).toBe(2);
  expect(refused).toMatchObject([
    { shipmentId: gone, message: "This shipment is delivered, so it can no longer be changed." },
    { shipmentId: cancelled, message: "This shipment was cancelled, so it can no longer be changed." },
    {
      shipmentId: empty,
      errors: { CourierId: ["Please select the courier."], TrackingNumber: ["Please enter the tracking number."] },
    },
  ]);
  expect(await shown(right)).toMatchObject({ courierId: 1, trackingNumber: "33XYZ", status: dispatched });
  expect(await shown(ready)).toMatchObject({ courierId: 3, trackingNumber: "SD-1", status: dispatched });
  expect(await shown(cancelled)).toMatchObject({ courierId: null, trackingNumber: "", status: processing });
  expect(await shown(empty)).toMatchObject({ status: processing });
});

test("counts nothing that is so already", async () => {
  const ready = await aParcel({ courierId: 3, trackingNumber: "SD-1", status: dispatched });
  expect(await save([{ ShipmentId: ready }])).toEqual({ savedCount: 0, refused: [] });
});

test("a number that cannot be a barcode is refused at its row, and nothing is saved", async () => {
  const [right, wrong] = [await aParcel(), await aParcel()];
  const Rows = [
    { ShipmentId: right, CourierId: 1, TrackingNumber: "33XYZ" },
    { ShipmentId: wrong, CourierId: 1, TrackingNumber: "\u{1f4e6}" },
  ];
  const { status, problem } = await api.call(operator, shipments.dispatch, { Rows });
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ["Rows.1.TrackingNumber"]]);
  expect(await shown(right)).toMatchObject({ status: processing });
});

test("the same shipment twice is refused", async () => {
  const id = await aParcel({ courierId: 3, trackingNumber: "SD-1" });
  const { status } = await api.call(operator, shipments.dispatch, { Rows: [{ ShipmentId: id }, { ShipmentId: id }] });
  expect(status).toBe(422);
});

test("a shipment of another supplier is not found, and nothing is saved", async () => {
  const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.orders }] });
  const own = await aParcel({ courierId: 3, trackingNumber: "SD-1" });
  supplier = await api.aSupplier();
  const other = await aParcel({ courierId: 3, trackingNumber: "SD-2" });
  const Rows = [{ ShipmentId: own }, { ShipmentId: other }];
  expect((await api.call(staff, shipments.dispatch, { Rows })).status).toBe(404);
  expect(await shown(own)).toMatchObject({ status: processing });
});

describe("edits of two people", () => {
  test("a number that somebody else entered meanwhile is not overwritten, and is shown with its author", async () => {
    const mia = await api.aUser({ roles: ["Operator"], givenName: "Mia", surname: "Kerr" });
    const [id, other] = [await aParcel(), await aParcel()];
    await api.ok(mia, shipments.update, {
      ShipmentId: id,
      CourierId: 2,
      TrackingNumber: "THEIRS",
      Status: processing,
    });
    const mine = { CourierId: 1, TrackingNumber: "MINE", Shown: untouched };
    const answer = await save([
      { ShipmentId: id, ...mine },
      { ShipmentId: other, ...mine },
    ]);
    expect(answer.savedCount).toBe(1);
    expect(answer.refused).toMatchObject([
      {
        shipmentId: id,
        theirs: { CourierId: 2, TrackingNumber: "THEIRS" },
        by: { TrackingNumber: { userName: "Mia Kerr" } },
      },
    ]);
    expect(await shown(id)).toMatchObject({ trackingNumber: "THEIRS", status: processing });
    const Shown = answer.refused[0]?.shown;
    expect(await save([{ ShipmentId: id, ...mine, ...(Shown && { Shown }) }])).toMatchObject({ savedCount: 1 });
    expect(await shown(id)).toMatchObject({ courierId: 1, trackingNumber: "MINE", status: dispatched });
  });

  test("a field that the sender left as it was keeps what somebody else has saved", async () => {
    const id = await aParcel({ courierId: 3 });
    const Shown = shownText(tracking({ courierId: 3, trackingNumber: "", status: processing }));
    await db.update(table).set({ courierId: 5 }).where(eq(table.id, id));
    await save([{ ShipmentId: id, CourierId: 3, TrackingNumber: "33XYZ", Shown }]);
    expect(await shown(id)).toMatchObject({ courierId: 5, trackingNumber: "33XYZ" });
  });

  test("who saves the same form again after Back does not conflict with themselves", async () => {
    const id = await aParcel();
    const Id = randomUUID();
    const first = { ShipmentId: id, CourierId: 1, TrackingNumber: "33XYZ", Shown: untouched };
    await api.ok(operator, shipments.dispatch, { Id, Rows: [first] });
    const again = { After: Id, Rows: [{ ...first, TrackingNumber: "44XYZ" }] };
    expect(await api.ok(operator, shipments.dispatch, again)).toEqual({ savedCount: 1, refused: [] });
    expect(await shown(id)).toMatchObject({ trackingNumber: "44XYZ" });
  });
});

describe("what follows", () => {
  /** Marketplaces with a webhook are told; nothing is sent here. */
  async function aToldMarketplace(): Promise<number> {
    const id = await api.aMarketplace();
    await db
      .update(marketplaces)
      .set({ webhookUrl: "https://127.0.0.1/", webhookSecret: "sealed" })
      .where(eq(marketplaces.id, id));
    return id;
  }
  const told = async (marketplaceId: number) =>
    (
      await db.select().from(deliveries).where(eq(deliveries.marketplaceId, marketplaceId)).orderBy(asc(deliveries.id))
    ).map(({ body }) => JSON.parse(body) as object);

  test("a new number is told to the marketplace and makes the printed slip void; another status is no news", async () => {
    const marketplace = await aToldMarketplace();
    const printed = { slipPrintedAt: new Date(), slipPrintedBy: operator.id };
    const id = await aParcel({ courierId: 3, ...printed }, marketplace);
    const ready = await aParcel({ courierId: 3, trackingNumber: "SD-1", ...printed }, marketplace);
    await save([{ ShipmentId: id, CourierId: 3, TrackingNumber: "33XYZ" }, { ShipmentId: ready }]);
    expect(await told(marketplace)).toMatchObject([
      { event: "shipped", shipment: { id, trackingNumber: "33XYZ", status: "Dispatched" } },
    ]);
    expect((await shown(id)).slipPrintedDate).toBeNull();
    expect((await shown(ready)).slipPrintedDate).not.toBeNull();
  });

  test("undone, the shipments are as before, except what was changed since, and the marketplace is told", async () => {
    const marketplace = await aToldMarketplace();
    const id = await aParcel({}, marketplace);
    const changed = await aParcel();
    const Id = randomUUID();
    const row = { CourierId: 1, TrackingNumber: "33XYZ", Shown: untouched };
    await api.ok(operator, shipments.dispatch, {
      Id,
      Rows: [
        { ShipmentId: id, ...row },
        { ShipmentId: changed, ...row },
      ],
    });
    await api.ok(operator, shipments.update, {
      ShipmentId: changed,
      CourierId: 1,
      TrackingNumber: "44XYZ",
      Status: dispatched,
    });
    expect(await api.ok(operator, history.undo, { UndoneId: Id })).toMatchObject({
      count: 2,
      kept: [
        expect.stringMatching(
          /: Courier \(now .*, before empty\), Tracking number \(now 44XYZ, before empty\) was changed by /,
        ),
      ],
    });
    expect(await shown(id)).toMatchObject({ courierId: null, trackingNumber: "", status: processing });
    expect(await shown(changed)).toMatchObject({ courierId: 1, trackingNumber: "44XYZ", status: processing });
    expect(await told(marketplace)).toMatchObject([
      { shipment: { trackingNumber: "33XYZ" } },
      { shipment: { trackingNumber: null } },
    ]);
  });
});
