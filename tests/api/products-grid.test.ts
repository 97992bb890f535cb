import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { marketplaceProducts, productVariants, products as table } from "#api/core/database/schema/index.ts";
import {
  MarketplaceProductStatus,
  MarketplaceSyncStatus,
  ShippingMethod,
  SupplierPermission,
} from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { type GridRow, gridRowDetails, mostGridRows, mostGridVariants } from "#contract/products/grid.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products, history } = operations;

let manager: TestUser;
let supplier: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"], givenName: "Mia", surname: "Kerr" });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Harbour Pottery" });
});

type Row = SentInput<typeof products.saveGrid>["Rows"][number];

const save = (Rows: Row[], as = manager) => api.ok(as, products.saveGrid, { Rows });

async function addVariants(productId: number, count: number): Promise<void> {
  const variants = Array.from({ length: count }, (_, i) => ({
    productId,
    externalSku: `V-${productId}-${i}`,
    combination: String(i),
  }));
  await db.insert(productVariants).values(variants);
}

const rowsOf = async (...Ids: number[]) => (await api.ok(manager, products.grid, { Ids })).rows;
const rowOf = async (id: number) => (await rowsOf(id))[0] as GridRow;
const shownIn = (row: GridRow) => shownText(gridRowDetails(row));
async function stored(id: number) {
  const [product] = await db.select().from(table).where(eq(table.id, id));
  if (!product) throw new Error("The product is gone.");
  return product;
}
const variantsOf = (id: number) =>
  db.select().from(productVariants).where(eq(productVariants.productId, id)).orderBy(asc(productVariants.id));
const aBowl = (given: Partial<typeof table.$inferInsert> = {}) =>
  api.aProduct(supplier, {
    name: "Bowl",
    externalSku: "B-1",
    recommendedRetailPrice: 20,
    salePrice: 20,
    manageStock: true,
    stockQuantity: 10,
    ...given,
  });

describe("the rows", () => {
  test("are those of the products in the order that was asked for, each followed by its variants", async () => {
    const one = await aBowl({ hasVariants: true, manageStock: false, stockQuantity: null });
    const [red, blue] = [
      await api.aVariant(one, { externalSku: "R" }),
      await api.aVariant(one, { combination: "1", name: "Blue bowl", recommendedRetailPrice: 30, salePrice: 25 }),
    ];
    const two = await aBowl({ name: "Cup" });
    const rows = await rowsOf(two, one);
    expect(rows.map(({ productId, variantId }) => [productId, variantId])).toEqual([
      [two, null],
      [one, null],
      [one, red],
      [one, blue],
    ]);
    expect(rows[0]).toMatchObject({
      name: "Cup",
      supplierName: "Harbour Pottery",
      salePrice: null,
      stockQuantity: 10,
      isActive: true,
      hasVariants: false,
    });
    expect(rows[2]).toMatchObject({ name: "", recommendedRetailPrice: null, salePrice: null });
    expect(rows[3]).toMatchObject({ name: "Blue bowl", recommendedRetailPrice: 30, salePrice: 25 });
  });

  test("leave out products that the caller may not change, and name those with too many variants", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    const own = await aBowl({ hasVariants: true });
    const other = await api.aProduct(await api.aSupplier(), {});
    await addVariants(own, mostGridVariants + 1);
    const page = await api.ok(staff, products.grid, { Ids: [other, own] });
    expect(page.rows.map(({ productId }) => productId)).toEqual([own]);
    expect(page.withoutVariants).toEqual([own]);
    const plain = await aBowl();
    expect(await api.ok(staff, products.grid, { Ids: [own, other, plain], Part: 1 })).toMatchObject({
      ids: [own, other, plain],
      partCount: 1,
    });
  });

  test("come in parts of 25, in which variants stay with their product", async () => {
    const plain = async (count: number) => Promise.all(Array.from({ length: count }, () => aBowl()));
    const inVariants = async (count: number) => {
      const id = await aBowl({ hasVariants: true });
      await addVariants(id, count);
      return id;
    };
    const [before, large, after] = [await plain(3), await inVariants(30), await plain(4)];
    const small = await inVariants(22);
    const Ids = [...before, large, ...after, small];
    const partOf = async (Part?: number) => {
      const { ids, part, partCount, rows } = await api.ok(manager, products.grid, { Ids, Part });
      return { ids, part, partCount, rowCount: rows.length };
    };
    expect([await partOf(1), await partOf(2), await partOf(3), await partOf(4)]).toEqual([
      { ids: before, part: 1, partCount: 4, rowCount: 3 },
      { ids: [large], part: 2, partCount: 4, rowCount: 31 },
      { ids: after, part: 3, partCount: 4, rowCount: 4 },
      { ids: [small], part: 4, partCount: 4, rowCount: 23 },
    ]);
    expect(await partOf(25)).toEqual(await partOf(4));
    expect(await api.ok(manager, products.grid, { Ids, Holding: after[2] ?? 0 })).toMatchObject({
      part: 3,
      ids: after,
    });
    expect(await partOf()).toEqual({ ids: Ids, part: 1, partCount: 1, rowCount: 61 });
  });

  test("come with the active shipping rules of their suppliers", async () => {
    await api.aShippingRule({ supplierId: supplier, name: "Heavy" });
    await api.aShippingRule({ supplierId: supplier, name: "Old", isDisabled: true });
    await api.aShippingRule({ supplierId: await api.aSupplier(), name: "Somebody else's" });
    const page = await api.ok(manager, products.grid, { Ids: [await aBowl()] });
    expect(page.shippingRules).toEqual([{ supplierId: supplier, name: "Heavy" }]);
  });
});

