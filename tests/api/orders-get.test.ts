import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia", address: {} });
});

const anOrder = (traits: Parameters<typeof api.anOrder>[1] = {}, of: number | null = supplier) =>
  api.anOrder(of, { marketplaceId: marketplace, ...traits });
const get = (id: number, user = operator) => api.ok(user, orders.get, { id });

test("an order shows its customer, its supplier and its delivery address", async () => {
  const id = await anOrder({
    name: "M-20260302-1",
    marketplaceOrderId: "MK-1",
    orderedAt: new Date("2026-03-02T04:05:06.789Z"),
    customerPhoneNumber: "(08) 5550 1234",
    companyName: "Lee & Co",
    orderNotes: "Leave it at the door.",
    shippingAddressId: await api.anAddress({
      streetAddress: "5 Queen Street",
      city: "Auckland",
      state: "",
      postCode: "1010",
      countryCode: "NZ",
    }),
  });
  expect(await get(id)).toEqual({
    id,
    name: "M-20260302-1",
    marketplaceOrderId: "MK-1",
    orderDate: "2026-03-02T04:05:06.789Z",
    customerFirstName: "Ana",
    customerSurname: "Lee",
    customerEmail: "ana@example.com",
    customerPhoneNumber: "(08) 5550 1234",
    companyName: "Lee & Co",
    orderNotes: "Leave it at the door.",
    supplierId: supplier,
    supplierName: "Acacia",
    supplierAddress: expect.objectContaining({
      city: "Fremantle",
      state: "WA",
      countryCode: "AU",
      countryName: "Australia",
    }),
    marketplaceId: marketplace,
    status: OrderLineItemStatus.processing,
    // As of an order from before there were such days.
    shipBy: null,
    shipByIsGiven: false,
    shipByTimeZone: null,
    marketplaceName: "Bazaar",
    shippingAddressId: expect.any(String),
    shippingAddress: expect.objectContaining({
      streetAddress: "5 Queen Street",
      state: "",
      postCode: "1010",
      countryCode: "NZ",
      countryName: "New Zealand",
    }),
    defaultCommissionRate: 0.3,
    canEditDetails: true,
    canCancelItems: true,
    canUpdateLineItemStatus: true,
    lineItems: [],
  });
});

test("an unassigned order has no supplier and no address", async () => {
  const order = await get(await anOrder({}, null));
  expect(order).toMatchObject({
    supplierId: null,
    shippingAddress: null,
    supplierAddress: null,
    defaultCommissionRate: 0.3,
    canEditDetails: true,
  });
  expect(order.supplierName).toBeUndefined();
});

test("the default commission is the one in the agreement of its supplier and marketplace", async () => {
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, commissionRate: 0.125 });
  await api.anAgreement({ supplierId: supplier, marketplaceId: await api.aMarketplace(), commissionRate: 0.5 });
  expect(await get(await anOrder())).toMatchObject({ defaultCommissionRate: 0.125 });
  expect(await get(await anOrder({}, await api.aSupplier()))).toMatchObject({ defaultCommissionRate: 0.3 });
});

describe("permissions on an order", () => {
  const shown = async (user: TestUser, id: number) => {
    const { canEditDetails, canUpdateLineItemStatus, customerEmail } = await get(id, user);
    return [canEditDetails, canUpdateLineItemStatus, customerEmail];
  };

  test.each([
    ["Administrator", [true, true, "ana@example.com"]],
    ["Operator", [true, true, "ana@example.com"]],
    ["Finance", [false, false, null]],
    ["Read Only", [false, false, null]],
  ] as const)("%s", async (role, expected) => {
    expect(await shown(await api.aUser({ roles: [role] }), await anOrder())).toEqual(expected);
  });

  test("of supplier staff follow their permission for orders", async () => {
    const id = await anOrder();
    expect(await shown(await api.aUser({ links: [{ supplier, bits: 8 }] }), id)).toEqual([false, true, null]);
    expect(await shown(await api.aUser({ links: [{ supplier, bits: 63 - 8 }] }), id)).toEqual([false, false, null]);
  });

  test("are missing for everybody else, and unassigned orders are not found by staff", async () => {
    const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    for (const id of [await anOrder(), await anOrder({}, null), 2_000_000_000]) {
      expect(await api.call(stranger, orders.get, { id })).toMatchObject({ status: 404 });
    }
  });
});

