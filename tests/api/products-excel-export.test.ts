import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attributeOptions, productTypeAttributes } from "#api/core/database/schema/index.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { memoryColumn } from "#contract/products/workbook.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { cellAt, headings, opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;

type Filters = SentInput<typeof products.excelExportStockAndPrices>;

let operator: TestUser;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
});

const ask = (filters: Filters = {}, user = operator) =>
  api.send(user, requestFor(products.excelExportStockAndPrices, { supplierId: supplier, ...filters }));

async function exported(filters: Filters = {}, user = operator) {
  const { statusCode, rawPayload } = await ask(filters, user);
  expect(statusCode).toBe(200);
  return sheetNamed(await opened(rawPayload), "Products");
}
/** Rows without the hidden memory column. */
const rows = async (filters: Filters = {}, user = operator) =>
  rowsOf(await exported(filters, user)).map(({ [memoryColumn]: _, ...shown }) => shown);
const names = async (filters: Filters = {}, user = operator) => (await rows(filters, user)).map(({ Name }) => Name);

describe("the export of stock and prices", () => {
  test("is sent as an attachment whose column headings explain what to enter", async () => {
    await api.aProduct(supplier);
    expect((await ask()).headers["content-disposition"]).toBe(
      `attachment; filename="Products.xlsx"; filename*=UTF-8''Products.xlsx`,
    );
    const sheet = await exported();
    for (const title of headings(sheet)) expect(cellAt(sheet, title, 1).note, title).toEqual(expect.any(String));
  });

  test("follows the stock filter of the list", async () => {
    await api.aProduct(supplier, { name: "Out", manageStock: true, stockQuantity: 0 });
    await api.aProduct(supplier, { name: "Plenty", manageStock: true, stockQuantity: 50 });
    expect(await names({ stock: "outOfStock" })).toEqual(["Out"]);
  });

  test("has a row per product with its variants below, and prices inc GST", async () => {
    const basket = await api.aProduct(supplier, {
      name: "Basket",
      externalSku: "0042",
      recommendedRetailPrice: 9.0818,
      salePrice: 9,
      manageStock: true,
      stockQuantity: 7,
    });
    const mug = await api.aProduct(supplier, {
      name: "=Mug",
      hasVariants: true,
      recommendedRetailPrice: 20,
      salePrice: 20,
    });
    const colour = await api.anAttribute({ options: ["Red", "Blue"] });
    const [red = 0, blue = 0] = (
      await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, colour))
    ).map(({ id }) => id);
    const follows = await api.aVariant(mug, {
      externalSku: "MUG-R",
      options: [red],
      manageStock: true,
      stockQuantity: 0,
    });
    const own = await api.aVariant(mug, {
      externalSku: "MUG-B",
      options: [blue],
      name: "Blue mug",
      recommendedRetailPrice: 30,
      salePrice: 25.4545,
      stockQuantity: 4,
    });
    const none = { RecommendedRetailPrice: null, SalePrice: null, ManageStock: null, StockQuantity: null };
    expect(await rows()).toEqual([
      {
        ProductId: basket,
        VariantId: null,
        SKU: "0042",
        Name: "Basket",
        Options: null,
        Supplier: "Acacia",
        RecommendedRetailPrice: 9.99,
        SalePrice: 9.9,
        ManageStock: true,
        StockQuantity: 7,
      },
      {
        ProductId: mug,
        VariantId: null,
        SKU: null,
        Name: "=Mug",
        Options: null,
        Supplier: "Acacia",
        ...none,
        RecommendedRetailPrice: 22,
        SalePrice: 22,
      },
      {
        ProductId: mug,
        VariantId: follows,
        SKU: "MUG-R",
        Name: "=Mug",
        Options: "Red",
        Supplier: "Acacia",
        ...none,
        ManageStock: true,
        StockQuantity: 0,
      },
      {
        ProductId: mug,
        VariantId: own,
        SKU: "MUG-B",
        Name: "Blue mug",
        Options: "Blue",
        Supplier: "Acacia",
        RecommendedRetailPrice: 33,
        SalePrice: 28,
        ManageStock: false,
        StockQuantity: null,
      },
    ]);
  });

  test("covers a type with its descendants, and only active products unless others are requested", async () => {
    const above = await api.aProductType();
    const below = await api.aProductType({ parentId: above });
    await api.aProduct(supplier, { name: "Above", productTypeId: above });
    await api.aProduct(supplier, { name: "Below", productTypeId: below });
    await api.aProduct(supplier, { name: "Elsewhere" });
    await api.aProduct(supplier, { name: "Gone", productTypeId: below, isDisabled: true });
    expect(await names({ productTypeId: above })).toEqual(["Above", "Below"]);
    expect(await names({ productTypeId: above, exportDisabledProducts: true })).toEqual(["Above", "Below", "Gone"]);
    expect(await names()).toEqual(["Above", "Below", "Elsewhere"]);
  });

  test("contains the same products as the list with the same filters", async () => {
    const marketplaceId = await api.aMarketplace();
    const shippingRuleId = await api.aShippingRule({ supplierId: supplier });
    await api.aProduct(supplier, { name: "Linen tray", shippingRuleId, on: [{ marketplaceId, status: 2 }] });
    await api.aProduct(supplier, { name: "Linen vase", on: [{ marketplaceId, status: 1 }] });
    await api.aProduct(supplier, { name: "", on: [{ marketplaceId, status: 2 }] });
    const filters: Filters[] = [
      { name: "tray" },
      { shippingRuleId },
      { marketplaceId },
      { marketplaceId, marketplaceStatus: 1 },
      { marketplaceId, marketplaceStatus: "null" },
      { showProblemProductsOnly: true },
    ];
    for (const filter of filters) {
      const listed = await api.ok(operator, products.list, {
        supplierId: supplier,
        showActiveOnly: true,
        sortFieldName: "id",
        ...filter,
      });
      expect(await names(filter), JSON.stringify(filter)).toEqual(listed.items.map(({ name }) => name || null));
    }
    expect(await names({ name: "linen", marketplaceId, marketplaceStatus: 2 })).toEqual(["Linen tray"]);
  });

  test("contains only products of suppliers that the staff are linked to", async () => {
    await api.aProduct(supplier, { name: "Own" });
    const other = await api.aSupplier();
    await api.aProduct(other, { name: "Another's" });
    const staff = await api.aUser({ roles: ["Supplier"], links: [{ supplier, bits: 4 }] });
    expect(await names({ supplierId: undefined }, staff)).toEqual(["Own"]);
    expect(await names({ supplierId: other }, staff)).toEqual([]);
  });

  test("contains every product exactly once, however many there are", async () => {
    const ids: number[] = [];
    const productTypeId = await api.aProductType();
    for (let i = 0; i < 230; i++) ids.push(await api.aProduct(supplier, { name: `Product ${i}`, productTypeId }));
    expect((await rows()).map(({ ProductId }) => ProductId)).toEqual(ids);
  });
});

test("the column of an attribute offers that attribute's options", async () => {
  const typeId = await api.aProductType();
  const lists = { Colours: ["Black", "White"], Sizes: ["S", "M", "L"], None: [] };
  for (const [internalName, options] of Object.entries(lists)) {
    const attributeId = await api.anAttribute({ internalName, options });
    await db.insert(productTypeAttributes).values({ productTypeId: typeId, attributeId, position: 1 });
  }
  await api.aProduct(supplier, { productTypeId: typeId });
  const { rawPayload } = await api.send(
    operator,
    requestFor(products.excelExport, { supplierId: supplier, productTypeId: typeId }),
  );
  const sheet = sheetNamed(await opened(rawPayload), "Products");
  const offered = Object.keys(lists).map(
    (name) => cellAt(sheet, `Attribute: ${name}`, 2).dataValidation?.formulae?.[0],
  );
  expect(offered).toEqual(['"Black,White"', '"S,M,L"', undefined]);
});