describe("saving", () => {
  test("writes all cells of products and variants", async () => {
    const rule = await api.aShippingRule({ supplierId: supplier, name: "Heavy" });
    const one = await aBowl();
    const varied = await aBowl({ name: "Plate", hasVariants: true, manageStock: false, stockQuantity: null });
    const variant = await api.aVariant(varied, { externalSku: "P-1" });
    const answer = await save([
      {
        ProductId: one,
        Name: "Large bowl",
        ExternalSku: "B-2",
        RecommendedRetailPrice: 30,
        SalePrice: 25,
        StockQuantity: 4,
        IsActive: false,
        ShippingMethod: ShippingMethod.rule,
        ShippingRule: "heavy",
        ShippingPackageWeight: 1.25,
        ShippingPackageHeight: 10,
        ShippingPackageWidth: 20,
        ShippingPackageDepth: 30,
      },
      { ProductId: varied, ShippingMethod: ShippingMethod.flatRate, DomesticFlatRate: 9 },
      {
        ProductId: varied,
        VariantId: variant,
        Name: "Red plate",
        ExternalSku: "P-2",
        RecommendedRetailPrice: 40,
        SalePrice: 35,
        StockQuantity: 7,
        ShippingPackageWeight: 2,
      },
    ]);
    expect(answer).toEqual({ savedCount: 3, refused: [] });
    expect(await stored(one)).toMatchObject({
      name: "Large bowl",
      externalSku: "B-2",
      recommendedRetailPrice: 30,
      salePrice: 25,
      stockQuantity: 4,
      isDisabled: true,
      shippingMethod: ShippingMethod.rule,
      shippingRuleId: rule,
      shippingPackageWeight: 1.25,
      shippingPackageHeight: 10,
      shippingPackageWidth: 20,
      shippingPackageDepth: 30,
    });
    expect(await stored(varied)).toMatchObject({
      name: "Plate",
      shippingMethod: ShippingMethod.flatRate,
      domesticFlatRate: 9,
    });
    expect((await variantsOf(varied))[0]).toMatchObject({
      name: "Red plate",
      externalSku: "P-2",
      recommendedRetailPrice: 40,
      salePrice: 35,
      manageStock: true,
      stockQuantity: 7,
      shippingPackageWeight: 2,
    });
  });

  test("leaves alone what a row does not name", async () => {
    const id = await aBowl({ salePrice: 15, shippingNotes: "Two days", description: "<p>Round</p>" });
    const before = await stored(id);
    await save([{ ProductId: id, StockQuantity: 3 }]);
    expect(await stored(id)).toEqual({ ...before, stockQuantity: 3 });
  });

  test("empties cells: no sale price, stock that is not managed, the name and prices of the product", async () => {
    const id = await aBowl({ salePrice: 15, hasVariants: false });
    await save([{ ProductId: id, SalePrice: null, StockQuantity: null }]);
    expect(await stored(id)).toMatchObject({ salePrice: 20, manageStock: false, stockQuantity: null });
    const varied = await aBowl({ hasVariants: true });
    const variant = await api.aVariant(varied, { name: "Red", recommendedRetailPrice: 30, salePrice: 25 });
    await save([{ ProductId: varied, VariantId: variant, Name: "", RecommendedRetailPrice: null, SalePrice: null }]);
    expect((await variantsOf(varied))[0]).toMatchObject({ name: null, recommendedRetailPrice: null, salePrice: null });
  });

  test("raises the price of a product without a sale price, and variants that follow it still follow", async () => {
    const varied = await aBowl({ hasVariants: true });
    await api.aVariant(varied, {});
    await save([{ ProductId: varied, RecommendedRetailPrice: 30 }]);
    expect(await stored(varied)).toMatchObject({ recommendedRetailPrice: 30, salePrice: 30 });
    expect((await variantsOf(varied))[0]?.recommendedRetailPrice).toBeNull();
  });

  test("saves the other rows where some are refused, and says why beside each cell", async () => {
    const [fine, wrong, shared] = [
      await aBowl({ externalSku: "B-1" }),
      await aBowl({ externalSku: "B-2" }),
      await aBowl({ externalSku: "B-3" }),
    ];
    const { savedCount, refused } = await save([
      { ProductId: wrong, Name: "", SalePrice: 21, ShippingRule: "Nobody's", StockQuantity: 1 },
      { ProductId: fine, Name: "Fine" },
      { ProductId: shared, ExternalSku: "B-1", SkuIsShared: false },
    ]);
    expect(savedCount).toBe(1);
    expect(refused.map(({ productId, errors }) => [productId, Object.keys(errors ?? {})])).toEqual([
      [wrong, ["Name"]],
      [shared, ["SkuIsShared"]],
    ]);
    expect(await stored(wrong)).toMatchObject({ name: "Bowl", stockQuantity: 10 });
    expect((await stored(fine)).name).toBe("Fine");
    const again = await save([
      { ProductId: wrong, SalePrice: 21 },
      { ProductId: shared, ExternalSku: "B-1", SkuIsShared: true },
    ]);
    expect(again.refused.map(({ errors }) => errors)).toEqual([
      { SalePrice: ["The sale price must not be more than the recommended retail price."] },
    ]);
  });

  test.each([
    ["a rule of another supplier", { ShippingMethod: 2, ShippingRule: "Nobody's" }, "ShippingRule"],
    ["a rate for a rule", { ShippingMethod: 2, DomesticFlatRate: 5 }, "DomesticFlatRate"],
    ["a rule for a flat rate", { ShippingMethod: 0, DomesticFlatRate: 5, ShippingRule: "Heavy" }, "ShippingRule"],
    ["a flat rate without an amount", { ShippingMethod: 0 }, "DomesticFlatRate"],
    ["a carrier that the supplier has not set up", { ShippingMethod: 1 }, "ShippingMethod"],
    ["no SKU", { ExternalSku: "" }, "ExternalSku"],
    ["no RRP", { RecommendedRetailPrice: null }, "RecommendedRetailPrice"],
    ["an RRP below a dollar", { RecommendedRetailPrice: 0.5, SalePrice: null }, "RecommendedRetailPrice"],
  ])("refuses %s", async (_, change, field) => {
    await api.aShippingRule({ supplierId: supplier, name: "Heavy" });
    const id = await aBowl();
    const { savedCount, refused } = await save([{ ProductId: id, ...change }]);
    expect([savedCount, refused.map(({ errors }) => Object.keys(errors ?? {}))]).toEqual([0, [[field]]]);
  });

  test("refuses cells that a row does not have, and a variant that has been deleted", async () => {
    const varied = await aBowl({ hasVariants: true });
    const variant = await api.aVariant(varied, {});
    const { refused } = await save([
      { ProductId: varied, StockQuantity: 3 },
      { ProductId: varied, VariantId: variant, ShippingMethod: 0, DomesticFlatRate: 1 },
      { ProductId: varied, VariantId: variant + 1000, Name: "Gone" },
    ]);
    expect(refused.map(({ errors, message }) => (errors ? Object.keys(errors) : message))).toEqual([
      ["StockQuantity"],
      ["ShippingMethod", "DomesticFlatRate"],
      "This variant does not exist, or you may not see it.",
    ]);
  });

  test("a sale price of a variant needs an RRP", async () => {
    const varied = await aBowl({ hasVariants: true });
    const variant = await api.aVariant(varied, {});
    const { refused } = await save([{ ProductId: varied, VariantId: variant, SalePrice: 5 }]);
    expect(refused[0]?.errors).toHaveProperty("SalePrice");
  });

  test("a row that needs dimensions for its carrier takes both at once", async () => {
    const withCarrier = await api.aSupplier({ carrierKeySealed: "sealed" });
    const id = await api.aProduct(withCarrier, { name: "Vase" });
    const sizes = {
      ShippingPackageWeight: 1,
      ShippingPackageHeight: 1,
      ShippingPackageWidth: 1,
      ShippingPackageDepth: 1,
    };
    expect((await save([{ ProductId: id, ShippingMethod: 1 }])).refused).toHaveLength(1);
    expect(await save([{ ProductId: id, ShippingMethod: 1, ...sizes }])).toEqual({ savedCount: 1, refused: [] });
    expect((await save([{ ProductId: id, ShippingPackageWeight: null }])).refused[0]?.errors).toHaveProperty(
      "ShippingPackageWeight",
    );
  });

  test("by supplier staff lets a product with a new name await approval again", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    const id = await aBowl();
    const marketplaceId = await api.aMarketplace();
    await db.insert(marketplaceProducts).values({
      productId: id,
      marketplaceId,
      status: MarketplaceProductStatus.approved,
      syncStatus: MarketplaceSyncStatus.inSync,
    });
    await save([{ ProductId: id, StockQuantity: 1 }], staff);
    const status = async () =>
      (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, id)))[0]?.status;
    expect(await status()).toBe(MarketplaceProductStatus.approved);
    await save([{ ProductId: id, Name: "Basin" }], staff);
    expect(await status()).toBe(MarketplaceProductStatus.pendingReApproval);
  });
});

