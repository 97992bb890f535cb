import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { orderLineItems, products } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { adjustment, newLineItem, placedOrder } from "#tests/support/forms.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices, orders } = operations;

let operator: TestUser;
let finance: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  finance = await api.aUser({ roles: ["Finance"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  supplier = await api.aSupplier();
});

const aProduct = async (taxClass: TaxClass) => {
  const sku = `SKU-${randomUUID()}`;
  return { sku, id: await api.aProduct(supplier, { externalSku: sku, taxClass, appliedTaxClass: taxClass }) };
};
const place = async (...lines: object[]) => {
  const { orders: made } = await api.ok(operator, orders.place, placedOrder(marketplace, { Lines: lines }));
  return made[0]?.id ?? 0;
};
const linesOf = async (id: number) => (await api.ok(operator, orders.get, { id })).lineItems;

test("an order from a shop is charged GST by the class of each product, and so is its delivery", async () => {
  const [taxable, free, input] = [await aProduct("taxable"), await aProduct("gstFree"), await aProduct("inputTaxed")];
  const order = await place(
    ...[taxable, free, input].map(({ sku }) => ({ Sku: sku, Quantity: 2, PriceIncTax: 11, ShippingIncTax: 5.5 })),
    { Sku: free.sku, Quantity: 1, PriceExTax: 10, PriceTax: 1 },
    { Sku: taxable.sku, Quantity: 1, PriceExTax: 11, PriceTax: 0 },
    { Sku: taxable.sku, Quantity: 1, PriceIncTax: 0.04 },
  );
  const sums = (await linesOf(order)).map(({ taxClass, purchasePriceTax, transactions: [sale] }) => [
    taxClass,
    purchasePriceTax,
    sale?.purchaseAmountTax,
    sale?.shippingAmountTax,
  ]);
  expect(sums).toEqual([
    ["taxable", 1, 2, 0.5],
    ["gstFree", 0, 0, 0],
    ["inputTaxed", 0, 0, 0],
    ["taxable", 1, 1, 0],
    ["gstFree", 0, 0, 0],
    ["taxable", 0, 0, 0],
  ]);
});

test("delivery of a whole order carries GST for its taxable lines alone, and adds up", async () => {
  const [taxable, free] = [await aProduct("taxable"), await aProduct("gstFree")];
  const { orders: made } = await api.ok(
    operator,
    orders.place,
    placedOrder(marketplace, {
      ShippingIncTax: 10.01,
      Lines: [taxable, free].map(({ sku }) => ({ Sku: sku, Quantity: 1, PriceIncTax: 30 })),
    }),
  );
  const shipping = (await linesOf(made[0]?.id ?? 0)).map(({ transactions: [sale] }) => [
    sale?.shippingAmountExTax,
    sale?.shippingAmountTax,
  ]);
  expect(shipping).toEqual([
    [4.55, 0.46],
    [5, 0],
  ]);
});

test("the class stays with the sale when that of the product changes, and adjustments follow the sale", async () => {
  const { id: product, sku } = await aProduct("gstFree");
  const order = await place({ Sku: sku, Quantity: 2, PriceIncTax: 11 });
  await db.update(products).set({ taxClass: "taxable", appliedTaxClass: "taxable" }).where(eq(products.id, product));
  const [item] = await linesOf(order);
  await api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(item?.id ?? 0),
    PurchaseAmountExTaxAdjustment: -5,
    PurchaseAmountTaxAdjustment: -0.5,
    ShippingAmountExTaxAdjustment: 10,
    ShippingAmountTaxAdjustment: 1,
    Comment: "Sent again.",
  });
  const [adjusted] = await linesOf(order);
  expect(adjusted?.taxClass).toBe("gstFree");
  expect(adjusted?.transactions.at(-1)).toMatchObject({
    purchaseAmountExTax: -5.5,
    purchaseAmountTax: 0,
    shippingAmountExTax: 11,
    shippingAmountTax: 0,
  });
});

test("an item entered by hand has the class that its price says", async () => {
  const order = await api.anOrder(supplier, { marketplaceId: marketplace });
  const { id: ProductId, sku: ProductSku } = await aProduct("inputTaxed");
  const add = (item: object) => api.ok(operator, orders.addLineItem, { ...newLineItem(order), ...item });
  const untaxed = { PurchasePriceExTax: 9.95, PurchasePriceTax: 0 };
  await add({});
  await add(untaxed);
  await add({ ...untaxed, ProductId, ProductSku });
  expect((await linesOf(order)).map(({ taxClass }) => taxClass)).toEqual(["taxable", "gstFree", "inputTaxed"]);
});

test("the tax invoice marks what carries no GST, and says that the rest is taxable", async () => {
  const [taxable, free] = [await aProduct("taxable"), await aProduct("gstFree")];
  const order = await place(...[taxable, free].map(({ sku }) => ({ Sku: sku, Quantity: 1, PriceIncTax: 11 })));
  await db.update(orderLineItems).set({ status: 3 }).where(eq(orderLineItems.orderId, order));
  const id = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
  const invoice = await api.ok(finance, invoices.get, { id });
  expect(invoice.transactions.map(({ taxClass, purchaseAmountTax }) => [taxClass, purchaseAmountTax])).toEqual([
    ["taxable", 1],
    ["gstFree", 0],
  ]);
  const read = async () =>
    (await pagesOf((await api.send(finance, requestFor(invoices.document, { id }))).rawPayload)).join(" ");
  const text = await read();
  expect(text).toContain(invoiceNumber(id));
  expect(text.split("(GST-free)")).toHaveLength(2);
  const extent = "Supplies marked as GST-free or input-taxed carry no GST; all others are taxable.";
  expect(text).toContain(extent);
  const workbook = await api.send(finance, requestFor(invoices.export, { invoiceId: id, format: "csv" }));
  expect(workbook.rawPayload.toString()).toContain(",GST-free,");
  // What earlier versions sold has no class, and documents about it look as they did.
  await db.update(orderLineItems).set({ taxClass: null }).where(eq(orderLineItems.orderId, order));
  const earlier = await read();
  expect([earlier.includes("(GST-free)"), earlier.includes(extent)]).toEqual([false, false]);
});
