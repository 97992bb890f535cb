import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import {
  attributeOptions,
  marketplaceProducts,
  orderLineItems,
  productImages,
  products as productTable,
  productVariantOptions,
  productVariants,
  shippingRules as ruleTable,
  shippingRates,
  supplierMarketplaces,
  users as userTable,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { undoers } from "#api/registries/undoers.ts";
import { MarketplaceProductStatus, SupplierPermission } from "#contract/enumerations.ts";
import type { Command, SentInput } from "#contract/operation.ts";
import { allOperations, operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { history, products, shippingRules, orders, users, suppliers, shipments, approvals, processing } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(database, pino({ level: "silent" }));
const parts = { database, config, files: databaseFiles, jobs, kinds: processKinds };

let administrator: TestUser;
let operator: TestUser;
let other: TestUser;
let supplier: number;
beforeAll(async () => {
  administrator = await api.aUser({ roles: ["Administrator"], givenName: "Ada", surname: "Boss" });
  operator = await api.aUser({ roles: ["Operator"], givenName: "Olga", surname: "Otter" });
  other = await api.aUser({ roles: ["Operator"], givenName: "Otto", surname: "Ohm" });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Harbour Pottery" });
});

/** Carries out a command. @returns its id */
async function did<C extends Command>(operation: C, input: Omit<SentInput<C>, "Id">, as = operator): Promise<string> {
  const Id = randomUUID();
  await api.ok(as, operation as Command, { ...input, Id });
  return Id;
}

const undone = (UndoneId: string, as = operator) => api.ok(as, history.undo, { UndoneId });
const tried = (UndoneId: string, as = operator) => api.call(as, history.undo, { UndoneId });

const run = (id: string) => runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });

test("what says that it can be undone can be, and nothing else", () => {
  const declared = allOperations().flatMap(([name, operation]) =>
    operation.kind === "command" && operation.canBeUndone ? name : [],
  );
  const built = Object.entries(undoers.commands).flatMap(([area, each]) =>
    Object.keys(each).map((key) => `${area}.${key}`),
  );
  expect(built.sort()).toEqual(declared.sort());
});

describe("a deleted variant", () => {
  test("comes back with its options, price, stock and SKU, and stays the one that was ordered", async () => {
    const attribute = await api.anAttribute({ options: ["Red"] });
    const product = await api.aProduct(supplier, { hasVariants: true });
    const variant = await api.aVariant(product, {
      name: "Red",
      externalSku: "R-1",
      recommendedRetailPrice: 12.5,
      manageStock: true,
      stockQuantity: 7,
      options: [await optionOf(attribute)],
    });
    const item = await api.aLineItem(await api.anOrder(supplier), { productId: product, variantId: variant });
    const stored = () => db.select().from(productVariants).where(eq(productVariants.id, variant));
    const options = () => db.select().from(productVariantOptions).where(eq(productVariantOptions.variantId, variant));
    const before = [await stored(), await options()];
    const id = await did(products.deleteVariant, { ProductId: product, ProductVariantId: variant });
    expect(await stored()).toEqual([]);
    expect(await undone(id)).toMatchObject({
      userName: "Olga Otter",
      kept: [],
      record: "product",
      recordId: product,
      processId: null,
    });
    expect([await stored(), await options()]).toEqual(before);
    expect(await db.select().from(orderLineItems).where(eq(orderLineItems.id, item))).toMatchObject([
      { variantId: variant },
    ]);
  });

  test("stays deleted where another one has its options now", async () => {
    const option = await optionOf(await api.anAttribute({ options: ["Red"] }));
    const product = await api.aProduct(supplier, { hasVariants: true });
    const variant = await api.aVariant(product, { name: "Red", options: [option] });
    const id = await did(products.deleteVariant, { ProductId: product, ProductVariantId: variant });
    await api.aVariant(product, { name: "New red", options: [option] });
    const { status, problem } = await tried(id);
    expect([status, problem.message]).toEqual([409, expect.stringContaining("Nothing was undone")]);
  });

  test("stays deleted where another one has its SKU now", async () => {
    const option = await optionOf(await api.anAttribute({ options: ["Red"] }));
    const product = await api.aProduct(supplier, { hasVariants: true });
    const variant = await api.aVariant(product, { externalSku: "R-1", options: [option] });
    const id = await did(products.deleteVariant, { ProductId: product, ProductVariantId: variant });
    await api.aVariant(product, { externalSku: "R-1" });
    const { status, problem } = await tried(id);
    expect([status, problem.message]).toEqual([
      409,
      expect.stringContaining("Another variant of this product has this SKU already."),
    ]);
  });

  async function optionOf(attribute: number): Promise<number> {
    const [option] = await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, attribute));
    return option?.id ?? 0;
  }
});

