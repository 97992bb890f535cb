import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { and, asc, eq } from "drizzle-orm";
import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import {
  orderTransactions,
  processes,
  processFiles,
  shipments as table,
  users,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import type { ProcessKind } from "#api/core/processing/process.ts";
import { deleteExpiredProcesses, type Parts, runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { ShipmentStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { adjustment, shipmentDetails } from "#tests/support/forms.ts";
import {
  headings,
  opened,
  rowsOf,
  type ShipmentCells,
  sheetNamed,
  shipmentsWorkbook,
  workbookFile,
  workbookOf,
} from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";
import { workbookWith } from "#tests/support/zip.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { orders, processing, shipments } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(database, pino({ level: "silent" }));
const parts: Parts = { database, config, files: databaseFiles, jobs, kinds: processKinds };
const run = (id: string, own = parts) => runProcess(own)({ id }, { id: randomUUID(), isLastTry: false });

let operator: TestUser;
let supplier: number;
let order: number;
/** An item ordered three times. */
let item: number;
beforeEach(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  supplier = await api.aSupplier({ name: "Acacia" });
  order = await api.anOrder(supplier, { marketplaceOrderId: "MK-1" });
  item = await api.aLineItem(order, { quantity: 3 });
});

const sent = (cells: ShipmentCells = {}): ShipmentCells => ({
  OrderId: order,
  LineItemId: item,
  QuantityShipped: 2,
  Courier: "Sendle",
  TrackingNumber: "S-1",
  ...cells,
});

const send = (content: Buffer, user = operator, operation: typeof orders.excelImport = orders.excelImport) =>
  api.sendFile(user, operation, workbookFile(content));

async function begun(
  content: Buffer,
  user = operator,
  operation: typeof orders.excelImport = orders.excelImport,
): Promise<string> {
  const { status, body, raw } = await send(content, user, operation);
  if (status !== 200) throw new Error(raw.body);
  return body;
}

const told = (id: string, user = operator) => api.ok(user, processing.get, { id });

/** Runs an import. @returns its status and messages */
async function imported(content: Buffer, user = operator) {
  const id = await begun(content, user);
  await run(id);
  const { status, percentageComplete, processingMessages } = await told(id, user);
  return { id, status, percentageComplete, said: processingMessages.map(({ friendlyMessage }) => friendlyMessage) };
}
const importedRows = async (rows: ShipmentCells[], user = operator) => imported(await shipmentsWorkbook(rows), user);

const shipmentsOf = async (of = order) => {
  const rows = await db.select({ id: table.id }).from(table).where(eq(table.orderId, of)).orderBy(asc(table.id));
  return Promise.all(rows.map(({ id }) => api.ok(operator, shipments.get, { id })));
};
const owed = async (id = item) =>
  (await api.ok(operator, orders.get, { id: order })).lineItems.find((each) => each.id === id)?.quantity.owed;

/** Expects these rows to be refused with exactly these messages and to change nothing. */
async function refused(rows: ShipmentCells[], ...sentences: string[]) {
  const before = await shipmentsOf();
  const { status, said } = await importedRows(rows);
  expect([status, said.slice(0, -1)]).toEqual([3, sentences]);
  expect(await shipmentsOf()).toEqual(before);
}

const words = (made: number, changed: number, there: number, refusedRows: number, empty = 0) => {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const done = (count: number, noun: string) => `${counted(count, noun)} ${count === 1 ? "was" : "were"}`;
  return `${done(made, "shipment")} created, ${done(changed, "shipment")} updated, ${counted(there, "shipment")} already imported, ${done(refusedRows, "row")} refused, ${counted(empty, "row")} skipped (blank).`;
};

describe("undoing an import", () => {
  const undo = async (ProcessId: string) => {
    const id = await api.ok(operator, orders.undoImport, { ProcessId });
    await run(id);
    const { status, processingMessages } = await told(id);
    return { id, status, said: processingMessages.map(({ friendlyMessage }) => friendlyMessage) };
  };

  test("cancels new shipments, and restores changed ones", async () => {
    const old = await api.aShipment(order, [{ item, quantity: 1 }], { courierId: 1, trackingNumber: "OLD" });
    const before = (await shipmentsOf()).at(0);
    const { id } = await importedRows([
      sent(),
      { OrderId: order, ShipmentId: old, Courier: "Sendle", TrackingNumber: "NEW", ShippingStatus: "Dispatched" },
    ]);
    expect(await owed()).toBe(0);
    expect(await api.ok(operator, orders.excelImportResult, { id })).toMatchObject({ canUndo: true });
    expect(await undo(id)).toMatchObject({
      status: 2,
      said: ["Undone: 2 shipments. Left as they are now: 0 shipments."],
    });
    expect(await owed()).toBe(2);
    const [first, second] = await shipmentsOf();
    expect(first).toEqual(before);
    expect(second?.cancelledDate).not.toBeNull();
    expect(await api.ok(operator, orders.excelImportResult, { id })).toMatchObject({ canUndo: false });
    expect((await api.call(operator, orders.undoImport, { ProcessId: id })).status).toBe(409);
  });

  test("leaves what was changed since, and names it", async () => {
    const { id } = await importedRows([sent()]);
    const [shipment] = await shipmentsOf();
    await api.ok(operator, shipments.update, { ...shipmentDetails(shipment?.id ?? 0), TrackingNumber: "MINE" });
    expect(await undo(id)).toMatchObject({
      status: 3,
      said: [
        expect.stringMatching(
          /^Row 2: Shipment \d+\. .*TrackingNumber: It has been changed since, so it was left as it is now: “MINE”\./,
        ),
        "Undone: 0 shipments. Left as they are now: 1 shipment.",
      ],
    });
    expect(await owed()).toBe(1);
  });

  test("puts back the cells that nobody has touched, and names the others with both values", async () => {
    const old = await api.aShipment(order, [{ item, quantity: 1 }], { courierId: 1, trackingNumber: "OLD" });
    const { id } = await importedRows([
      { OrderId: order, ShipmentId: old, Courier: "Sendle", TrackingNumber: "NEW", ShippingStatus: "Dispatched" },
    ]);
    await db.update(table).set({ trackingNumber: "MINE" }).where(eq(table.id, old));
    expect(await undo(id)).toMatchObject({
      status: 3,
      said: [
        expect.stringMatching(/^Row 2, Courier: .* now: “Sendle”\. Before the import it was “.+”\.$/),
        "Row 2, TrackingNumber: It has been changed since, so it was left as it is now: “MINE”. Before the import it was “OLD”.",
        "Undone: 1 shipment. Left as they are now: 0 shipments.",
      ],
    });
    expect(await api.ok(operator, shipments.get, { id: old })).toMatchObject({ trackingNumber: "MINE", status: 0 });
  });

  test("undoes at once what two groups of rows did to the same shipment", async () => {
    const other = await api.anOrder(supplier);
    const latest = await api.aShipment(other, [{ item: await api.aLineItem(other), quantity: 1 }]);
    const made = latest + 1;
    const { id } = await importedRows([
      sent(),
      { OrderId: order, ShipmentId: made, TrackingNumber: "S-2", ShippingStatus: "Dispatched" },
    ]);
    expect(await shipmentsOf()).toMatchObject([{ id: made, trackingNumber: "S-2", status: ShipmentStatus.dispatched }]);
    expect(await undo(id)).toMatchObject({
      status: 2,
      said: ["Undone: 1 shipment. Left as they are now: 0 shipments."],
    });
    expect((await shipmentsOf()).at(0)?.cancelledDate).not.toBeNull();
    expect(await owed()).toBe(3);
  });

  test("puts back a field that somebody has changed and changed back", async () => {
    const old = await api.aShipment(order, [{ item, quantity: 1 }], { courierId: 1, trackingNumber: "OLD" });
    const { id } = await importedRows([{ OrderId: order, ShipmentId: old, TrackingNumber: "NEW" }]);
    for (const TrackingNumber of ["MINE", "NEW"])
      await api.ok(operator, shipments.update, { ...shipmentDetails(old), CourierId: 1, TrackingNumber });
    expect(await undo(id)).toMatchObject({ status: 2 });
    expect(await shipmentsOf()).toMatchObject([{ id: old, courierId: 1, trackingNumber: "OLD" }]);
  });

  test("is for whoever has imported it", async () => {
    const { id } = await importedRows([sent()]);
    const another = await api.aUser({ roles: ["Operator"] });
    expect((await api.call(another, orders.undoImport, { ProcessId: id })).status).toBe(404);
  });
});

describe("an import", () => {
  test("responds immediately, and creates one shipment per order and tracking number", async () => {
    const tray = await api.aLineItem(order, { productName: "Tray" });
    const id = await begun(
      await shipmentsWorkbook([
        sent(),
        sent({ LineItemId: tray, QuantityShipped: 1 }),
        sent({ QuantityShipped: 1, TrackingNumber: "S-2" }),
      ]),
    );
    expect(await told(id)).toEqual({ status: 0, percentageComplete: 0, processingMessages: [] });
    expect(await shipmentsOf()).toEqual([]);
    await run(id);
    expect(await told(id)).toEqual({
      status: 2,
      percentageComplete: 100,
      processingMessages: [{ id: 1, messageType: 1, friendlyMessage: words(2, 0, 0, 0) }],
    });
    expect(await shipmentsOf()).toMatchObject([
      {
        trackingNumber: "S-1",
        courierName: "Sendle",
        status: ShipmentStatus.processing,
        lineItems: [
          { lineItemId: item, quantity: 2 },
          { lineItemId: tray, quantity: 1 },
        ],
      },
      { trackingNumber: "S-2", lineItems: [{ lineItemId: item, quantity: 1 }] },
    ]);
    expect([await owed(), await owed(tray)]).toEqual([0, 1]);
    const own = and(
      eq(orderTransactions.lineItemId, item),
      eq(orderTransactions.type, TransactionType.shipment),
      eq(orderTransactions.userId, operator.id),
    );
    expect(await db.$count(orderTransactions, own)).toBe(2);
  });

  test("accepts the rows filled in from an export, and ignores the other rows", async () => {
    await api.aLineItem(order, { productName: "Tray" });
    const exported = await api.send(operator, requestFor(orders.excelExport, { supplierId: supplier }));
    const book = await opened(exported.rawPayload);
    const sheet = sheetNamed(book, "Orders");
    const at = (column: string) => headings(sheet).indexOf(column) + 1;
    const [row] =
      sheet.getRows(2, sheet.rowCount - 1)?.filter((each) => each.getCell(at("LineItemId")).value === item) ?? [];
    for (const [column, value] of Object.entries({
      QuantityShipped: 3,
      ShippingStatus: "Dispatched",
      Courier: "Australia Post",
      TrackingNumber: "0042",
    }))
      if (row) row.getCell(at(column)).value = value;
    expect(await imported(Buffer.from(await book.xlsx.writeBuffer()))).toMatchObject({
      status: 2,
      said: [words(1, 0, 0, 0, 1)],
    });
    expect(await shipmentsOf()).toMatchObject([
      { courierId: 1, trackingNumber: "0042", status: ShipmentStatus.dispatched, lineItems: [{ quantity: 3 }] },
    ]);
  });

  test("accepts an export saved by LibreOffice that contains a formula", async () => {
    const [wanted, boot, shirt] = [990_001, 990_011, 990_012];
    await api.anOrder(supplier, { id: wanted });
    for (const id of [boot, shirt]) await api.aLineItem(wanted, { id, quantity: 3 });
    const content = readFileSync(new URL("../support/files/orders-saved-by-libreoffice.xlsx", import.meta.url));
    expect(await imported(content)).toMatchObject({ status: 2, said: [words(1, 0, 0, 0, 5)] });
    expect(await shipmentsOf(wanted)).toMatchObject([
      {
        courierId: 1,
        trackingNumber: "0042",
        status: ShipmentStatus.dispatched,
        lineItems: [
          { lineItemId: boot, quantity: 3 },
          { lineItemId: shirt, quantity: 2 },
        ],
      },
    ]);
  });

  test("finds its columns by name, in any order and among other columns", async () => {
    const content = await workbookOf([
      [
        "Notes",
        "tracking number",
        "COURIER",
        "ShippingStatus",
        "shipmentid",
        "Quantity Shipped",
        "LineItemId",
        "OrderId",
        "Notes",
      ],
      ["x", 33123, 3, 2, null, "2", ` ${item} `, { formula: "A1", result: order }, "y"],
    ]);
    expect(await imported(content)).toMatchObject({ status: 2 });
    expect(await shipmentsOf()).toMatchObject([
      { courierId: 3, trackingNumber: "33123", status: ShipmentStatus.dispatched },
    ]);
  });

  test("ignores the case of names, and accepts cells without a reference", async () => {
    const cell = (text: string | number) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      ["OrderId", "LineItemId", "QuantityShipped", "ShippingStatus", "Courier", "TrackingNumber", "ShipmentId"],
      [order, item, 1, "dispatched", "SENDLE", "S-1"],
    ];
    const sheet = `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`;
    expect(await imported(workbookWith(sheet))).toMatchObject({ status: 2 });
    expect(await shipmentsOf()).toMatchObject([{ courierId: 3, status: ShipmentStatus.dispatched }]);
  });

  test("of the same file again changes nothing, even after the parcel moved on", async () => {
    const content = await shipmentsWorkbook([sent()]);
    await imported(content);
    const [{ id = 0 } = {}] = await shipmentsOf();
    await api.ok(operator, shipments.update, {
      ...shipmentDetails(id),
      CourierId: 3,
      TrackingNumber: "S-1",
      Status: ShipmentStatus.delivered,
    });
    const before = await shipmentsOf();
    expect(await imported(content)).toMatchObject({ status: 2, said: [words(0, 0, 1, 0)] });
    expect(await shipmentsOf()).toEqual(before);
    expect(await owed()).toBe(1);
  });

  test("of a file without any entries does nothing", async () => {
    expect(await importedRows([sent({ QuantityShipped: null, Courier: null, TrackingNumber: " " })])).toMatchObject({
      status: 2,
      said: [words(0, 0, 0, 0, 1)],
    });
    expect(await importedRows([])).toMatchObject({ status: 2, percentageComplete: 100 });
  });
});

describe("a ShipmentId in an import", () => {
  let shipment: number;
  beforeEach(async () => {
    shipment = await api.aShipment(order, [{ item, quantity: 2 }], { courierId: 3, trackingNumber: "S-1" });
  });
  const changing = (cells: ShipmentCells = {}): ShipmentCells => ({ OrderId: order, ShipmentId: shipment, ...cells });

  test("changes what is entered in its row, and keeps everything else", async () => {
    expect(await importedRows([changing({ ShippingStatus: "Delivered" })])).toMatchObject({
      status: 2,
      said: [words(0, 1, 0, 0)],
    });
    expect(await shipmentsOf()).toMatchObject([
      { courierId: 3, trackingNumber: "S-1", status: ShipmentStatus.delivered, lineItems: [{ quantity: 2 }] },
    ]);
    expect(await importedRows([changing({ ShippingStatus: 3 })])).toMatchObject({
      status: 2,
      said: [words(0, 0, 1, 0)],
    });
    await refused(
      [changing({ TrackingNumber: "S-2" })],
      "Row 2, ShipmentId: This shipment is delivered, so it can no longer be changed.",
    );
  });

  test("may repeat the contents of the shipment, but not differ from them", async () => {
    const other = await api.aLineItem(order);
    expect(await importedRows([changing({ LineItemId: item, QuantityShipped: 2, Courier: "TNT" })])).toMatchObject({
      status: 2,
    });
    expect(await shipmentsOf()).toMatchObject([{ courierName: "TNT" }]);
    await refused(
      [changing({ LineItemId: item, QuantityShipped: 3, Courier: "Sendle" })],
      `Row 2, QuantityShipped: Shipment ${shipment} has 2 of this item, and an import does not change that.`,
    );
    await refused(
      [changing({ LineItemId: other, Courier: "Sendle" })],
      `Row 2, LineItemId: This item is not in shipment ${shipment}.`,
    );
    await refused([changing({ QuantityShipped: 2 })], "Row 2, LineItemId: Required: the number of the item.");
  });

  test("of another order, of another supplier and an unknown one are refused with the same message", async () => {
    const elsewhere = await api.anOrder(await api.aSupplier());
    const foreign = await api.aShipment(elsewhere, [{ item: await api.aLineItem(elsewhere), quantity: 1 }]);
    for (const ShipmentId of [foreign, 2_000_000_000])
      await refused(
        [changing({ ShipmentId, Courier: "TNT" })],
        `Row 2, ShipmentId: Order ${order} has no shipment ${ShipmentId}.`,
      );
  });
});

describe("an import refuses, with row and column,", () => {
  test.each<[string, ShipmentCells, string]>([
    ["an order id that is not a number", { OrderId: "MK-1" }, "OrderId: “MK-1” isn't a whole number."],
    ["a missing order id", { OrderId: null }, "OrderId: Required: the number of the order."],
    [
      "an unknown order id",
      { OrderId: 2_000_000_000 },
      "OrderId: There is no order 2000000000, or you may not see it.",
    ],
    ["a missing item id", { LineItemId: null }, "LineItemId: Required: the number of the item."],
    ["an unknown item id", { LineItemId: 2_000_000_000 }, "LineItemId: This item is no longer in the order."],
    [
      "a missing quantity",
      { QuantityShipped: null },
      "QuantityShipped: Please enter how many are shipped or, to change an existing shipment, its ShipmentId.",
    ],
    ["a quantity of 0", { QuantityShipped: 0 }, "QuantityShipped: Please enter a whole number, at least 1."],
    ["a fraction", { QuantityShipped: 0.5 }, "QuantityShipped: “0.5” isn't a whole number."],
    ["a negative quantity", { QuantityShipped: "-1" }, "QuantityShipped: “-1” isn't a whole number."],
    ["more than is owed", { QuantityShipped: 4 }, "QuantityShipped: Only 3 left to ship."],
    ["more than an order can contain", { QuantityShipped: 10_000 }, "QuantityShipped: Please enter at most 9,999."],
    [
      "a date as quantity",
      { QuantityShipped: new Date("2026-01-02") },
      "QuantityShipped: This is a date. Please format the column as text, and enter it again.",
    ],
    [
      "a formula error",
      { QuantityShipped: { error: "#REF!" } },
      "QuantityShipped: The formula in this cell has the error #REF!.",
    ],
    ["a shipment id that is not a number", { ShipmentId: "x" }, "ShipmentId: “x” isn't a whole number."],
    [
      "an unknown courier",
      { Courier: "Fastpost" },
      "Courier: “Fastpost” isn't a known courier. Please enter one of: Australia Post, StarTrack, Sendle, Aramex, CouriersPlease, TNT, DHL Express, Direct Freight Express, Other.",
    ],
    ["a missing courier", { Courier: null }, "Courier: Please select the courier."],
    [
      "an unknown status",
      { ShippingStatus: "Lost" },
      "ShippingStatus: “Lost” isn't a known shipment status. Please enter one of: Processing, Dispatched, Delivered.",
    ],
    [
      "a status that cannot be selected",
      { ShippingStatus: "Awaiting Pickup" },
      "ShippingStatus: Please choose one from the list.",
    ],
    ["a missing tracking number", { TrackingNumber: null }, "TrackingNumber: This is a required field"],
    [
      "a tracking number that is too long",
      { TrackingNumber: "1".repeat(51) },
      "TrackingNumber: Please use no more than 50 characters.",
    ],
    [
      "a tracking number that cannot be a barcode",
      { TrackingNumber: "Ü-1" },
      "TrackingNumber: A barcode holds plain letters, digits and signs only.",
    ],
    [
      "a tracking number truncated by Excel",
      { TrackingNumber: 12_345_678_901_234_567_000 },
      "TrackingNumber: This number is too long for Excel, which has changed its last digits. Please format the column as text, and enter it again.",
    ],
  ])("%s", async (_, cells, sentence) => {
    await refused([sent(cells)], `Row 2, ${sentence}`);
  });

  test("all rows of a shipment if one is invalid, while it imports the rest of the file", async () => {
    const tray = await api.aLineItem(order);
    const other = await api.anOrder(supplier);
    const { status, said } = await importedRows([
      sent({ Courier: "Fastpost", QuantityShipped: "two" }),
      sent({ OrderId: other, LineItemId: await api.aLineItem(other), TrackingNumber: "S-9" }),
      sent({ LineItemId: tray, QuantityShipped: 1 }),
      sent({ QuantityShipped: 1, TrackingNumber: "S-2" }),
    ]);
    expect([status, said]).toEqual([
      3,
      [
        "Row 2, QuantityShipped: “two” isn't a whole number.",
        expect.stringMatching(/^Row 2, Courier: “Fastpost” isn't a known courier\./),
        "Row 4: Skipped, because row 2 of the same shipment was refused.",
        words(2, 0, 0, 2),
      ],
    ]);
    expect([await shipmentsOf(), await shipmentsOf(other)]).toMatchObject([
      [{ trackingNumber: "S-2" }],
      [{ trackingNumber: "S-9" }],
    ]);
  });

  test("contradictory rows of a shipment, and an item that is listed twice", async () => {
    const tray = await api.aLineItem(order);
    await refused(
      [sent(), sent({ LineItemId: tray, Courier: "TNT" })],
      "Row 2: Skipped, because row 3 of the same shipment was refused.",
      "Row 3, Courier: Row 2 is for the same shipment, but is different.",
    );
    await refused(
      [sent({ QuantityShipped: 1 }), sent({ QuantityShipped: 1 })],
      "Row 2: Skipped, because row 3 of the same shipment was refused.",
      "Row 3, LineItemId: This item is in row 2 of the same shipment.",
    );
  });

  test("a tracking number that another shipment of the order has", async () => {
    const tray = await api.aLineItem(order);
    await importedRows([sent()]);
    const [{ id = 0 } = {}] = await shipmentsOf();
    await refused(
      [sent({ QuantityShipped: 1 })],
      `Row 2, QuantityShipped: Shipment ${id} with this number has 2 of this item, and an import does not change that.`,
    );
    await refused(
      [sent({ LineItemId: tray })],
      `Row 2, TrackingNumber: Shipment ${id} with this number was sent without this item. Please use another number for it.`,
    );
    await api.ok(operator, shipments.cancel, { ShipmentId: id });
    await refused(
      [sent()],
      `Row 2, TrackingNumber: Shipment ${id} with this number was cancelled. To send the item again, please use another number.`,
    );
  });

  test("more than is owed across several shipments", async () => {
    const { status, said } = await importedRows([sent(), sent({ TrackingNumber: "S-2" })]);
    expect([status, said]).toEqual([3, ["Row 3, QuantityShipped: Only 1 left to ship.", words(1, 0, 0, 1)]]);
  });
});

describe("a file is refused immediately", () => {
  test.each([
    [
      "without a worksheet named Orders",
      workbookOf([["OrderId"]], "Sheet1"),
      "This workbook has no worksheet named “Orders”. It has: “Sheet1”.",
    ],
    [
      "with a missing column",
      shipmentsWorkbook(
        [],
        ["OrderId", "LineItemId", "QuantityShipped", "ShipmentId", "ShippingStatus", "TrackingNumber"],
      ),
      "The worksheet has no column Courier. Column names must be in the first row.",
    ],
    [
      "with a duplicate column",
      workbookOf([
        [
          "OrderId",
          "LineItemId",
          "QuantityShipped",
          "ShipmentId",
          "ShippingStatus",
          "Courier",
          "TrackingNumber",
          "Tracking Number",
        ],
      ]),
      "The worksheet has the column TrackingNumber more than once.",
    ],
    [
      "that is not a workbook",
      Promise.resolve(Buffer.from("OrderId;LineItemId")),
      "This isn't a complete Excel workbook (.xlsx). Please save it again in Excel as .xlsx, then choose it again.",
    ],
  ])("%s", async (_, content, message) => {
    expect(await send(await content)).toMatchObject({ status: 422, problem: { message, errors: { file: [message] } } });
    expect(await send(await shipmentsWorkbook([])), "and another may follow").toMatchObject({ status: 200 });
  });

  test("if there is more than one, none, or one larger than 20 MB", async () => {
    expect(await send(Buffer.alloc(0))).toMatchObject({ status: 422 });
    expect(await send(Buffer.alloc(20 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      problem: { message: "Please choose a file smaller than 20 MB." },
    });
  });

  test("or later if its rows turn out to be corrupt, and changes nothing", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const head = [
      "OrderId",
      "LineItemId",
      "QuantityShipped",
      "ShipmentId",
      "ShippingStatus",
      "Courier",
      "TrackingNumber",
    ]
      .map(cell)
      .join("");
    const { status, said, id } = await imported(
      workbookWith(`<worksheet><sheetData><row>${head}</row>${" ".repeat(200_000)}<row>&nonsense;</row>`),
    );
    expect([status, said]).toEqual([
      4,
      ["This isn't a complete Excel workbook (.xlsx). Please save it again in Excel as .xlsx, then choose it again."],
    ]);
    expect(await api.ok(operator, orders.excelImportResult, { id })).toMatchObject({ canApply: false, summary: null });
    expect(await db.$count(processFiles, eq(processFiles.processId, id))).toBe(0);
  });
});

describe("permissions for shipment imports", () => {
  test("supplier staff ship for their supplier; orders of others look like unknown ones", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: 8 }] });
    const foreign = await api.anOrder(await api.aSupplier({ name: "canary supplier" }), {
      marketplaceOrderId: "canary order",
    });
    const foreignItem = await api.aLineItem(foreign, { productName: "canary item" });
    const { id, status, said } = await importedRows(
      [
        sent(),
        sent({ OrderId: foreign, LineItemId: foreignItem }),
        sent({ LineItemId: foreignItem, TrackingNumber: "S-2" }),
      ],
      staff,
    );
    expect([status, said]).toEqual([
      3,
      [
        "Row 4, LineItemId: This item is no longer in the order.",
        `Row 3, OrderId: There is no order ${foreign}, or you may not see it.`,
        words(1, 0, 0, 2),
      ],
    ]);
    expect(JSON.stringify(await api.ok(staff, orders.excelImportResult, { id }))).not.toContain("canary");
    expect((await api.send(staff, requestFor(orders.excelImportRefused, { id }))).rawPayload.includes("canary")).toBe(
      false,
    );
    expect(await shipmentsOf(foreign)).toEqual([]);
  });

  test("staff with the permission for one supplier cannot ship for another", async () => {
    const staff = await api.aUser({
      links: [
        { supplier, bits: 63 - 8 },
        { supplier: await api.aSupplier(), bits: 8 },
      ],
    });
    expect(await importedRows([sent()], staff)).toMatchObject({
      status: 3,
      said: ["Row 2, OrderId: You can see this order, but not ship it.", words(0, 0, 0, 1)],
    });
  });

  test("an import stops when its owner loses the permission", async () => {
    const id = await begun(await shipmentsWorkbook([sent()]));
    await db
      .update(users)
      .set({ roles: ["Finance"] })
      .where(eq(users.id, operator.id));
    await run(id);
    expect(await told(id)).toMatchObject({ status: 4 });
    expect(await db.$count(table, eq(table.orderId, order))).toBe(0);
  });

  test("an import is listed for its owner and for nobody else", async () => {
    const last = (user = operator) => api.ok(user, orders.lastExcelImport, {});
    expect(await last()).toBeNull();
    const id = await begun(await shipmentsWorkbook([sent()]));
    const found = { processId: id, fileName: "Orders.xlsx", isCheck: false };
    expect(await last()).toEqual({ ...found, isFinished: false });
    await run(id);
    expect(await last()).toEqual({ ...found, isFinished: true });
    expect(await last(await api.aUser({ roles: ["Operator"] }))).toBeNull();
  });

  test("only the owner can see the result and the refused rows, and apply the import", async () => {
    const id = await begun(await shipmentsWorkbook([sent()]), operator, orders.excelImportCheck);
    await run(id);
    const other = await api.aUser({ roles: ["Administrator"] });
    for (const answer of [
      await api.call(other, orders.excelImportResult, { id }),
      await api.call(other, orders.excelImportRefused, { id }),
      await api.call(other, orders.applyImport, { ProcessId: id }),
    ])
      expect(answer).toMatchObject({ status: 404 });
  });
});

