import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderTransactions } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment, newLineItem } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
let order: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  order = await api.anOrder(supplier, { marketplaceId: marketplace });
});

const lineItems = async (id = order) => (await api.ok(operator, orders.get, { id })).lineItems;
const lineItem = async (id: number) => (await lineItems()).find((item) => item.id === id);

describe("adding a line item", () => {
  const add = (traits: object = {}, user = operator) =>
    api.call(user, orders.addLineItem, { ...newLineItem(order), ...traits });

  test("accepts an item outside the catalogue, once per Id, and appends it", async () => {
    await api.aLineItem(order);
    const input = {
      Id: randomUUID(),
      ...newLineItem(order),
      ProductName: " Gift card ",
      OrderNotes: " Gift wrap ",
      SupplierNotes: " Shelf 3 ",
      Options: [
        { Name: " Colour ", Value: "Red" },
        { Name: "Colour", Value: "Blue" },
      ],
    };
    const id = await api.ok(operator, orders.addLineItem, input);
    expect(await api.ok(operator, orders.addLineItem, input)).toBe(id);
    const [, added, ...more] = await lineItems();
    expect([added, more]).toMatchObject([
      {
        id,
        productId: null,
        productName: "Gift card",
        productSku: "GIFT",
        productImageId: null,
        purchasePriceExTax: 9.05,
        purchasePriceTax: 0.9,
        status: OrderLineItemStatus.processing,
        expectedInStockDate: null,
        orderNotes: "Gift wrap",
        supplierNotes: "Shelf 3",
        options: [
          { id: 1, name: "Colour", value: "Red" },
          { id: 2, name: "Colour", value: "Blue" },
        ],
        quantity: { ordered: 2, adjusted: 2, owed: 2 },
        purchaseAmount: { ordered: 19.9, adjusted: 19.9, owed: 19.9 },
        shippingAmount: { ordered: 5, adjusted: 5, owed: 5 },
        commissionAmount: { ordered: 5.97, adjusted: 5.97, owed: 5.97 },
        subTotal: { ordered: 18.93, adjusted: 18.93, owed: 18.93 },
      },
      [],
    ]);
    expect(added?.transactions).toMatchObject([
      {
        transactionType: TransactionType.purchase,
        quantity: 2,
        purchaseAmountExTax: 18.09,
        purchaseAmountTax: 1.81,
        commissionAmountTax: 0.54,
      },
    ]);
  });

  test("keeps a given commission, whatever the agreement says later", async () => {
    const { body: id } = await add({ CommissionRate: 0.1255 });
    await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, commissionRate: 0.5 });
    expect(await lineItem(id)).toMatchObject({ commissionRate: 0.1255, commissionAmount: { adjusted: 2.5 } });
  });

  test("accepts a product of the order's supplier, with its image", async () => {
    const defaultImageFileId = randomUUID();
    const ProductId = await api.aProduct(supplier, { name: "Tray", defaultImageFileId });
    const { body: id } = await add({ ProductId, ProductName: "Linen tray", ProductSku: "TRAY" });
    expect(await lineItem(id)).toMatchObject({
      productId: ProductId,
      productName: "Linen tray",
      productSku: "TRAY",
      productImageId: defaultImageFileId,
    });
  });

  test("finds a variant by its SKU, and uses its image or else the product's", async () => {
    const [ofProduct, ofVariant] = [randomUUID(), randomUUID()];
    const ProductId = await api.aProduct(supplier, { hasVariants: true, defaultImageFileId: ofProduct });
    await api.aVariant(ProductId, { externalSku: "RED", defaultImageFileId: ofVariant });
    await api.aVariant(ProductId, { externalSku: "BLUE", combination: "2" });
    for (const [ProductSku, productImageId] of [
      ["RED", ofVariant],
      ["BLUE", ofProduct],
    ] as const) {
      const { body: id } = await add({ ProductId, ProductSku });
      expect(await lineItem(id)).toMatchObject({ productId: ProductId, productSku: ProductSku, productImageId });
    }
  });

  test("accepts any supplier's product in an unassigned order", async () => {
    const [ProductId, OrderId] = [await api.aProduct(supplier), await api.anOrder(null)];
    expect(await add({ ProductId, OrderId })).toMatchObject({ status: 200 });
  });

  test("refuses a product of another supplier, and an unknown product", async () => {
    const refused = async (ProductId: number) => {
      const { status, problem } = await add({ ProductId });
      return [status, problem.errors];
    };
    expect(await refused(await api.aProduct(await api.aSupplier()))).toEqual([
      422,
      { ProductId: ["This product belongs to another supplier than the order."] },
    ]);
    expect(await refused(2_000_000_000)).toEqual([422, { ProductId: ["Please choose one from the list."] }]);
    expect(await lineItems()).toEqual([]);
  });

  test.each([
    ["ProductName", { ProductName: " " }, "This is a required field"],
    ["ProductName", { ProductName: "x".repeat(501) }, "Please use no more than 500 characters."],
    ["ProductSku", { ProductSku: "x".repeat(256) }, "Please use no more than 255 characters."],
    ["PurchasePriceExTax", { PurchasePriceExTax: -0.01 }, "This must not be less than 0."],
    ["PurchasePriceExTax", { PurchasePriceExTax: 9.0455 }, "Please use no more than two decimals."],
    ["PurchasePriceExTax", { PurchasePriceExTax: 1_000_000.01 }, "Please enter at most 1,000,000."],
    ["PurchasePriceTax", { PurchasePriceTax: null }, "This is a required field"],
    ["Quantity", { Quantity: 0 }, "Please enter a whole number, at least 1."],
    ["Quantity", { Quantity: 1.5 }, "Please enter a whole number, at least 1."],
    ["Quantity", { Quantity: 10_000 }, "Please enter at most 9,999."],
    ["ShippingAmountExTax", { ShippingAmountExTax: -1 }, "This must not be less than 0."],
    ["ShippingAmountTax", { ShippingAmountTax: -1 }, "This must not be less than 0."],
    ["CommissionRate", { CommissionRate: -0.1 }, "This must not be less than 0."],
    ["CommissionRate", { CommissionRate: 1.01 }, "Please enter at most 100 percent."],
    ["CommissionRate", { CommissionRate: 0.12345 }, "Please use no more than two decimals."],
    ["OrderNotes", { OrderNotes: "x".repeat(2_001) }, "Please use no more than 2,000 characters."],
    ["Options.0.Value", { Options: [{ Name: "Colour", Value: " " }] }, "This is a required field"],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    expect(await add(traits)).toMatchObject({
      status: 422,
      problem: { errors: { [field]: expect.arrayContaining([message]) } },
    });
    expect(await lineItems()).toEqual([]);
  });
});