describe("a deleted image", () => {
  test("comes back to its place among those that are there now", async () => {
    const product = await api.aProduct(supplier);
    const images: number[] = [];
    for (const label of ["a", "b", "c"]) images.push(await api.aProductImage(product, { label }));
    await db
      .update(productImages)
      .set({ position: 1 })
      .where(eq(productImages.id, images[0] ?? 0));
    await db
      .update(productImages)
      .set({ position: 2 })
      .where(eq(productImages.id, images[1] ?? 0));
    await db
      .update(productImages)
      .set({ position: 3 })
      .where(eq(productImages.id, images[2] ?? 0));
    const id = await did(products.deleteImage, { ProductId: product, ProductImageId: images[1] ?? 0 });
    await undone(id);
    const now = await db
      .select({ label: productImages.label, position: productImages.position })
      .from(productImages)
      .where(eq(productImages.productId, product))
      .orderBy(asc(productImages.position));
    expect(now).toEqual([
      { label: "a", position: 1 },
      { label: "b", position: 2 },
      { label: "c", position: 3 },
    ]);
  });
});

describe("a hero image that was chosen from the gallery", () => {
  const heroOf = async (id: number) =>
    (await db.select({ hero: productTable.defaultImageFileId }).from(productTable).where(eq(productTable.id, id)))[0]
      ?.hero;

  test("makes way for the former one, which marketplaces are told", async () => {
    const marketplaceId = await api.aMarketplace();
    const former = await api.aFile();
    const { approved } = MarketplaceProductStatus;
    const product = await api.aProduct(supplier, {
      defaultImageFileId: former,
      on: [{ marketplaceId, status: approved }],
    });
    const image = await api.aProductImage(product, { imageId: await api.aFile() });
    const id = await did(products.useAsHeroImage, { ProductId: product, ProductImageId: image });
    const ofProduct = eq(marketplaceProducts.productId, product);
    await db.update(marketplaceProducts).set({ syncStatus: 0 }).where(ofProduct);
    await undone(id);
    expect(await heroOf(product)).toBe(former);
    expect(await db.select().from(marketplaceProducts).where(ofProduct)).toMatchObject([
      { status: approved, syncStatus: 1 },
    ]);
  });

  test("stays where another one has been chosen since", async () => {
    const product = await api.aProduct(supplier);
    const [first = 0, second = 0] = [await api.aProductImage(product), await api.aProductImage(product)];
    const id = await did(products.useAsHeroImage, { ProductId: product, ProductImageId: first });
    await did(products.useAsHeroImage, { ProductId: product, ProductImageId: second }, other);
    const chosen = await heroOf(product);
    const { status, problem } = await tried(id);
    expect([status, problem.message]).toEqual([409, expect.stringContaining("Nothing was undone")]);
    expect(await heroOf(product)).toBe(chosen);
  });
});

describe("a deleted shipping rule", () => {
  test("comes back with its rates, for those who may delete it", async () => {
    const rule = await api.aShippingRule({ supplierId: supplier, name: "Letters" }, [
      { countryCode: "AU", state: "NSW" },
      { countryCode: "NZ" },
    ]);
    const stored = async () => [
      await db.select().from(ruleTable).where(eq(ruleTable.id, rule)),
      await db.select().from(shippingRates).where(eq(shippingRates.shippingRuleId, rule)).orderBy(shippingRates.id),
    ];
    const before = await stored();
    const id = await did(shippingRules.delete, { ShippingRuleId: rule });
    const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    const clerk = await api.aUser({ links: [{ supplier, bits: SupplierPermission.orders }] });
    expect([(await tried(id, stranger)).status, (await tried(id, clerk)).status]).toEqual([404, 403]);
    const manager = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    await undone(id, manager);
    expect(await stored()).toEqual(before);
  });
});

