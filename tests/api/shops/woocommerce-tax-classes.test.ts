/** The GST of a recorded order of a real WooCommerce, whose products have other tax classes here. */
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedShop } from "#api/areas/shops/open-shop.ts";
import { takeOrder } from "#api/areas/shops/take-order.ts";
import { translated } from "#api/areas/shops/woocommerce/order-translation.ts";
import { translatedRefunds } from "#api/areas/shops/woocommerce/refund-translation.ts";
import { order, refunds } from "#api/areas/shops/woocommerce/schema.ts";
import { readConfig } from "#api/core/config.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { operations } from "#contract/operations.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";
import { startApi } from "#tests/support/api.ts";
import { recordedOrder, recordedRefunds } from "#tests/support/shops/woocommerce/recorded.ts";
import { type WooShop, wooShop } from "#tests/support/shops/woocommerce.ts";
import type { TestUser } from "#tests/support/world.ts";

const env = { OIDC_CLIENT_SECRET: "a secret for tests alone", ALLOW_PRIVATE_WEBHOOKS: "on" };
const api = await startApi(env);
const { database } = api;
const log = pino({ level: "silent" });
const taking = { database, config: readConfig(env), jobs: createJobs(database, log), log };

let admin: TestUser;
let supplier: number;
let marketplace: number;
let shop: WooShop;
beforeAll(async () => {
  shop = await wooShop();
  admin = await api.aUser({ roles: ["Administrator"] });
  supplier = await api.aSupplier();
  marketplace = await api.aMarketplace();
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  await api.ok(admin, operations.marketplaces.updateChannel, {
    MarketplaceId: marketplace,
    Channel: "wooCommerce",
    ShopUrl: shop.url,
    ShopKey: shop.key,
    ShopSecret: shop.secret,
  });
  const classes: Record<string, TaxClass> = { Teapot: "taxable", Oats: "gstFree", Bread: "gstFree", Honey: "taxable" };
  for (const [name, taxClass] of Object.entries(classes))
    await api.aProduct(supplier, {
      name,
      externalSku: `${name}-REC`,
      taxClass,
      appliedTaxClass: taxClass,
      on: [{ marketplaceId: marketplace, status: 2 }],
    });
});
afterAll(() => shop.close());

/** @param hasHiddenGst the shop calculates no taxes */
async function taken(answer: object, { isRefunded = false, hasHiddenGst = false } = {}) {
  const stored = await storedShop(database.db, marketplace);
  if (!stored) throw new Error("There is no shop.");
  const read = translated(order.parse({ ...answer, date_created_gmt: soon, date_modified_gmt: soon }), {
    hasHiddenGst,
    removedSkus: new Map(),
  });
  const given = isRefunded ? refunds.parse(recordedRefunds) : [];
  await takeOrder(taking, stored, { ...read, refunds: translatedRefunds(read, given, false) });
  const { items } = await api.ok(admin, operations.orders.list, {
    marketplaceId: marketplace,
    outstandingOrdersOnly: "false",
  });
  const newest = Math.max(...items.map(({ id }) => id));
  const { lineItems } = await api.ok(admin, operations.orders.get, { id: newest });
  const sum = (amounts: number[]) => Math.round(amounts.reduce((all, amount) => all + amount, 0) * 100) / 100;
  return lineItems.map(({ productName, taxClass, transactions }) => [
    productName,
    taxClass,
    sum(transactions.map(({ purchaseAmountExTax }) => purchaseAmountExTax)),
    sum(transactions.map(({ purchaseAmountTax }) => purchaseAmountTax)),
    sum(transactions.map(({ shippingAmountExTax, shippingAmountTax }) => shippingAmountExTax + shippingAmountTax)),
    sum(transactions.map(({ shippingAmountTax }) => shippingAmountTax)),
  ]);
}
const soon = new Date(Date.now() + 60_000).toISOString().slice(0, 19);

test("an order has the GST that the shop charged on its goods, and delivery the class of what it delivers", async () => {
  expect(await taken(recordedOrder)).toEqual([
    ["Teapot", "taxable", 27.25, 2.72, 3.76, 0.34],
    ["Oats", "gstFree", 20.16, 0, 2.53, 0],
    ["Bread", "taxable", 13.8, 1.38, 1.9, 0.17],
    ["Honey", "gstFree", 14, 0, 1.76, 0],
  ]);
});

test("a refund of shipping is taken from the delivery of each item in proportion, with its GST", async () => {
  const before = await taken({ ...recordedOrder, id: 131, number: "131" });
  const after = await taken({ ...recordedOrder, id: 131, number: "131" }, { isRefunded: true });
  const shipping = (lines: typeof before) => lines.map((line) => Number(line[4]));
  expect(shipping(after)).toEqual([1.88, 1.26, 0.95, 0.88]);
  expect(after.map((line) => line[5])).toEqual([0.17, 0, 0.09, 0]);
  expect(after.map((line) => line[3])).toEqual([2.49, 0, 1.26, 0]);
  expect(after[1]?.[2]).toBe(0);
});

test("a shop that calculates no taxes leaves the GST to the class of each product", async () => {
  const untaxed = {
    ...recordedOrder,
    ...{ id: 132, number: "132", total: "84.960000" },
    line_items: recordedOrder.line_items.map((line) => ({ ...line, total_tax: "0" })),
    shipping_lines: [{ total: "9.75", total_tax: "0" }],
  };
  expect((await taken(untaxed, { hasHiddenGst: true })).map((line) => [line[0], line[1], line[3]])).toEqual([
    ["Teapot", "taxable", 1.65],
    ["Teapot", "taxable", 0.83],
    ["Oats", "gstFree", 0],
    ["Bread", "gstFree", 0],
    ["Honey", "taxable", 1.27],
  ]);
});
