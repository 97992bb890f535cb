import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  products,
  productVariants,
  orders as storedOrders,
  supplierMarketplaces,
} from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { newOrder, placedOrder } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
let sku: string;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  sku = `SKU-${randomUUID()}`;
});

const place = (traits: object = {}) => api.ok(operator, orders.place, placedOrder(marketplace, traits));
const refused = (traits: object = {}) => api.call(operator, orders.place, placedOrder(marketplace, traits));
const errorsOf = async (traits: object) => {
  const { status, body } = await refused(traits);
  expect(status).toBe(422);
  return (body as unknown as { errors: Record<string, string[]> }).errors;
};
const get = (id: number | undefined) => api.ok(operator, orders.get, { id: id ?? 0 });
const aLine = (traits: object = {}) => ({ Sku: sku, Quantity: 2, PriceIncTax: 9.95, ...traits });
const stock = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0]?.stockQuantity;

describe("a placed order", () => {
  test("has its customer, address, lines, prices and day, and is listed under the marketplace's number", async () => {
    const product = await api.aProduct(supplier, { externalSku: sku, name: "Linen tray" });
    const number = `S-${randomUUID()}`;
    const { orders: made, lines } = await place({
      MarketplaceOrderId: number,
      OrderDate: "2026-03-02T10:00:00+11:00",
      CustomerEmail: "mia@example.com",
      CompanyName: "Nguyen & Co",
      ShipBy: "2026-03-05",
      TotalIncTax: 25.2,
      Lines: [
        aLine({ ShippingIncTax: 5, OrderNotes: "Gift", Options: [{ Name: "Colour", Value: "Red" }] }),
        aLine({ Quantity: 1, PriceIncTax: null, PriceExTax: 0.3, PriceTax: 0 }),
      ],
    });
    expect(made).toEqual([
      { id: expect.any(Number), name: expect.stringMatching(/-20260302-\d+$/), supplierId: supplier },
    ]);
    const order = await get(made[0]?.id);
    expect(order).toMatchObject({
      marketplaceOrderId: number,
      orderDate: "2026-03-01T23:00:00.000Z",
      customerFirstName: "Mia",
      customerEmail: "mia@example.com",
      companyName: "Nguyen & Co",
      shippingAddress: { streetAddress: "1 High Street", state: "WA" },
      supplierId: supplier,
      shipBy: "2026-03-05",
      shipByIsGiven: true,
    });
    expect(order.lineItems).toMatchObject([
      {
        id: lines[0]?.lineItemId,
        productId: product,
        productName: "Linen tray",
        productSku: sku,
        status: OrderLineItemStatus.processing,
        options: [{ name: "Colour", value: "Red" }],
        orderNotes: "Gift",
        quantity: { ordered: 2 },
        purchaseAmount: { ordered: 19.9 },
        shippingAmount: { ordered: 5 },
        commissionAmount: { ordered: 5.97 },
        transactions: [
          { transactionType: TransactionType.purchase, purchaseAmountExTax: 18.09, purchaseAmountTax: 1.81 },
        ],
      },
      { purchasePriceExTax: 0.3, purchasePriceTax: 0, shippingAmount: { ordered: 0 } },
    ]);
    expect((await api.ok(operator, orders.list, { searchText: number })).items.map(({ id }) => id)).toEqual([order.id]);
  });

  test("counts its ship-by day in handling days if none is given, and is placed now without a moment", async () => {
    const before = Date.now();
    const order = await get((await place()).orders[0]?.id);
    expect(Date.parse(order.orderDate)).toBeGreaterThanOrEqual(before);
    expect(order).toMatchObject({ shipBy: expect.stringMatching(/^\d{4}-/), shipByIsGiven: false });
  });

  test("becomes an order for each supplier under one number, and one without supplier for unknown SKUs", async () => {
    const other = await api.aSupplier();
    const theirs = await api.aProduct(other, { externalSku: `${sku}-B` });
    const own = await api.aProduct(supplier, { externalSku: sku });
    const number = `S-${randomUUID()}`;
    const { orders: made, lines } = await place({
      MarketplaceOrderId: number,
      Lines: [
        aLine(),
        aLine({ Sku: `${sku}-NEW`, ProductName: "A new tray" }),
        aLine({ Sku: `${sku}-B` }),
        aLine({ Quantity: 1 }),
      ],
    });
    expect(made.map(({ supplierId }) => supplierId)).toEqual([supplier, null, other]);
    expect(lines.map(({ productId }) => productId)).toEqual([own, null, theirs, own]);
    expect(lines.map(({ orderId }) => made.findIndex(({ id }) => id === orderId))).toEqual([0, 1, 2, 0]);
    expect((await get(made[1]?.id)).lineItems).toMatchObject([
      { productId: null, productName: "A new tray", productSku: `${sku}-NEW` },
    ]);
    const without = await api.ok(operator, orders.list, { searchText: number, onlyShowProductsWithNoSupplier: true });
    expect(without.items.map(({ id }) => id)).toEqual([made[1]?.id]);
  });

  test("has the commission of the agreement with each supplier", async () => {
    await api.aProduct(supplier, { externalSku: sku });
    await db
      .insert(supplierMarketplaces)
      .values({ supplierId: supplier, marketplaceId: marketplace, status: 2, commissionRate: 0.125 });
    const { orders: made } = await place({ Lines: [aLine({ Quantity: 1, PriceIncTax: 100 })] });
    expect((await get(made[0]?.id)).lineItems).toMatchObject([
      { commissionRate: 0.125, commissionAmount: { ordered: 12.5 } },
    ]);
  });

  test("takes managed stock of products and variants", async () => {
    const product = await api.aProduct(supplier, { externalSku: sku, manageStock: true, stockQuantity: 10 });
    const varying = await api.aProduct(supplier, { externalSku: `${sku}-V`, hasVariants: true });
    const variant = await api.aVariant(varying, { externalSku: `${sku}-RED`, manageStock: true, stockQuantity: 4 });
    const { lines } = await place({
      Lines: [aLine({ Sku: `${sku}-RED`, Quantity: 3 }), aLine(), aLine({ Quantity: 1 })],
    });
    expect(lines.map(({ productId }) => productId)).toEqual([varying, product, product]);
    expect(await stock(product)).toBe(7);
    expect((await db.select().from(productVariants).where(eq(productVariants.id, variant)))[0]?.stockQuantity).toBe(1);
  });

  test("divides the shipping of the whole order by price, to the cent", async () => {
    const { orders: made } = await place({
      ShippingIncTax: 10,
      TotalIncTax: 40,
      Lines: [1, 2, 3].map((Quantity) => aLine({ Sku: `${sku}-${Quantity}`, Quantity: 1, PriceIncTax: 10 })),
    });
    const { lineItems } = await get(made[0]?.id);
    expect(lineItems.map(({ shippingAmount }) => shippingAmount.ordered)).toEqual([3.33, 3.34, 3.33]);
  });

  test("divides shipping by quantity if everything is free", async () => {
    const { orders: made } = await place({
      ShippingIncTax: 4,
      Lines: [1, 3].map((Quantity) => aLine({ Sku: `${sku}-${Quantity}`, Quantity, PriceIncTax: 0 })),
    });
    const { lineItems } = await get(made[0]?.id);
    expect(lineItems.map(({ shippingAmount }) => shippingAmount.ordered)).toEqual([1, 3]);
  });
});