describe("changing a line item", () => {
  let item: number;
  const update = (traits: object = {}, user = operator) =>
    api.call(user, orders.updateLineItem, { LineItemId: item, Status: 0, ...traits });
  beforeEach(async () => {
    item = await api.aLineItem(order);
  });

  test("sets that it waits for stock with the expected date, and clears it again", async () => {
    expect(
      await update({ Status: 1, ExpectedInStockDate: "2030-03-09", OrderNotes: " Soon ", SupplierNotes: "Shelf 3" }),
    ).toMatchObject({ status: 200 });
    expect(await lineItem(item)).toMatchObject({
      status: 1,
      expectedInStockDate: "2030-03-09",
      orderNotes: "Soon",
      supplierNotes: "Shelf 3",
    });
    expect(await update({ Status: 0, ExpectedInStockDate: "2030-03-09" })).toMatchObject({ status: 200 });
    expect(await lineItem(item)).toMatchObject({
      status: 0,
      expectedInStockDate: null,
      orderNotes: "",
      supplierNotes: "",
    });
  });

  test("refuses a status other than the one that follows from shipments, and stores the notes", async () => {
    item = await api.aLineItem(order, { status: OrderLineItemStatus.complete });
    const { status, problem } = await update({ Status: 0, OrderNotes: "Sent" });
    expect([status, problem.message]).toEqual([
      409,
      "This item is now “Complete”, so its status can no longer be changed.",
    ]);
    expect(await update({ Status: 3, OrderNotes: "Sent" })).toMatchObject({ status: 200 });
    expect(await lineItem(item)).toMatchObject({ status: 3, orderNotes: "Sent" });
  });

  test.each([
    ["Status", { Status: 2 }, "Please choose one from the list."],
    ["Status", { Status: 7 }, "Please choose one from the list."],
    ["Status", { Status: null }, "Please choose one from the list."],
    ["ExpectedInStockDate", { Status: 1 }, "This is a required field"],
    ["ExpectedInStockDate", { Status: 1, ExpectedInStockDate: "soon" }, "Please enter a date."],
    ["ExpectedInStockDate", { Status: 1, ExpectedInStockDate: "2026-02-30" }, "Please enter a date."],
    ["ExpectedInStockDate", { Status: 1, ExpectedInStockDate: "0000-01-01" }, "Please enter a date."],
    ["ExpectedInStockDate", { Status: 1, ExpectedInStockDate: "2026-03-09" }, "Please enter today or a later day."],
    ["SupplierNotes", { SupplierNotes: "x".repeat(2_001) }, "Please use no more than 2,000 characters."],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    expect(await update(traits)).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
    expect(await lineItem(item)).toMatchObject({ status: 0 });
  });

  test("is allowed to operators and to supplier staff with the permission for orders", async () => {
    expect(await update({ Status: 0 }, await api.aUser({ links: [{ supplier, bits: 8 }] }))).toMatchObject({
      status: 200,
    });
    expect(await update({ Status: 0 }, await api.aUser({ links: [{ supplier, bits: 55 }] }))).toMatchObject({
      status: 403,
    });
    const foreign = await update({ Status: 0 }, await api.aUser({ links: [{ supplier: await api.aSupplier() }] }));
    const unknown = await update({ Status: 0, LineItemId: 2_000_000_000 });
    expect([foreign.status, foreign.problem.message]).toEqual([404, unknown.problem.message]);
  });
});

