import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commands, marketplaces, shipments as table } from "#api/core/database/schema/index.ts";
import { FileLocation, ShipmentStatus } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { barcodesOf, pagesOf, sizesOf } from "#tests/support/pdf.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { shipments } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Harbour & Co");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia Homewares", address: { city: "Fremantle" } });
});

type OrderTraits = NonNullable<Parameters<typeof api.anOrder>[1]>;
type ItemTraits = NonNullable<Parameters<typeof api.aLineItem>[1]>;
type Traits = NonNullable<Parameters<typeof api.aShipment>[2]>;

/** A shipment that is ready to be printed, with one item by default. */
async function aShipment({
  order = {},
  items = [{}],
  of = supplier,
  ...traits
}: Traits & { order?: OrderTraits; items?: ItemTraits[]; of?: number } = {}) {
  const orderId = await api.anOrder(of, { marketplaceId: marketplace, marketplaceOrderId: "MK-1", ...order });
  const shipped = [];
  for (const item of items) shipped.push({ item: await api.aLineItem(orderId, item), quantity: item.quantity ?? 2 });
  return api.aShipment(orderId, shipped, { courierId: 1, trackingNumber: "33XYZ0001", ...traits });
}

const ask = (ids: number[] | string, user = operator) => api.call(user, shipments.packagingSlips, { ids: String(ids) });
async function slips(...ids: number[]): Promise<Buffer> {
  const { status, raw } = await ask(ids);
  expect([status, raw.headers["content-type"]], raw.body.slice(0, 300)).toEqual([200, "application/pdf"]);
  return raw.rawPayload;
}
const printed = (ids: number[], user = operator, Id: string = randomUUID()) =>
  api.call(user, shipments.markSlipsPrinted, { Id, ShipmentIds: ids });
const shown = (id: number) => api.ok(operator, shipments.get, { id });