describe("a deleted line item", () => {
  const stockOf = async (id: number) =>
    (await db.select({ stock: productTable.stockQuantity }).from(productTable).where(eq(productTable.id, id)))[0]
      ?.stock;

  test("is owed again, and its stock is taken again", async () => {
    const product = await api.aProduct(supplier, { manageStock: true, stockQuantity: 10 });
    const order = await api.anOrder(supplier);
    const item = await api.ok(operator, orders.addLineItem, lineOf(order, product));
    await api.ok(operator, orders.addLineItem, lineOf(order, product));
    const before = await api.ok(operator, orders.get, { id: order });
    expect(await stockOf(product)).toBe(4);
    const id = await did(orders.deleteLineItem, { LineItemId: item });
    expect(await stockOf(product)).toBe(7);
    await undone(id);
    expect(await stockOf(product)).toBe(4);
    expect(await api.ok(operator, orders.get, { id: order })).toEqual(before);
  });

  test("stays deleted where the marketplace was told that it is cancelled", async () => {
    const marketplaceId = await api.aMarketplace(undefined, {
      webhookUrl: "https://127.0.0.1/",
      webhookSecret: "sealed",
    });
    const order = await api.anOrder(supplier, { marketplaceId });
    const item = await api.aLineItem(order, { quantity: 3 });
    const id = await did(orders.deleteLineItem, { LineItemId: item });
    const { status, problem } = await tried(id);
    expect([status, problem.message]).toEqual([
      409,
      "The marketplace has been told that this item is cancelled. To sell it all the same, add it again.",
    ]);
  });

  const lineOf = (OrderId: number, ProductId: number) => ({
    OrderId,
    ProductId,
    ProductName: "Dish",
    ProductSku: "D-1",
    Options: [],
    Quantity: 3,
    PurchasePriceExTax: 10,
    PurchasePriceTax: 1,
    CommissionRate: 0.1,
    ShippingAmountExTax: 0,
    ShippingAmountTax: 0,
    OrderNotes: "",
    SupplierNotes: "",
  });
});

describe("a deactivation", () => {
  const isDisabled = async (id: number) =>
    (await db.select({ is: productTable.isDisabled }).from(productTable).where(eq(productTable.id, id)))[0]?.is;

  test("of a product is undone", async () => {
    const product = await api.aProduct(supplier);
    await undone(await did(products.deactivate, { ProductId: product }));
    expect(await isDisabled(product)).toBe(false);
  });

  test("of a product type is undone with its products, but not those that somebody has activated since", async () => {
    const type = await api.aProductType();
    const [one, two, three] = [
      await api.aProduct(supplier, { productTypeId: type, name: "One" }),
      await api.aProduct(supplier, { productTypeId: type, name: "Two" }),
      await api.aProduct(supplier, { productTypeId: type, name: "Three", isDisabled: true }),
    ];
    const id = await did(operations.productTypes.deactivate, { ProductTypeId: type });
    await api.ok(other, products.activate, { ProductId: two });
    const answer = await undone(id);
    expect([await isDisabled(one), await isDisabled(two), await isDisabled(three)]).toEqual([false, false, true]);
    expect(answer).toMatchObject({ count: 2, keptCount: 1 });
    expect(answer.kept[0]).toMatch(/^Two.* was changed by Otto Ohm on /);
  });

  test("of an attribute, a user and a marketplace is undone", async () => {
    const attribute = await api.anAttribute();
    await undone(await did(operations.attributes.deactivate, { AttributeId: attribute }));
    expect((await api.ok(operator, operations.attributes.get, { id: attribute })).isDisabled).toBe(false);
    const user = await api.aUser({});
    await undone(await did(users.deactivate, { UserId: user.id }, administrator), administrator);
    expect((await db.select().from(userTable).where(eq(userTable.id, user.id)))[0]?.isActive).toBe(true);
    const marketplace = await api.aMarketplace();
    await undone(
      await did(operations.marketplaces.deactivate, { MarketplaceId: marketplace }, administrator),
      administrator,
    );
    expect((await api.ok(administrator, operations.marketplaces.get, { id: marketplace })).isDisabled).toBe(false);
  });

  test("of an agreement is undone with what was approved, but not where somebody has decided since", async () => {
    const marketplaceId = await api.aMarketplace();
    await api.anAgreement({ supplierId: supplier, marketplaceId });
    const on = [{ marketplaceId, status: MarketplaceProductStatus.approved }];
    const [one, two] = [await api.aProduct(supplier, { on }), await api.aProduct(supplier, { on })];
    const link = { SupplierId: supplier, MarketplaceId: marketplaceId };
    const id = await did(suppliers.disableMarketplace, link);
    await api.ok(other, approvals.disable, { ProductId: two, MarketplaceId: marketplaceId, Reason: "Sold out." });
    expect(await undone(id)).toMatchObject({ keptCount: 0 });
    const statusOf = async (productId: number) =>
      (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, productId)))[0];
    expect(await statusOf(one)).toMatchObject({ status: MarketplaceProductStatus.approved, syncStatus: 1 });
    expect(
      await db
        .select({ status: supplierMarketplaces.status })
        .from(supplierMarketplaces)
        .where(
          and(eq(supplierMarketplaces.supplierId, supplier), eq(supplierMarketplaces.marketplaceId, marketplaceId)),
        ),
    ).toEqual([{ status: 2 }]);
  });
});