describe("two people", () => {
  test("save different cells of the same row", async () => {
    const id = await aBowl();
    const row = await rowOf(id);
    const Shown = shownIn(row);
    await save([{ ProductId: id, Shown, Name: "Basin", StockQuantity: row.stockQuantity }]);
    await save([{ ProductId: id, Shown, Name: row.name, RecommendedRetailPrice: 30 }]);
    expect(await stored(id)).toMatchObject({ name: "Basin", recommendedRetailPrice: 30 });
  });

  test("who change the same cell: the second is told who has changed it and to what, and their other rows are saved", async () => {
    const [id, other] = [await aBowl(), await aBowl({ name: "Cup", externalSku: "C" })];
    const [row, otherRow] = [await rowOf(id), await rowOf(other)];
    await save([{ ProductId: id, Shown: shownIn(row), Name: "Basin" }]);
    const colleague = await api.aUser({ roles: ["Catalogue Manager"] });
    const { savedCount, refused } = await save(
      [
        { ProductId: id, Shown: shownIn(row), Name: "Tub", StockQuantity: 3 },
        { ProductId: other, Shown: shownIn(otherRow), Name: "Mug" },
      ],
      colleague,
    );
    expect(savedCount).toBe(1);
    expect(refused).toMatchObject([
      { productId: id, theirs: { Name: "Basin" }, by: { Name: { userName: "Mia Kerr" } } },
    ]);
    expect(await stored(id)).toMatchObject({ name: "Basin", stockQuantity: 10 });
    const again = { ProductId: id, Shown: refused[0]?.shown, Name: "Tub", StockQuantity: 3 };
    expect((await save([again], colleague)).refused).toEqual([]);
    expect(await stored(id)).toMatchObject({ name: "Tub", stockQuantity: 3 });
  });

  test("stock changes by what was typed against what was shown, whatever has been sold meanwhile", async () => {
    const id = await aBowl();
    const Shown = shownIn(await rowOf(id));
    await db.update(table).set({ stockQuantity: 6 }).where(eq(table.id, id));
    await save([{ ProductId: id, Shown, StockQuantity: 12 }]);
    expect((await stored(id)).stockQuantity).toBe(8);
  });

  test("who saves the same form again after Back does not conflict with themselves", async () => {
    const id = await aBowl();
    const Shown = shownIn(await rowOf(id));
    const Id = randomUUID();
    await api.ok(manager, products.saveGrid, {
      Id,
      Rows: [{ ProductId: id, Shown, Name: "Basin", StockQuantity: 12 }],
    });
    const { refused } = await api.ok(manager, products.saveGrid, {
      After: Id,
      Rows: [{ ProductId: id, Shown, Name: "Tub", StockQuantity: 13 }],
    });
    expect(refused).toEqual([]);
    expect(await stored(id)).toMatchObject({ name: "Tub", stockQuantity: 13 });
  });
});