describe("a packaging slip", () => {
  test("shows the destination, courier, contents and sender", async () => {
    const id = await aShipment({
      order: {
        companyName: "Lee & Co",
        customerPhoneNumber: "08 5550 1234",
        orderNotes: "Ring twice.",
        shippingAddressId: await api.anAddress({
          unitNumber: "3",
          streetAddress: "5 Queen Street",
          city: "Perth",
          postCode: "6000",
        }),
      },
      items: [
        {
          productName: "Woven basket",
          productSku: "BASKET-1",
          options: [{ name: "Colour", value: "Red" }],
          quantity: 3,
        },
        { productName: "Tray", productSku: "TRAY" },
      ],
      // In Sydney this is the next day.
      createdAt: new Date("2026-03-02T15:05:06Z"),
    });
    const [page, ...others] = await pagesOf(await slips(id));
    expect(others).toEqual([]);
    expect(page).toMatch(
      /^Harbour & Co\s+Australia Post\s+33XYZ0001\s+Attn: Ana Lee\s+Lee & Co\s+3 \/ 5 Queen Street\s+Perth WA 6000\s+Australia/,
    );
    for (const words of [
      /Phone: 08 5550 1234 Notes: Ring twice\./,
      /Woven basket SKU: BASKET-1 Colour: Red 3 Tray SKU: TRAY 2/,
      /From Harbour & Co 03 Mar 2026 C\/O Acacia Homewares .* Fremantle WA 6160 Australia/,
      new RegExp(`MK-1-${id} Page 1 of 1`),
    ])
      expect(page).toMatch(words);
  });

  test("has no empty lines for missing details", async () => {
    const [page = ""] = await pagesOf(await slips(await aShipment()));
    expect(page).toMatch(/33XYZ0001\s+Ana Lee\s+Product/);
    expect(page).not.toMatch(/Attn|Phone|Notes/);
  });

  test("has exactly the size of A6 on every page, to the tenth of a millimetre", async () => {
    const sizes = await sizesOf(await slips(await aShipment({ items: Array(30).fill({}) }), await aShipment()));
    expect(sizes.length).toBeGreaterThan(3);
    for (const [width, height] of sizes) {
      expect(width).toBeCloseTo((105 / 25.4) * 72, 0);
      expect(height).toBeCloseTo((148 / 25.4) * 72, 0);
    }
  });

  test.each(["1", "33XYZ0001", "33 abc/~^", "0123456789012345678901", "9".repeat(50), "aZ9-".repeat(12)])(
    "has a barcode that a scanner can read: %s",
    async (number) => {
      expect(await barcodesOf(await slips(await aShipment({ trackingNumber: number })))).toEqual([number]);
    },
  );

  test("shows the marketplace's logo in place of its name", async () => {
    const content = await sharp({ create: { width: 800, height: 200, channels: 3, background: "#0b6455" } })
      .webp()
      .toBuffer();
    const logoId = await api.aFile({
      location: FileLocation.marketplaceLogo,
      contentType: "image/webp",
      content,
      size: content.length,
    });
    const withLogo = await api.aMarketplace("Big Backyard");
    await db.update(marketplaces).set({ logoId }).where(eq(marketplaces.id, withLogo));
    const id = await aShipment({ order: { marketplaceId: withLogo } });
    expect((await shown(id)).marketplaceLogoId).toBe(logoId);
    const [page] = await pagesOf(await slips(id));
    expect(page).toMatch(/^Australia Post/);
    expect(page).toMatch(/From Big Backyard/);
    expect((await api.call(undefined, operations.files.image, { id: logoId })).status).toBe(200);
  });

  test("continues on further pages if names are long or lines many, with table heading and page number", async () => {
    const item = (i: number) => ({
      productName: `Item ${i} begins ${"W".repeat(300)} ends${i}`,
      productSku: `SKU-${i}-${"8".repeat(200)}`,
      quantity: i + 1,
    });
    const id = await aShipment({
      order: {
        customerFirstName: "Maximilian",
        customerSurname: "y".repeat(100),
        companyName: "C".repeat(100),
        orderNotes: `Begin ${"note ".repeat(390)}end.`,
      },
      items: Array.from({ length: 30 }, (_, i) => item(i)),
      trackingNumber: "A1b2C3d4E5".repeat(5),
    });
    const pages = await pagesOf(await slips(id));
    const text = pages.join(" ").replace(/ /g, "");
    const everything = [
      `Maximilian${"y".repeat(100)}`,
      "C".repeat(100),
      `Begin${"note".repeat(390)}end.`,
      "A1b2C3d4E5".repeat(5),
    ];
    for (const words of everything) expect(text.replace(/ProductQuantity|MK-1-\d+Page\d+of\d+/g, "")).toContain(words);
    for (let i = 0; i < 30; i++)
      for (const words of [`Item${i}begins`, `ends${i}`, `SKU-${i}-`]) expect(text).toContain(words);
    expect(text.replace("WA6160", "").match(/W/g)).toHaveLength(30 * 300);
    expect(pages.map((page) => page.match(/Page \d+ of \d+/)?.[0])).toEqual(
      pages.map((_, i) => `Page ${i + 1} of ${pages.length}`),
    );
    for (const page of pages.slice(2, -1)) expect(page).toMatch(/^Product Quantity/);
  });
});

test("the sender never stands alone on the last page, however many items there are", async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      aShipment({ items: Array(i + 4).fill({ productName: "Tray", productSku: "TRAY" }) }),
    ),
  );
  for (const id of ids) {
    const last = (await pagesOf(await slips(id))).at(-1);
    expect(last).toMatch(/Tray SKU: TRAY 2 From Harbour & Co/);
  }
});