describe("an agreement that ended", () => {
  test("stays disabled where its terms were changed since, because the supplier has not agreed to them", async () => {
    const marketplaceId = await api.aMarketplace();
    await api.anAgreement({ supplierId: supplier, marketplaceId, commissionRate: 0.1 });
    const link = { SupplierId: supplier, MarketplaceId: marketplaceId };
    const id = await did(suppliers.disableMarketplace, link);
    await api.ok(other, suppliers.upsertMarketplace, {
      ...link,
      CommissionRate: 0.9,
      ReferralCostPerClickCharge: null,
    });
    const { status, problem } = await tried(id);
    expect([status, problem.message]).toEqual([
      409,
      "This agreement has been changed since, so it stays as it is now.",
    ]);
  });

  test("keeps a disabled product from being approved again", async () => {
    const marketplaceId = await api.aMarketplace();
    await api.anAgreement({ supplierId: supplier, marketplaceId });
    const product = await api.aProduct(supplier, {
      on: [{ marketplaceId, status: MarketplaceProductStatus.approved }],
    });
    const id = await did(approvals.disable, { ProductId: product, MarketplaceId: marketplaceId, Reason: "" });
    await api.ok(operator, suppliers.disableMarketplace, { SupplierId: supplier, MarketplaceId: marketplaceId });
    const { status, problem } = await tried(id);
    expect([status, problem.message]).toEqual([
      409,
      "The supplier of this product has no active agreement with this marketplace.",
    ]);
  });
});

describe("many at once", () => {
  test("shipments that were marked as dispatched are as before, except what was changed since", async () => {
    const ids: number[] = [];
    for (const trackingNumber of ["A-1", "A-2"]) {
      const order = await api.anOrder(supplier);
      const item = await api.aLineItem(order, { quantity: 1 });
      ids.push(await api.aShipment(order, [{ item, quantity: 1 }], { courierId: 1, trackingNumber }));
    }
    const id = await did(shipments.markDispatched, { ShipmentIds: ids });
    await api.ok(other, shipments.cancel, { ShipmentId: ids[1] ?? 0 });
    const answer = await undone(id);
    expect(answer).toMatchObject({ count: 1, keptCount: 1 });
    expect(answer.kept[0]).toContain("Otto Ohm");
    expect((await api.ok(operator, shipments.get, { id: ids[0] ?? 0 })).status).toBe(0);
  });

  test("decisions about approvals are put back by a background process", async () => {
    const marketplaceId = await api.aMarketplace();
    await api.anAgreement({ supplierId: supplier, marketplaceId });
    const on = [{ marketplaceId, status: MarketplaceProductStatus.pendingApproval }];
    for (const name of ["One", "Two", "Three"]) await api.aProduct(supplier, { name, on });
    const many = await api.ok(operator, approvals.changeMany, { Action: "disable", Filter: { marketplaceId } });
    expect((await tried(many)).status).toBe(409);
    await run(many);
    const three = await db.select().from(productTable).where(eq(productTable.name, "Three"));
    await api.ok(other, approvals.approve, {
      ProductId: three.at(-1)?.id ?? 0,
      MarketplaceId: marketplaceId,
      AvailableFromDate: null,
      AvailableToDate: null,
      CategoryGroups: [],
    });
    const { processId } = await undone(many);
    await run(processId ?? "");
    const { status, processingMessages } = await api.ok(operator, processing.get, { id: processId ?? "" });
    expect(status).toBe(3);
    expect(processingMessages.map(({ friendlyMessage }) => friendlyMessage)).toEqual([
      expect.stringMatching(/^Three on .*Status \(now .*, before .*\).* was changed by Otto Ohm on /),
      "2 products were put back.",
    ]);
    expect(
      await db
        .select({ status: marketplaceProducts.status })
        .from(marketplaceProducts)
        .where(eq(marketplaceProducts.marketplaceId, marketplaceId))
        .orderBy(asc(marketplaceProducts.id)),
    ).toEqual([
      { status: MarketplaceProductStatus.pendingApproval },
      { status: MarketplaceProductStatus.pendingApproval },
      { status: MarketplaceProductStatus.approved },
    ]);
    expect((await undone(many)).processId).toBe(processId);
  });
});