describe("the product of a line", () => {
  const listed = (marketplaceId: number, marketplaceSku?: string) => ({
    on: [{ marketplaceId, status: MarketplaceProductStatus.approved, ...(marketplaceSku && { marketplaceSku }) }],
  });
  const productOf = async (line: object) => (await place({ Lines: [aLine(line)] })).lines[0]?.productId;

  test("is found by its SKU in any case, or by the marketplace's", async () => {
    const product = await api.aProduct(supplier, { externalSku: sku, ...listed(marketplace, `MP-${sku}`) });
    expect(await productOf({ Sku: sku.toLowerCase() })).toBe(product);
    expect(await productOf({ Sku: "", MarketplaceSku: `mp-${sku}` })).toBe(product);
    expect(await productOf({ Sku: "their own", MarketplaceSku: `MP-${sku}` })).toBe(product);
  });

  test("is not found by the SKU of another marketplace", async () => {
    const other = await api.aMarketplace();
    await api.aProduct(supplier, { externalSku: sku, ...listed(other, `MP-${sku}`) });
    expect(await productOf({ Sku: "", MarketplaceSku: `MP-${sku}` })).toBeNull();
  });

  test("is the listed one if several suppliers use the SKU, and unknown if that does not decide", async () => {
    const other = await api.aSupplier();
    await api.aProduct(other, { externalSku: sku });
    const product = await api.aProduct(supplier, { externalSku: sku, ...listed(marketplace) });
    expect(await productOf({})).toBe(product);
    await api.aProduct(other, { externalSku: sku, ...listed(marketplace) });
    expect(await productOf({})).toBeNull();
  });

  test("has the variant that the SKU names", async () => {
    const product = await api.aProduct(supplier, { hasVariants: true, ...listed(marketplace, `MP-${sku}`) });
    const variant = await api.aVariant(product, { externalSku: `${sku}-L`, name: "Tray, large" });
    await api.aVariant(product, { externalSku: `${sku}-S`, combination: "2" });
    const { orders: made } = await place({ Lines: [aLine({ Sku: `${sku}-L`, MarketplaceSku: `MP-${sku}` })] });
    expect((await get(made[0]?.id)).lineItems).toMatchObject([{ productId: product, productName: "Tray, large" }]);
    expect(variant).toBeGreaterThan(0);
  });
});

