/** Concurrent edits: saving a form never silently reverts another person's change. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { products as productTable, productVariants } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { productDetails, variantDetails } from "#contract/products/edits.ts";
import { shownText } from "#contract/rules/edits.ts";
import { supplierFinances } from "#contract/suppliers/edits.ts";
import { userDetails } from "#contract/users/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { supplierFinances as finances, newLineItem } from "#tests/support/forms.ts";
import { aVaryingProduct } from "#tests/support/varying-product.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products, orders, users, suppliers } = operations;

let manager: TestUser;
let admin: TestUser;
let operator: TestUser;
let supplier: number;
let order: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
  admin = await api.aUser({ roles: ["Administrator"] });
  operator = await api.aUser({ roles: ["Operator"] });
  supplier = await api.aSupplier();
  order = await api.anOrder(supplier, { marketplaceId: await api.aMarketplace() });
});

const aProduct = () =>
  api.aProduct(supplier, {
    name: "Tray",
    description: "<p>For tea.</p>",
    externalSku: "TRAY-1",
    manageStock: true,
    stockQuantity: 10,
    recommendedRetailPrice: 20,
    salePrice: 20,
  });
const product = (id: number) => api.ok(manager, products.get, { id });
const buy = (ProductId: number, Quantity: number, traits: object = {}) =>
  api.ok(operator, orders.addLineItem, { ...newLineItem(order), ProductId, Quantity, ...traits });

/** An opened product form; `save` submits all of it, with the given changes. */
async function open(id: number) {
  const shown = productDetails(await product(id));
  const whole = { ...shown, Description: shown.Description ?? "", ProductId: id, Shown: shownText(shown) };
  return (typed: object) => api.call(manager, products.updateDetails, { ...whole, ...typed } as never);
}

describe("a concurrently edited product", () => {
  let id: number;
  beforeEach(async () => {
    id = await aProduct();
  });

  test("keeps stock that was sold while its name was edited", async () => {
    const save = await open(id);
    await buy(id, 4);
    expect(await save({ Name: "Linen tray" })).toMatchObject({ status: 200 });
    expect(await product(id)).toMatchObject({ name: "Linen tray", stockQuantity: 6 });
  });

  test("gets the stock increase entered in the form, whatever was sold in the meantime", async () => {
    const save = await open(id);
    await buy(id, 4);
    expect(await save({ StockQuantity: 15 })).toMatchObject({ status: 200 });
    expect(await product(id)).toMatchObject({ stockQuantity: 11 });
  });

  test("never gets a negative stock", async () => {
    const save = await open(id);
    await buy(id, 4);
    expect(await save({ StockQuantity: 2 })).toMatchObject({ status: 409, problem: { theirs: { StockQuantity: 6 } } });
    expect(await product(id)).toMatchObject({ stockQuantity: 6 });
  });

  test("accepts changes of two people to different fields", async () => {
    const [first, second] = [await open(id), await open(id)];
    await first({ RecommendedRetailPrice: 30, Description: "<p>For <b>coffee</b>.</p>" });
    expect(await second({ Name: "Linen tray", ExternalSku: "TRAY-2" })).toMatchObject({ status: 200 });
    expect(await product(id)).toMatchObject({
      name: "Linen tray",
      externalSku: "TRAY-2",
      recommendedRetailPrice: 30,
      description: "<p>For <strong>coffee</strong>.</p>",
    });
  });

  test("refuses the second change of a field until its sender has seen the first", async () => {
    const [first, second] = [await open(id), await open(id)];
    await first({ Name: "Tray of linen" });
    const { status, problem } = await second({ Name: "Linen tray", ExternalSku: "TRAY-2" });
    expect({ status, problem }).toMatchObject({
      status: 409,
      problem: { theirs: { Name: "Tray of linen" }, errors: { Name: [expect.any(String)] } },
    });
    expect(await product(id)).toMatchObject({ name: "Tray of linen", externalSku: "TRAY-1" });
    expect(await second({ Name: "Linen tray", ExternalSku: "TRAY-2", Shown: problem.shown })).toMatchObject({
      status: 200,
    });
    expect(await product(id)).toMatchObject({ name: "Linen tray", externalSku: "TRAY-2" });
  });

  test("changes once if the same form is sent twice", async () => {
    const save = await open(id);
    const Id = crypto.randomUUID();
    await buy(id, 4);
    for (const _ of [1, 2]) expect(await save({ Id, StockQuantity: 12 })).toMatchObject({ status: 200 });
    expect(await product(id)).toMatchObject({ stockQuantity: 8 });
  });

  test("is stored as submitted if the request does not include the original values", async () => {
    const save = await open(id);
    await buy(id, 4);
    expect(await save({ Shown: undefined })).toMatchObject({ status: 200 });
    expect(await product(id)).toMatchObject({ stockQuantity: 10 });
  });

  test("without a sale price follows its recommended retail price, up and down", async () => {
    for (const price of [35, 15]) {
      const save = await open(id);
      await save({ RecommendedRetailPrice: price });
      expect(await product(id)).toMatchObject({ recommendedRetailPrice: price, salePrice: price });
    }
  });
});