describe("several packaging slips", () => {
  test("come in the requested order with their own page numbers, after a picking list", async () => {
    const tray = { productName: "Tray", productSku: "TRAY", quantity: 5 };
    const red = { productName: "Basket", productSku: "B-1", options: [{ name: "Colour", value: "Red" }] };
    const blue = { ...red, options: [{ name: "Colour", value: "Blue" }] };
    const long = await aShipment({
      order: { marketplaceOrderId: "LONG" },
      items: [tray, red, ...Array(20).fill(blue)],
    });
    const short = await aShipment({
      order: { marketplaceOrderId: "SHORT" },
      items: [tray, red],
      trackingNumber: "SECOND",
    });
    const pdf = await slips(long, short);
    const [pick, ...pages] = await pagesOf(pdf);
    expect(pick).toMatch(
      /^Pick list\s+54 for 2 shipments\s+Product Quantity Basket SKU: B-1 Colour: Blue 40 Basket SKU: B-1 Colour: Red 4 Tray SKU: TRAY 10 Pick list Page 1 of 1/,
    );
    const numbers = pages.map((page) => page.match(/(LONG|SHORT)-\d+ Page .*/)?.[0]);
    const count = pages.length - 1;
    expect(count).toBeGreaterThan(1);
    expect(numbers).toEqual([
      ...Array.from({ length: count }, (_, i) => `LONG-${long} Page ${i + 1} of ${count}`),
      `SHORT-${short} Page 1 of 1`,
    ]);
    expect((await barcodesOf(pdf)).filter(Boolean)).toEqual(["33XYZ0001", "SECOND"]);
    const [, other] = await pagesOf(await slips(short, long));
    expect(other).toContain(`SHORT-${short}`);
  });

  test("of several suppliers do not merge items with the same name", async () => {
    const other = await api.aSupplier({ name: "Banksia" });
    const [pick] = await pagesOf(await slips(await aShipment(), await aShipment({ of: other })));
    expect(pick).toMatch(/Woven basket SKU: BASKET Acacia Homewares 2 Woven basket SKU: BASKET Banksia 2/);
  });

  test("requested twice are printed once", async () => {
    const id = await aShipment();
    expect(await pagesOf(await slips(id, id))).toHaveLength(1);
  });

  test("are limited to two hundred", async () => {
    const id = await aShipment();
    const many = (count: number) => [id, ...Array.from({ length: count - 1 }, (_, i) => 1_000_000 + i)];
    expect(await ask(many(200))).toMatchObject({ status: 404 });
    expect(await ask(many(201))).toMatchObject({ status: 422 });
    expect(await printed(many(201))).toMatchObject({ status: 422 });
  });

  test.each(["", "a", "1,", "1;2", "0"])("are not found by the ids %j", async (ids) => {
    expect(await ask(ids)).toMatchObject({ status: 422 });
  });
});

test("the file name contains the shipment, or is general for several", async () => {
  const id = await aShipment();
  expect((await ask([id])).raw.headers["content-disposition"]).toContain(`filename="Packaging-slip-MK-1-${id}.pdf"`);
  expect((await ask([id, await aShipment()])).raw.headers["content-disposition"]).toContain(
    'filename="Packaging-slips.pdf"',
  );
});

describe("a packaging slip is refused", () => {
  test.each([
    [{ courierId: null }, "Its courier is missing."],
    [{ trackingNumber: "" }, "Its tracking number is missing."],
    [{ courierId: null, trackingNumber: "" }, "Its courier and its tracking number are missing."],
    [{ cancelledAt: new Date() }, "It was cancelled."],
  ])("for a shipment with %j, also together with others", async (traits, why) => {
    const [good, bad] = [await aShipment(), await aShipment(traits)];
    const message = `Shipment MK-1-${bad} has no packaging slip. ${why}`;
    expect(await ask([good, bad])).toMatchObject({ status: 409, problem: { message } });
    expect(await printed([good, bad])).toMatchObject({ status: 409, problem: { message } });
    expect((await shown(good)).slipPrintedDate).toBeNull();
  });

  test("for users who may not see the shipment, whatever other shipments they request", async () => {
    const user = await api.aUser({ links: [{ supplier, bits: 0 }] });
    const [own, others] = [
      await aShipment(),
      await aShipment({ of: await api.aSupplier({ name: "canary" }), order: { marketplaceOrderId: "canary" } }),
    ];
    expect((await ask([own], user)).status).toBe(200);
    for (const answer of [
      await ask([others], user),
      await ask([own, others], user),
      await printed([own, others], user),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.raw.body).not.toContain("canary");
    }
    expect((await shown(own)).slipPrintedDate).toBeNull();
    const catalogueManager = await api.aUser({ roles: ["Catalogue Manager"] });
    expect([(await ask([own], catalogueManager)).status, (await printed([own], catalogueManager)).status]).toEqual([
      403, 403,
    ]);
  });
});