describe("the line items of an order", () => {
  test("come in the order of entry, with all their details", async () => {
    const order = await anOrder();
    const productId = await api.aProduct(supplier);
    const productImageId = randomUUID();
    const id = await api.aLineItem(order, {
      productId,
      productImageId,
      status: 1,
      expectedInStockDate: "2026-03-09",
      commissionRate: 0.125,
      orderNotes: "Gift wrap",
      supplierNotes: "Shelf 3",
      options: [
        { name: "Colour", value: "Red" },
        { name: "Size", value: "L" },
      ],
    });
    const { lineItems } = await get(order);
    expect(lineItems).toMatchObject([
      {
        id,
        productId,
        productName: "Woven basket",
        productSku: "BASKET",
        productImageId,
        purchasePriceExTax: 9.05,
        purchasePriceTax: 0.9,
        commissionRate: 0.125,
        status: 1,
        expectedInStockDate: "2026-03-09",
        orderNotes: "Gift wrap",
        supplierNotes: "Shelf 3",
        options: [
          { id: 1, name: "Colour", value: "Red" },
          { id: 2, name: "Size", value: "L" },
        ],
      },
    ]);
  });

  test("are totalled inc GST: as ordered, as adjusted, and as still owed", async () => {
    const order = await anOrder();
    const item = await api.aLineItem(order, { quantity: 3 });
    await api.ok(operator, orders.addLineItemAdjustment, {
      ...adjustment(item),
      QuantityAdjustment: -1,
      PurchaseAmountExTaxAdjustment: -9.05,
      PurchaseAmountTaxAdjustment: -0.9,
      CommissionAmountExTaxAdjustment: -2.72,
      CommissionAmountTaxAdjustment: -0.27,
      ShippingAmountExTaxAdjustment: 1,
      ShippingAmountTaxAdjustment: 0.1,
      Comment: "One is out of stock.",
    });
    await api.aTransaction(item, { type: TransactionType.shipment, quantity: 1 });
    await api.aTransaction(item, {
      type: TransactionType.payment,
      purchaseExTax: 9.05,
      purchaseTax: 0.9,
      shippingExTax: 5.55,
      shippingTax: 0.55,
    });
    const {
      lineItems: [line],
    } = await get(order);
    expect(line).toMatchObject({
      quantity: { ordered: 3, adjusted: 2, owed: 1 },
      purchaseAmount: { ordered: 29.85, adjusted: 19.9, owed: 9.95 },
      shippingAmount: { ordered: 5, adjusted: 6.1, owed: 0 },
      commissionAmount: { ordered: 8.96, adjusted: 5.97, owed: 5.97 },
      subTotal: { ordered: 25.89, adjusted: 20.03, owed: 3.98 },
    });
    expect(line?.transactions.map(({ transactionType }) => transactionType)).toEqual([0, 1, 3, 4]);
  });
});

describe("the transactions of a line item", () => {
  const transactions = (orderId: number, lineItemId: number, user = operator) =>
    api.call(user, orders.lineItemTransactions, { orderId, lineItemId });

  test("are listed in chronological order", async () => {
    const order = await anOrder();
    const item = await api.aLineItem(order);
    await api.aLineItem(order);
    await api.ok(operator, orders.addLineItemAdjustment, {
      ...adjustment(item),
      ShippingAmountExTaxAdjustment: -1,
      Comment: " Late ",
    });
    const { body } = await transactions(order, item);
    expect(body).toEqual([
      {
        id: expect.any(Number),
        transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        transactionType: TransactionType.purchase,
        quantity: 2,
        purchaseAmountExTax: 18.09,
        purchaseAmountTax: 1.81,
        commissionAmountExTax: 5.43,
        commissionAmountTax: 0.54,
        shippingAmountExTax: 4.55,
        shippingAmountTax: 0.45,
        comment: "",
      },
      expect.objectContaining({
        transactionType: TransactionType.refund,
        quantity: 0,
        shippingAmountExTax: -0.91,
        shippingAmountTax: -0.09,
        comment: "Late",
      }),
    ]);
    expect((await get(order)).lineItems[0]?.transactions).toEqual(body);
  });

  test("are found only under their own order, and not after the item is deleted", async () => {
    const [order, other] = [await anOrder(), await anOrder()];
    const item = await api.aLineItem(order);
    expect(await transactions(other, item)).toMatchObject({ status: 404 });
    expect(await transactions(order, item, await api.aUser({ links: [{ supplier, bits: 0 }] }))).toMatchObject({
      status: 200,
    });
    expect(
      await transactions(order, item, await api.aUser({ links: [{ supplier: await api.aSupplier() }] })),
    ).toMatchObject({ status: 404 });
    await api.ok(operator, orders.deleteLineItem, { LineItemId: item });
    expect(await transactions(order, item)).toMatchObject({ status: 404 });
  });
});
