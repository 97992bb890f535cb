import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadNewLineItem, newLineItemForms } from "#app/services/orders/new-line-item.server.ts";
import { loadOrder } from "#app/services/orders/order.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { TransactionType } from "#contract/enumerations.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const loader = screen(loadOrder);

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

const nothing = { ordered: 0, adjusted: 0, owed: 0 };

/** A line item of which `owed` of 2 are still to be shipped. */
function anItem(id: number, owed: number, transactionTypes: number[] = []) {
  const money = {
    purchaseAmountExTax: 1,
    purchaseAmountTax: 0,
    commissionAmountExTax: 0,
    commissionAmountTax: 0,
    shippingAmountExTax: 0,
    shippingAmountTax: 0,
  };
  return {
    ...{ id, productName: "Woven basket", purchasePriceExTax: 1, purchasePriceTax: 0, commissionRate: 0.3, status: 0 },
    ...{ purchaseAmount: nothing, shippingAmount: nothing, commissionAmount: nothing, subTotal: nothing },
    quantity: { ordered: 2, adjusted: 2, owed },
    transactions: transactionTypes.map((transactionType, i) => ({
      id: i + 1,
      transactionDate: "2026-03-02T00:00:00Z",
      transactionType,
      quantity: 0,
      ...money,
    })),
  };
}

function hasOrder(lineItems: object[], changes: object = {}): void {
  const customer = { customerFirstName: "Ana", customerSurname: "Lee", customerEmail: "ana@test.example" };
  const order = {
    id: 5,
    name: "M-1",
    marketplaceOrderId: "MK-1",
    orderDate: "2026-03-02T00:00:00Z",
    supplierId: 1,
    marketplaceId: 1,
    marketplaceName: "Harbour & Co",
  };
  api.on("GET /api/v1/shipments", json({ items: [], totalCount: 0 }));
  api.on(
    "GET /api/v1/orders/5",
    json({
      ...order,
      ...customer,
      ...changes,
      defaultCommissionRate: 0.3,
      lineItems,
      canEditDetails: true,
      canUpdateLineItemStatus: true,
    }),
  );
}

it("offers to delete only items that have not been shipped or invoiced, even in part", async () => {
  hasOrder([anItem(1, 2), anItem(2, 1), anItem(3, 2, [TransactionType.purchase, TransactionType.payment])]);
  const { body } = await visit(loader, "/orders/5?edit=nothing", jar, { id: "5" });
  const { order } = body as Awaited<ReturnType<typeof loadOrder>>;
  expect(order.lineItems.map(({ id, canDelete }) => [id, canDelete])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
});

it("does not open the form by itself for an order that a marketplace placed without email and phone", async () => {
  const shippingAddress = {
    id: "22222222-2222-4222-8222-222222222222",
    streetAddress: "1 High Street",
    city: "Perth",
    state: "WA",
    postCode: "6000",
    countryCode: "AU",
  };
  hasOrder([anItem(1, 2)], { shippingAddress, customerEmail: null, customerPhoneNumber: null });
  const { body } = await visit(loader, "/orders/5", jar, { id: "5" });
  const { order, details } = body as Awaited<ReturnType<typeof loadOrder>>;
  expect([order.id, details]).toEqual([5, undefined]);
});

it("adds an item with the GST of the product's tax class, or of the one that is chosen", async () => {
  const product = {
    id: 7,
    name: "Oats",
    productTypeId: 1,
    productTypeName: "Food",
    supplierId: 1,
    supplierName: "Acacia",
  };
  api.usually("GET /api/v1/products/7", json({ ...product, appliedTaxClass: "gstFree", recommendedRetailPrice: 11 }));
  hasOrder([], { canEditDetails: true, defaultCommissionRate: 0.3 });
  const path = "/orders/5/items/new?product=7";
  const { body } = await visit(screen(loadNewLineItem), path, jar, { id: "5" });
  const { values } = body as Awaited<ReturnType<typeof loadNewLineItem>>;
  expect(values).toMatchObject({ TaxClass: "gstFree", PurchasePriceExTax: "11.00" });

  api.usually("POST /api/v1/orders/AddLineItem", json(1));
  for (const TaxClass of ["gstFree", "taxable"]) {
    const fields = { ...values, TaxClass, ShippingAmountExTax: "5.50", intent: "add", Id: randomUUID() };
    await send(commandForms(newLineItemForms), path, fields, jar, { id: "5" });
  }
  const sent = api.received("POST /api/v1/orders/AddLineItem").map(({ body: text }) => JSON.parse(text) as object);
  expect(sent).toMatchObject([
    { PurchasePriceExTax: 11, PurchasePriceTax: 0, ShippingAmountExTax: 5.5, ShippingAmountTax: 0 },
    { PurchasePriceExTax: 10, PurchasePriceTax: 1, ShippingAmountExTax: 5, ShippingAmountTax: 0.5 },
  ]);
  expect(sent[0]).not.toHaveProperty("TaxClass");
});