describe("printing a slip", () => {
  test("is recorded with time and user when it is reported, not when the slip is fetched", async () => {
    const id = await aShipment({ status: ShipmentStatus.delivered });
    await slips(id);
    expect(await shown(id)).toMatchObject({ slipPrintedDate: null, slipPrintedByUserFullName: null });
    const before = Date.now();
    expect((await printed([id])).status).toBe(200);
    const { slipPrintedDate, slipPrintedByUserFullName } = await shown(id);
    expect(Date.parse(slipPrintedDate ?? "")).toBeGreaterThanOrEqual(before);
    expect(slipPrintedByUserFullName).toBe("Kim Doe");
    expect(await api.ok(operator, shipments.list, { supplierId: supplier })).toMatchObject({
      items: [{ id, slipPrintedDate }],
    });
  });

  test("is recorded once per Id on the shipment, and each time in the command log", async () => {
    const ids = [await aShipment(), await aShipment()];
    const Id = randomUUID();
    for (let i = 0; i < 2; i++) expect((await printed(ids, operator, Id)).status).toBe(200);
    const first = (await shown(ids[0] as number)).slipPrintedDate;
    const staff = await api.aUser({ links: [{ supplier, bits: 0 }] });
    expect((await printed(ids, staff)).status).toBe(200);
    expect((await printed(ids, operator, Id)).status).toBe(200);
    const [{ by } = { by: 0 }] = await db
      .select({ by: table.slipPrintedBy })
      .from(table)
      .where(eq(table.id, ids[1] as number));
    expect(by).toBe(staff.id);
    expect(Date.parse((await shown(ids[0] as number)).slipPrintedDate ?? "")).toBeGreaterThanOrEqual(
      Date.parse(first ?? ""),
    );
    expect(await db.$count(commands, eq(commands.userId, staff.id))).toBe(1);
  });

  test("is valid for the current courier and tracking number only", async () => {
    const id = await aShipment();
    const change = (input: object) =>
      api.ok(operator, shipments.update, {
        ShipmentId: id,
        CourierId: 1,
        TrackingNumber: "33XYZ0001",
        Status: ShipmentStatus.processing,
        ...input,
      });
    await printed([id]);
    await change({ Status: ShipmentStatus.dispatched });
    expect((await shown(id)).slipPrintedDate).not.toBeNull();
    await change({ TrackingNumber: "33XYZ0002" });
    expect(await shown(id)).toMatchObject({ slipPrintedDate: null, slipPrintedByUserFullName: null });
    await printed([id]);
    await change({ TrackingNumber: "33XYZ0002", CourierId: 2 });
    expect((await shown(id)).slipPrintedDate).toBeNull();
  });
});

test("the list finds shipments by id, limited to those the caller can see", async () => {
  const [first, second, third] = [await aShipment(), await aShipment(), await aShipment({ of: await api.aSupplier() })];
  const found = async (ids: string, user = operator) =>
    (await api.ok(user, shipments.list, { ids })).items.map(({ id }) => id).sort((a, b) => a - b);
  expect(await found(`${third},${first}`)).toEqual([first, third]);
  expect(await found(`${third},${second}`, await api.aUser({ links: [{ supplier }] }))).toEqual([second]);
  expect(await api.call(operator, shipments.list, { ids: "x" })).toMatchObject({ status: 422 });
});
