/** An order without a supplier gets one, and its lines of text become that supplier's products. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { products, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { orderDetails, placedOrder } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
let sku: string;
let order: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
/** Two trays at $50.00, of a SKU that nobody has yet. */
beforeEach(async () => {
  sku = `SKU-${randomUUID()}`;
  supplier = await api.aSupplier({ name: "Acacia Homewares" });
  const placed = await api.ok(
    operator,
    orders.place,
    placedOrder(marketplace, { Lines: [{ Sku: sku, ProductName: "Tray", Quantity: 2, PriceIncTax: 50 }] }),
  );
  order = placed.orders[0]?.id ?? 0;
});

const assign = (SupplierId = supplier) => api.call(operator, orders.assignSupplier, { OrderId: order, SupplierId });
const now = () => api.ok(operator, orders.get, { id: order });

describe("the supplier", () => {
  test("is assigned once", async () => {
    expect(await assign()).toMatchObject({ status: 200 });
    expect(await now()).toMatchObject({ supplierId: supplier });
    expect((await assign(await api.aSupplier())).problem.errors).toEqual({
      SupplierId: ["This order already has a supplier, which cannot be changed."],
    });
  });

  test("must exist, and own all products of the order", async () => {
    expect((await assign(999_999)).problem.errors).toEqual({
      SupplierId: ["Please select the supplier for this order"],
    });
    const other = await api.aProduct(await api.aSupplier());
    await api.aLineItem(order, { productId: other, productName: "Mug" });
    expect((await assign()).problem.errors).toEqual({
      SupplierId: ["“Mug” in this order belongs to another supplier."],
    });
    expect((await now()).supplierId).toBeNull();
  });
});

describe("a line of text", () => {
  test("becomes the product with its SKU, and takes its stock", async () => {
    const product = await api.aProduct(supplier, { externalSku: sku, manageStock: true, stockQuantity: 5 });
    // Another supplier's, because of which the SKU was not enough.
    await api.aProduct(await api.aSupplier(), { externalSku: sku });
    await assign();
    expect((await now()).lineItems).toMatchObject([{ productId: product, productName: "Tray", productSku: sku }]);
    const [stored] = await db.select().from(products).where(eq(products.id, product));
    expect(stored?.stockQuantity).toBe(3);
  });

  test("stays text where the supplier has no such SKU, or two", async () => {
    for (const _ of [1, 2]) await api.aProduct(supplier, { externalSku: sku });
    await assign();
    expect((await now()).lineItems).toMatchObject([{ productId: null, productName: "Tray" }]);
  });

  test("takes the commission of the supplier's agreement", async () => {
    await db
      .insert(supplierMarketplaces)
      .values({ supplierId: supplier, marketplaceId: marketplace, status: 2, commissionRate: 0.125 });
    expect((await now()).lineItems).toMatchObject([{ commissionAmount: { adjusted: 30 } }]);
    await assign();
    expect((await now()).lineItems).toMatchObject([
      {
        commissionRate: 0.125,
        commissionAmount: { ordered: 30, adjusted: 12.5 },
        transactions: [
          {},
          {
            quantity: 0,
            commissionAmountExTax: -15.91,
            commissionAmountTax: -1.59,
            comment: "Commission of the agreement with Acacia Homewares",
          },
        ],
      },
    ]);
  });

  test("becomes a product as well if the supplier is chosen in the order's details", async () => {
    const product = await api.aProduct(supplier, { externalSku: sku });
    const address = (await now()).shippingAddressId ?? "";
    await api.ok(operator, orders.updateDetails, { ...orderDetails(order, address), SupplierId: supplier });
    expect(await now()).toMatchObject({ supplierId: supplier, lineItems: [{ productId: product }] });
  });
});