describe("undoing", () => {
  test("twice gives the first answer, to anybody who may do it", async () => {
    const product = await api.aProduct(supplier);
    const id = await did(products.deactivate, { ProductId: product });
    const first = await undone(id);
    await api.ok(operator, products.deactivate, { ProductId: product });
    expect(await undone(id, other)).toEqual(first);
    expect(first.userName).toBe("Olga Otter");
    const [row] = await db.select().from(productTable).where(eq(productTable.id, product));
    expect(row?.isDisabled).toBe(true);
  });

  test("by two at once happens once", async () => {
    const product = await api.aProduct(supplier);
    const id = await did(products.deactivate, { ProductId: product });
    const [one, two] = await Promise.all([undone(id), undone(id, other)]);
    expect(one).toEqual(two);
    const rows = (await api.ok(operator, history.list, { record: "product", recordId: product })).items;
    expect(rows.filter(({ detail }) => detail === "Undo")).toHaveLength(1);
  });

  test("needs the permission of the command", async () => {
    const product = await api.aProduct(supplier);
    const id = await did(products.deactivate, { ProductId: product });
    const reader = await api.aUser({ roles: ["Read Only"] });
    const finance = await api.aUser({ roles: ["Finance"] });
    const clerk = await api.aUser({ links: [{ supplier, bits: SupplierPermission.orders }] });
    const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    const statuses = [];
    for (const user of [reader, finance, clerk, stranger]) statuses.push((await tried(id, user)).status);
    expect(statuses).toEqual([403, 403, 403, 404]);
    expect((await tried(randomUUID())).status).toBe(404);
    expect((await tried("nonsense")).status).toBe(422);
  });

  test("is offered beside the change until it was done", async () => {
    const product = await api.aProduct(supplier);
    const id = await did(products.deactivate, { ProductId: product });
    const rows = async (as = operator) =>
      (await api.ok(as, history.list, { record: "product", recordId: product })).items;
    expect((await rows()).find(({ kind }) => kind === "changed")?.undo).toEqual({ id, by: "command" });
    expect((await rows(await api.aUser({ roles: ["Read Only"] })))[0]?.undo).toBeNull();
    expect(await api.ok(operator, history.undoable, { id })).toMatchObject({
      userName: "Olga Otter",
      canUndo: true,
      undone: null,
      count: 1,
    });
    const answer = await undone(id);
    expect((await rows()).map(({ undo }) => undo)).toEqual((await rows()).map(() => null));
    expect(await api.ok(operator, history.undoable, { id })).toMatchObject({ canUndo: false, undone: answer });
    const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    expect((await api.call(stranger, history.undoable, { id })).status).toBe(404);
  });

  test("what changes nothing cannot be undone", async () => {
    const product = await api.aProduct(supplier, { isDisabled: true });
    const id = await did(products.deactivate, { ProductId: product });
    expect((await tried(id)).status).toBe(404);
  });
});