describe("input that is not right", () => {
  test("a row of another supplier is not found, and nothing is saved", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    const own = await aBowl();
    const other = await api.aProduct(await api.aSupplier(), { name: "Other", hasVariants: true });
    const variant = await api.aVariant(other, {});
    const attempts: Row[] = [
      { ProductId: other, Name: "Mine" },
      { ProductId: own, VariantId: variant, Name: "Mine" },
    ];
    for (const attempt of attempts) {
      const Rows = [{ ProductId: own, Name: "Saved" }, attempt];
      expect((await api.call(staff, products.saveGrid, { Rows })).status).toBe(404);
    }
    expect((await stored(own)).name).toBe("Bowl");
  });

  test("duplicate rows, too many rows and an empty list are refused", async () => {
    const id = await aBowl();
    const twice = [
      { ProductId: id, Name: "A" },
      { ProductId: id, Name: "B" },
    ];
    const tooMany = Array.from({ length: mostGridRows + 1 }, (_, i) => ({ ProductId: i + 1, Name: "A" }));
    for (const Rows of [twice, tooMany, []])
      expect((await api.call(manager, products.saveGrid, { Rows })).status).toBe(422);
    expect((await stored(id)).name).toBe("Bowl");
  });
});

test("saving is undone where nobody has changed it since", async () => {
  const varied = await aBowl({ hasVariants: true });
  const variant = await api.aVariant(varied, { externalSku: "R", manageStock: true, stockQuantity: 5 });
  const other = await aBowl({ name: "Cup", externalSku: "C" });
  const Id = randomUUID();
  await api.ok(manager, products.saveGrid, {
    Id,
    Rows: [
      { ProductId: varied, IsActive: false },
      { ProductId: varied, VariantId: variant, StockQuantity: 9 },
      { ProductId: other, Name: "Mug" },
    ],
  });
  await db.update(table).set({ name: "Beaker" }).where(eq(table.id, other));
  const undone = await api.ok(manager, history.undo, { UndoneId: Id });
  expect(undone).toMatchObject({ count: 2, keptCount: 1 });
  expect((await stored(varied)).isDisabled).toBe(false);
  expect((await variantsOf(varied))[0]?.stockQuantity).toBe(5);
  expect((await stored(other)).name).toBe("Beaker");
});

test("staff of one supplier are not offered the undo of what changed the products of many", async () => {
  const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
  const own = await aBowl();
  const other = await api.aProduct(await api.aSupplier(), { name: "A secret" });
  const Id = randomUUID();
  await api.ok(manager, products.saveGrid, {
    Id,
    Rows: [
      { ProductId: own, Name: "Basin" },
      { ProductId: other, Name: "Still a secret" },
    ],
  });
  const [row] = (await api.ok(staff, history.list, { record: "product", recordId: own })).items;
  expect(row).toMatchObject({ undo: null });
  expect((await api.call(staff, history.undo, { UndoneId: Id })).status).toBe(404);
});