describe("a repeated call", () => {
  test("with the same content gets the same answer and changes nothing, with whatever Id", async () => {
    const product = await api.aProduct(supplier, { externalSku: sku, manageStock: true, stockQuantity: 10 });
    const traits = { MarketplaceOrderId: `S-${randomUUID()}`, Lines: [aLine()] };
    const first = await place({ ...traits, Id: randomUUID() });
    expect(await place({ ...traits, Id: randomUUID(), CompanyName: " ", OrderNotes: null })).toEqual(first);
    expect(await stock(product)).toBe(8);
  });

  test("with other content is refused, naming every field that differs", async () => {
    const traits = { MarketplaceOrderId: `S-${randomUUID()}`, Lines: [aLine(), aLine({ Quantity: 1 })] };
    await place(traits);
    const { status, body } = await refused({
      ...traits,
      CustomerSurname: "Tran",
      ShippingAddress: { ...placedOrder(1).ShippingAddress, city: "Perth" },
      Lines: [aLine(), aLine({ Quantity: 3, OrderNotes: "Gift" })],
    });
    expect(status).toBe(409);
    expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual([
      "CustomerSurname",
      "Lines.1.OrderNotes",
      "Lines.1.Quantity",
      "ShippingAddress.city",
    ]);
    expect(
      Object.keys(((await refused({ ...traits, Lines: [aLine()] })).body as unknown as { errors: object }).errors),
    ).toEqual(["Lines"]);
  });

  test("of which twenty arrive at once makes one order", async () => {
    const number = `S-${randomUUID()}`;
    const traits = { MarketplaceOrderId: number, Lines: [aLine()] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(traits)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await db.$count(storedOrders, eq(storedOrders.marketplaceOrderId, number))).toBe(1);
  });

  test("after a refused one is a first call", async () => {
    const traits = { MarketplaceOrderId: `S-${randomUUID()}`, Lines: [aLine()] };
    expect((await refused({ ...traits, TotalIncTax: 1 })).status).toBe(422);
    expect((await place(traits)).orders).toHaveLength(1);
  });

  test("at another marketplace is another order", async () => {
    const traits = { MarketplaceOrderId: `S-${randomUUID()}`, Lines: [aLine()] };
    const first = await place(traits);
    const second = await place({ ...traits, MarketplaceId: await api.aMarketplace() });
    expect(second.orders[0]?.id).not.toBe(first.orders[0]?.id);
  });
});

test("a number that somebody has entered by hand is refused", async () => {
  const number = `S-${randomUUID()}`;
  await api.ok(operator, orders.add, { ...newOrder(supplier, marketplace), Name: number });
  const { status, body } = await refused({ MarketplaceOrderId: number });
  expect(status).toBe(409);
  expect(body).toMatchObject({ errors: { MarketplaceOrderId: [expect.stringContaining("entered by hand")] } });
});