describe("imports run one at a time per user", () => {
  const running = {
    status: 409,
    problem: { message: "Another export or import of yours is still running. Please try again when it has finished." },
  };

  test("another import or export of the same user waits until it has finished, but not those of others", async () => {
    const content = await shipmentsWorkbook([sent()]);
    const id = await begun(content);
    expect(await send(content)).toMatchObject(running);
    expect((await api.send(operator, requestFor(orders.excelExport, {}))).statusCode).toBe(409);
    expect(await send(content, await api.aUser({ roles: ["Operator"] }))).toMatchObject({ status: 200 });
    await run(id);
    expect(await send(content)).toMatchObject({ status: 200 });
  });

  test("the second of two simultaneous imports is refused", async () => {
    const content = await shipmentsWorkbook([sent()]);
    const answers = await Promise.all([send(content), send(content)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test("a killed import resumes, and processes each row once", async () => {
  const count = 120;
  const rows: ShipmentCells[] = [];
  for (let i = 0; i < count; i++) {
    const of = await api.anOrder(supplier);
    rows.push(sent({ OrderId: of, LineItemId: await api.aLineItem(of), TrackingNumber: `S-${i}` }));
  }
  const id = await begun(await shipmentsWorkbook(rows));
  const kind = processKinds.shipments as ProcessKind;
  let looked = 0;
  const dying: ProcessKind = {
    ...kind,
    async doRow(...work) {
      const outcome = await kind.doRow(...work);
      if (++looked === 77) throw new Error("killed");
      return outcome as never;
    },
  };
  await expect(run(id, { ...parts, holdMs: 60_000, kinds: { shipments: dying } })).rejects.toThrow("killed");
  const ofSupplier = eq(table.supplierId, supplier);
  expect([await db.$count(table, ofSupplier), (await told(id)).percentageComplete]).toEqual([50, 41]);
  await Promise.all([run(id), run(id)]);
  expect(await db.$count(table, ofSupplier)).toBe(count);
  expect(await told(id)).toMatchObject({
    status: 2,
    percentageComplete: 100,
    processingMessages: [{ friendlyMessage: words(count, 0, 0, 0) }],
  });
});

describe("checking a shipment import", () => {
  const checked = async (rows: ShipmentCells[]) => {
    const id = await begun(await shipmentsWorkbook(rows), operator, orders.excelImportCheck);
    await run(id);
    return id;
  };
  const result = (id: string) => api.ok(operator, orders.excelImportResult, { id });
  const apply = async (id: string) => {
    const applied = await api.ok(operator, orders.applyImport, { ProcessId: id });
    await run(applied);
    return applied;
  };

  test("shows what would be done, and does it when it is applied", async () => {
    const shipment = await api.aShipment(order, [{ item, quantity: 1 }], { courierId: 3, trackingNumber: "S-0" });
    const before = await shipmentsOf();
    const id = await checked([
      sent(),
      { OrderId: order, ShipmentId: shipment, Courier: "TNT" },
      sent({ QuantityShipped: 1, TrackingNumber: "S-3" }),
      sent({ TrackingNumber: "S-0", QuantityShipped: 1 }),
      { OrderId: order, LineItemId: item },
    ]);
    expect(await shipmentsOf()).toEqual(before);
    expect(await result(id)).toEqual({
      fileName: "Orders.xlsx",
      isCheck: true,
      isUndo: false,
      canApply: true,
      canUndo: false,
      summary: {
        made: {
          count: 1,
          first: [
            {
              rows: [2],
              orderId: order,
              orderNumber: "MK-1",
              shipmentId: null,
              courierName: "Sendle",
              trackingNumber: "S-1",
              quantity: 2,
              problems: [],
            },
          ],
        },
        changed: { count: 1, first: [expect.objectContaining({ rows: [3], shipmentId: shipment })] },
        unchanged: { count: 1, first: [expect.objectContaining({ rows: [5] })] },
        refused: {
          count: 1,
          first: [
            expect.objectContaining({
              rows: [4],
              problems: ["Row 4, QuantityShipped: There is nothing left to ship for this item."],
            }),
          ],
        },
        refusedRows: 1,
        emptyRows: 1,
      },
    });
    const applied = await apply(id);
    expect(await result(applied)).toMatchObject({
      isCheck: false,
      canApply: false,
      summary: { made: { count: 1 }, changed: { count: 1 }, unchanged: { count: 1 }, refusedRows: 1, emptyRows: 1 },
    });
    expect(await shipmentsOf()).toMatchObject([{ courierName: "TNT" }, { trackingNumber: "S-1" }]);
  });

  test("shows the first twenty of each kind, and counts the rest", async () => {
    const id = await checked(
      Array.from({ length: 25 }, (_, i) => sent({ Courier: "Fastpost", TrackingNumber: `S-${i}` })),
    );
    const { summary } = await result(id);
    expect([summary?.refused.count, summary?.refused.first.length]).toEqual([25, 20]);
  });

  test("can be applied once, after it has finished", async () => {
    const id = await begun(await shipmentsWorkbook([sent()]), operator, orders.excelImportCheck);
    expect(await api.call(operator, orders.applyImport, { ProcessId: id })).toMatchObject({
      status: 409,
      problem: { message: "This file is still being checked. Please wait until that has finished." },
    });
    await run(id);
    const command = { Id: randomUUID(), ProcessId: id };
    const applied = await api.ok(operator, orders.applyImport, command);
    expect(await api.ok(operator, orders.applyImport, command)).toBe(applied);
    await run(applied);
    expect(await api.call(operator, orders.applyImport, { ProcessId: id })).toMatchObject({ status: 409 });
    expect(await api.call(operator, orders.applyImport, { ProcessId: applied })).toMatchObject({ status: 404 });
    expect(await shipmentsOf()).toHaveLength(1);
    expect((await result(id)).canApply).toBe(false);
  });

  test("is repeated on application, which reports what has changed since", async () => {
    const id = await checked([sent({ QuantityShipped: 3 }), sent({ Courier: "Fastpost", TrackingNumber: "S-2" })]);
    await api.ok(operator, orders.addLineItemAdjustment, { ...adjustment(item), QuantityAdjustment: -1 });
    const applied = await apply(id);
    expect((await told(applied)).processingMessages.map(({ friendlyMessage }) => friendlyMessage)).toEqual([
      "Row 2, QuantityShipped: Only 2 left to ship. It was valid when the file was checked.",
      expect.stringMatching(/^Row 3, Courier: .*Other\.$/),
      words(0, 0, 0, 2),
    ]);
  });
});

describe("the refused rows of an import", () => {
  const refusedOf = async (id: string) => {
    const { statusCode, headers, rawPayload } = await api.send(operator, requestFor(orders.excelImportRefused, { id }));
    expect([statusCode, headers["content-disposition"]]).toEqual([
      200,
      expect.stringContaining('filename="Orders - refused rows.xlsx"'),
    ]);
    return sheetNamed(await opened(rawPayload), "Orders");
  };

  test("are returned as in the workbook, with reasons, and can be imported once corrected", async () => {
    const columns = [
      "OrderId",
      "Note",
      "LineItemId",
      "QuantityShipped",
      "ShipmentId",
      "ShippingStatus",
      "Courier",
      "TrackingNumber",
      "Day",
    ];
    const tray = await api.aLineItem(order);
    const day = new Date("2026-03-02T00:00:00Z");
    const content = await workbookOf([
      columns,
      [order, "=1+1", item, 4, null, null, "Sendle", "00042", day],
      [order, "<&>", tray, 1, null, null, "Sendle", "00042", true],
      [order, null, item, 1, null, null, "Sendle", "S-1", null],
    ]);
    const { id } = await imported(content);
    const sheet = await refusedOf(id);
    expect(headings(sheet)).toEqual([...columns, "Reason"]);
    const nothing = { ShipmentId: null, ShippingStatus: null };
    expect(rowsOf(sheet)).toEqual([
      {
        OrderId: order,
        Note: "=1+1",
        LineItemId: item,
        QuantityShipped: 4,
        ...nothing,
        Courier: "Sendle",
        TrackingNumber: "00042",
        Day: day,
        Reason: "Row 2, QuantityShipped: Only 3 left to ship.",
      },
      {
        OrderId: order,
        Note: "<&>",
        LineItemId: tray,
        QuantityShipped: 1,
        ...nothing,
        Courier: "Sendle",
        TrackingNumber: "00042",
        Day: true,
        Reason: "Row 3: Skipped, because row 2 of the same shipment was refused.",
      },
    ]);
    sheet.getCell("D2").value = 2;
    expect(await imported(Buffer.from(await sheet.workbook.xlsx.writeBuffer()))).toMatchObject({
      status: 2,
      said: [words(1, 0, 0, 0)],
    });
    expect(await shipmentsOf()).toMatchObject([
      { trackingNumber: "S-1" },
      { trackingNumber: "00042", lineItems: [{ quantity: 2 }, { quantity: 1 }] },
    ]);
  });

  test("do not include accepted rows, and are stored for a week", async () => {
    const { id } = await importedRows([sent(), sent({ OrderId: null })]);
    expect(rowsOf(await refusedOf(id))).toHaveLength(1);
    await deleteExpiredProcesses(database);
    expect(rowsOf(await refusedOf(id))).toMatchObject([
      { Reason: "Row 3, OrderId: Required: the number of the order." },
    ]);
    await db
      .update(processes)
      .set({ finishedAt: new Date(Date.now() - 7 * 86_400_000 - 1_000) })
      .where(eq(processes.id, id));
    await deleteExpiredProcesses(database);
    expect(await api.call(operator, orders.excelImportRefused, { id })).toMatchObject({ status: 404 });
  });
});