describe("deleting a line item", () => {
  const remove = (LineItemId: number, Id = randomUUID()) =>
    api.call(operator, orders.deleteLineItem, { LineItemId, Id });

  test("removes it from the order once, and keeps its transactions", async () => {
    const item = await api.aLineItem(order);
    const Id = randomUUID();
    for (const _ of [1, 2]) expect(await remove(item, Id)).toMatchObject({ status: 200 });
    expect(await lineItems()).toEqual([]);
    for (const answer of [
      await remove(item),
      await api.call(operator, orders.updateLineItem, { LineItemId: item, Status: 0 }),
      await api.call(operator, orders.addLineItemAdjustment, { ...adjustment(item), QuantityAdjustment: 1 }),
    ]) {
      expect(answer).toMatchObject({ status: 404 });
    }
    expect(await db.$count(orderTransactions, eq(orderTransactions.lineItemId, item))).toBe(1);
  });

  test.each([
    ["shipped", TransactionType.shipment, 1, "This item has been shipped, so it cannot be deleted. Adjust it instead."],
    [
      "on an invoice",
      TransactionType.payment,
      0,
      "This item is on an invoice, so it cannot be deleted. Adjust it instead.",
    ],
  ])("refuses an item that is %s", async (_, type, quantity, message) => {
    const item = await api.aLineItem(order);
    await api.aTransaction(item, { type, quantity });
    expect(await remove(item)).toMatchObject({ status: 409, problem: { message } });
    expect(await lineItems()).toMatchObject([{ id: item }]);
  });

  test("accepts an item whose shipment was cancelled", async () => {
    const item = await api.aLineItem(order);
    for (const quantity of [2, -2]) await api.aTransaction(item, { type: TransactionType.shipment, quantity });
    expect(await remove(item)).toMatchObject({ status: 200 });
  });
});