test("editing the SKU of a variant keeps what was sold, and current prices of the product", async () => {
  const varying = await aVaryingProduct(api, { name: "Scarf", recommendedRetailPrice: 20, salePrice: 20 });
  const { Red, Small } = varying.options;
  const id = await api.aVariant(varying.product, {
    externalSku: "S-1",
    manageStock: true,
    stockQuantity: 10,
    options: [Red, Small],
  });
  const variant = async () => (await product(varying.product)).productVariants.find((each) => each.id === id);
  const shown = variantDetails((await variant()) as never);
  await db.update(productVariants).set({ stockQuantity: 6 }).where(eq(productVariants.id, id));
  await db
    .update(productTable)
    .set({ recommendedRetailPrice: 25, salePrice: 25 })
    .where(eq(productTable.id, varying.product));
  const sent = {
    ...shown,
    ExternalSku: "S-2",
    ProductId: varying.product,
    ProductVariantId: id,
    Shown: shownText(shown),
  };
  expect(await api.call(manager, products.upsertVariant, sent as never)).toMatchObject({ status: 200 });
  expect(await variant()).toMatchObject({
    externalSku: "S-2",
    stockQuantity: 6,
    recommendedRetailPrice: 25,
    overridePrice: false,
    attributeOptions: [{}, {}],
  });
});

test("a removed role is not restored by correcting a surname", async () => {
  const { id } = await api.aUser({ roles: ["Operator", "Finance"] });
  const user = () => api.ok(admin, users.get, { id });
  const shown = userDetails(await user());
  const whole = { UserId: id, ...shown } as never as { Email: string };
  await api.ok(admin, users.update, { ...whole, Roles: ["Operator"] } as never);
  await api.ok(admin, users.update, { ...whole, Surname: "Doe", Shown: shownText(shown) } as never);
  expect(await user()).toMatchObject({ surname: "Doe", roles: ["Operator"] });
});

test("an old bank account is not restored by changing the billing contacts", async () => {
  const it = await api.aSupplier();
  await api.ok(admin, suppliers.updateFinancialDetails, finances(it));
  const stored = () => api.ok(admin, suppliers.get, { id: it });
  const shown = supplierFinances(await stored());
  await api.ok(admin, suppliers.updateFinancialDetails, { ...finances(it), AccountNumber: "999999" });
  await api.ok(admin, suppliers.updateFinancialDetails, {
    ...finances(it),
    BillingContactEmails: "new@acacia.example",
    Shown: shownText(shown),
  });
  expect(await stored()).toMatchObject({ accountNumber: "999999", billingContactEmails: "new@acacia.example" });
});

/** The events: a person opens the form, edits or saves it, or an order arrives. */
const act = fc.oneof(
  fc.record({ who: fc.constantFrom(0, 1), does: fc.constant("opens" as const) }),
  fc.record({
    who: fc.constantFrom(0, 1),
    does: fc.constant("saves" as const),
    name: fc.option(fc.constantFrom("A", "B", "C")),
    sku: fc.option(fc.constantFrom("X", "Y")),
    stock: fc.option(fc.integer({ min: -3, max: 3 })),
  }),
  fc.record({ does: fc.constant("orders" as const), quantity: fc.integer({ min: 1, max: 2 }) }),
);

test("random edits of two people and orders lose nothing silently, and saving never increases stock", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
      const id = await aProduct();
      const forms: (
        | { shown: ReturnType<typeof productDetails>; save: Awaited<ReturnType<typeof open>> }
        | undefined
      )[] = [];
      let expected = { name: "Tray", externalSku: "TRAY-1", stockQuantity: 10 };
      for (const each of acts) {
        if (each.does === "orders") {
          await buy(id, each.quantity);
          expected = { ...expected, stockQuantity: Math.max(0, expected.stockQuantity - each.quantity) };
        } else if (each.does === "opens") {
          forms[each.who] = { shown: productDetails(await product(id)), save: await open(id) };
        } else {
          const form = forms[each.who];
          if (!form) continue;
          const { shown, save } = form;
          const typedStock = Math.max(0, (shown.StockQuantity ?? 0) + (each.stock ?? 0));
          const typed = {
            Name: each.name ?? shown.Name,
            ExternalSku: each.sku ?? shown.ExternalSku,
            StockQuantity: typedStock,
          };
          const { status, problem } = await save(typed);
          const change = typedStock - (shown.StockQuantity ?? 0);
          const overtaken = {
            Name: typed.Name !== shown.Name && expected.name !== shown.Name && expected.name !== typed.Name,
            ExternalSku:
              typed.ExternalSku !== shown.ExternalSku &&
              expected.externalSku !== shown.ExternalSku &&
              expected.externalSku !== typed.ExternalSku,
            StockQuantity: change !== 0 && expected.stockQuantity + change < 0,
          };
          const told = Object.entries(overtaken).flatMap(([field, is]) => (is ? [field] : []));
          expect(Object.keys(problem?.theirs ?? {})).toEqual(told);
          expect(status).toBe(told.length > 0 ? 409 : 200);
          if (told.length === 0) {
            expected = {
              name: typed.Name === shown.Name ? expected.name : typed.Name,
              externalSku: typed.ExternalSku === shown.ExternalSku ? expected.externalSku : typed.ExternalSku,
              stockQuantity: expected.stockQuantity + change,
            };
          }
          forms[each.who] = undefined;
        }
        expect(await product(id)).toMatchObject(expected);
      }
    }),
    { numRuns: 25 },
  );
});