test("orders for the same products, placed at once in any sequence of lines, take all stock exactly once", async () => {
  const skus = [1, 2, 3, 4].map((i) => `${sku}-${i}`);
  const ids: number[] = [];
  for (const each of skus)
    ids.push(await api.aProduct(supplier, { externalSku: each, manageStock: true, stockQuantity: 100 }));
  const rotated = (by: number) => [...skus.slice(by), ...skus.slice(0, by)];
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      place({ Lines: rotated(i % 4).map((each) => aLine({ Sku: each, Quantity: 1 })) }),
    ),
  );
  expect(await Promise.all(ids.map(stock))).toEqual([88, 88, 88, 88]);
});

describe("refuses", () => {
  test.each<[string, object, string, string]>([
    [
      "a total that is not the sum, with both",
      { TotalIncTax: 20 },
      "TotalIncTax",
      "The total is 20.00, but the lines and shipping add up to 19.90.",
    ],
    ["another currency", { Currency: "NZD" }, "Currency", "Amounts must be in Australian dollars (AUD)."],
    ["no line", { Lines: [] }, "Lines", "Please give at least one line."],
    [
      "1,001 lines",
      { Lines: Array.from({ length: 1_001 }, () => ({ Sku: "A", Quantity: 1, PriceIncTax: 1 })) },
      "Lines",
      "An order has at most 1,000 lines.",
    ],
    [
      "a quantity of 0",
      { Lines: [{ Sku: "A", Quantity: 0, PriceIncTax: 1 }] },
      "Lines.0.Quantity",
      "Please enter a whole number, at least 1.",
    ],
    [
      "a line without SKU and name",
      { Lines: [{ Quantity: 1, PriceIncTax: 1 }] },
      "Lines.0.Sku",
      "Please give a SKU, or the name of what was bought.",
    ],
    [
      "a line without price",
      { Lines: [{ Sku: "A", Quantity: 1 }] },
      "Lines.0.PriceIncTax",
      "Please give either the price inc GST, or the price ex GST and its GST.",
    ],
    [
      "half of a pair",
      { Lines: [{ Sku: "A", Quantity: 1, PriceExTax: 1 }] },
      "Lines.0.PriceIncTax",
      "Please give either the price inc GST, or the price ex GST and its GST.",
    ],
    [
      "a price twice",
      { Lines: [{ Sku: "A", Quantity: 1, PriceIncTax: 1.1, PriceExTax: 1, PriceTax: 0.1 }] },
      "Lines.0.PriceIncTax",
      "Please give either the price inc GST, or the price ex GST and its GST.",
    ],
    [
      "three decimals",
      { Lines: [{ Sku: "A", Quantity: 1, PriceIncTax: 1.001 }] },
      "Lines.0.PriceIncTax",
      "Please use no more than two decimals.",
    ],
    [
      "shipping of order and line",
      { ShippingIncTax: 5, Lines: [{ Sku: "A", Quantity: 1, PriceIncTax: 1, ShippingIncTax: 5 }] },
      "ShippingIncTax",
      "Please give shipping either for the whole order or for its lines, not for both.",
    ],
    [
      "an unknown state",
      { ShippingAddress: { ...placedOrder(1).ShippingAddress, state: "Nowhere" } },
      "ShippingAddress.state",
      "There is no state or territory “Nowhere” in Australia. Please choose one from the list.",
    ],
    [
      "an unknown country",
      { ShippingAddress: { ...placedOrder(1).ShippingAddress, countryCode: "XX" } },
      "ShippingAddress.countryCode",
      "There is no country with the code “XX”. Please choose one from the list.",
    ],
    [
      "an unknown marketplace",
      { MarketplaceId: 999_999 },
      "MarketplaceId",
      "Please select the marketplace for this order",
    ],
  ])("%s", async (_, traits, field, message) => {
    expect((await errorsOf(traits))[field]).toEqual([message]);
  });

  test("a body of 5 MB", async () => {
    const { status } = await refused({ OrderNotes: "x".repeat(5_000_000) });
    expect(status).toBe(413);
  });
});
