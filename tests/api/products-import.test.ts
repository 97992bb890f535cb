import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attributeOptions,
  changes,
  marketplaceProducts,
  productAttributeOptions,
  productAttributes,
  productTypeAttributes,
  productVariants,
  products as table,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { type Cells, edited, productsWorkbook } from "#tests/support/products-workbook.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;
const books = productWorkbooks(api);

let operator: TestUser;
let supplier: number;
let type: number;
let typeName: string;
/** The option ids of Red, Green and Blue by name. */
let colours: Record<string, number>;
let colour: number;
const colourName = "Colour of glaze";

beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  typeName = "Kitchen";
  type = await api.aProductType({ name: typeName });
  colour = await api.anAttribute({ internalName: colourName, options: ["Red", "Green", "Blue"] });
  await db.insert(productTypeAttributes).values({ productTypeId: type, attributeId: colour, position: 1 });
  colours = Object.fromEntries(
    (await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, colour))).map(({ value, id }) => [
      value,
      id,
    ]),
  );
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia Homewares" });
});

const aBasket = (traits: Parameters<typeof api.aProduct>[1] = {}) =>
  api.aProduct(supplier, {
    name: "Basket",
    externalSku: "B-1",
    productTypeId: type,
    recommendedRetailPrice: 9.0455,
    salePrice: 9.0455,
    ...traits,
  });

/** A product with variants and the options red and blue. */
async function aMug(): Promise<number> {
  const mug = await aBasket({
    name: "Mug",
    externalSku: "",
    hasVariants: true,
    recommendedRetailPrice: 20,
    salePrice: 20,
  });
  await db.insert(productAttributes).values({ productId: mug, attributeId: colour, useForVariations: true });
  await db
    .insert(productAttributeOptions)
    .values([colours.Red, colours.Blue].map((optionId) => ({ productId: mug, optionId: optionId ?? 0 })));
  return mug;
}
const option = (name: string) => [colours[name] ?? 0];
const attribute = `Attribute: ${colourName}`;
/** Cells of a product whose variants are red and blue. */
const redAndBlue = { [attribute]: "Red | Blue", VariesBy: colourName };

const all = (user = operator) =>
  books.exportedFile(user, products.excelExport, { supplierId: supplier, exportDisabledProducts: true });
const rows = (user = operator) =>
  books.rows(user, products.excelExport, { supplierId: supplier, exportDisabledProducts: true });
const get = (id: number) => api.ok(operator, products.get, { id });
const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];

/** Expects these rows to be refused with exactly these messages and to change nothing. */
async function refused(cells: Cells[], ...sentences: string[]) {
  const before = await rows();
  expect(await books.imported(operator, await productsWorkbook(cells))).toMatchObject({
    status: 3,
    messages: sentences,
  });
  expect(await rows()).toEqual(before);
}
const words = (row: number, column: string, why: string) => `Row ${row}, ${column}: ${why}`;

describe("importing all product data", () => {
  test("starts from an export with a row per product and variant, and a column per attribute", async () => {
    const mug = await aMug();
    await api.aVariant(mug, {
      externalSku: "M-R",
      options: option("Red"),
      name: "Red mug",
      manageStock: true,
      stockQuantity: 4,
    });
    const [own, variant] = await rows();
    expect(own).toMatchObject({
      ProductId: mug,
      VariantId: null,
      Supplier: "Acacia Homewares",
      ProductType: typeName,
      Name: "Mug",
      HasVariants: true,
      RecommendedRetailPrice: 22,
      Active: true,
      VariesBy: colourName,
      [attribute]: "Red | Blue",
      ManageStock: null,
    });
    expect(variant).toMatchObject({
      Name: "Red mug",
      SKU: "M-R",
      RecommendedRetailPrice: null,
      ManageStock: true,
      StockQuantity: 4,
      [attribute]: "Red",
      VariesBy: null,
    });
  });

  test("changes nothing if the file is unchanged", async () => {
    const mug = await aMug();
    await api.aVariant(mug, { options: option("Red"), recommendedRetailPrice: 30, salePrice: 25.4545 });
    await aBasket({
      description: "<p>Woven &amp; strong</p>",
      shippingPackageWeight: 1.25,
      shippingPackageHeight: 300,
    });
    const before = await Promise.all([mug].map(get));
    const { id, status } = await books.imported(operator, await all());
    expect(status).toBe(2);
    expect((await books.result(operator, id)).summary).toMatchObject({
      unchanged: { count: 3 },
      changed: { count: 0 },
      made: { count: 0 },
      refused: { count: 0 },
      unknownColumns: [],
    });
    expect(await Promise.all([mug].map(get))).toEqual(before);
  });

  test("changes exactly the edited cells", async () => {
    const basket = await aBasket();
    const other = await aBasket({ name: "Tray", externalSku: "T-1" });
    const before = await get(basket);
    const content = await edited(await all(), (row) => {
      if (row.ProductId === basket)
        Object.assign(row, { Name: "Bigger basket", RecommendedRetailPrice: 12.35, WeightKg: 0.5 });
    });
    const { status } = await books.imported(operator, content);
    expect(status).toBe(2);
    const after = await get(basket);
    expect(after).toEqual({
      ...before,
      name: "Bigger basket",
      recommendedRetailPrice: 11.2273,
      salePrice: 11.2273,
      shippingPackageWeight: 0.5,
      shippingMethod: before.shippingMethod,
    });
    expect((await get(other)).name).toBe("Tray");
  });

  test("keeps the value of an empty cell, and (clear) empties it where that is allowed", async () => {
    const basket = await aBasket({ salePrice: 5, shippingPackageWeight: 2 });
    await books.imported(
      operator,
      await productsWorkbook([{ ProductId: basket, Name: null, SalePrice: "(clear)", WeightKg: "(CLEAR)" }]),
    );
    expect(await stored(basket)).toMatchObject({
      name: "Basket",
      recommendedRetailPrice: 9.0455,
      salePrice: 9.0455,
      shippingPackageWeight: null,
    });
    await refused([{ ProductId: basket, Name: "(clear)" }], words(2, "Name", "This cannot be cleared."));
  });

  test("can change parts of a product whose other parts are invalid", async () => {
    const basket = await aBasket({ description: "", externalSku: "" });
    await books.imported(
      operator,
      await productsWorkbook([{ ProductId: basket, ManageStock: "yes", StockQuantity: 12 }]),
    );
    expect(await stored(basket)).toMatchObject({ manageStock: true, stockQuantity: 12, description: "" });
  });

  test("can give a variant its own prices, and make it inherit the product's again", async () => {
    const mug = await aMug();
    const red = await api.aVariant(mug, { options: option("Red") });
    const variant = async () => (await db.select().from(productVariants).where(eq(productVariants.id, red)))[0];
    await books.imported(
      operator,
      await productsWorkbook([{ ProductId: mug, VariantId: red, SalePrice: 16.5, Name: "Red mug" }]),
    );
    expect(await variant()).toMatchObject({ recommendedRetailPrice: 20, salePrice: 15, name: "Red mug" });
    await books.imported(
      operator,
      await productsWorkbook([{ ProductId: mug, VariantId: red, RecommendedRetailPrice: "(clear)", Name: "(clear)" }]),
    );
    expect(await variant()).toMatchObject({ recommendedRetailPrice: null, salePrice: null, name: null });
  });

  test("changes only the edited cells of an export saved by LibreOffice", async () => {
    const [basket, mug, red] = [990_101, 990_102, 990_103];
    const kitchen = await api.aProductType({ name: "Pots", path: "Kitchen > Pots" });
    const glaze = await api.anAttribute({ internalName: "Glaze of pots", options: ["Red", "007"] });
    await db.insert(productTypeAttributes).values({ productTypeId: kitchen, attributeId: glaze, position: 1 });
    const [first] = await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, glaze));
    await aBasket({
      id: basket,
      productTypeId: kitchen,
      name: "=Basket & “co”",
      externalSku: "0042",
      description: "<p>One.</p>\n<p>Two &lt; three.</p>",
      manageStock: true,
      stockQuantity: 12,
      shippingPackageWeight: 1.25,
    });
    await aBasket({
      id: mug,
      productTypeId: kitchen,
      name: "Mug",
      externalSku: "",
      hasVariants: true,
      recommendedRetailPrice: 20,
      salePrice: 20,
    });
    await db.insert(productAttributes).values({ productId: mug, attributeId: glaze, useForVariations: true });
    await db.insert(productAttributeOptions).values({ productId: mug, optionId: first?.id ?? 0 });
    await api.aVariant(mug, {
      id: red,
      externalSku: "M-R",
      options: [first?.id ?? 0],
      recommendedRetailPrice: 30,
      salePrice: 25.4545,
    });
    const before = await rows();
    const content = readFileSync(new URL("../support/files/products-saved-by-libreoffice.xlsx", import.meta.url));
    const { id } = await books.imported(operator, content);
    expect((await books.result(operator, id)).summary).toMatchObject({
      changed: { count: 1 },
      unchanged: { count: 2 },
      changedCells: 1,
      unknownColumns: [],
    });
    expect(await rows()).toEqual(
      before.map((row) => (row.ProductId === basket ? { ...row, RecommendedRetailPrice: 19.9 } : row)),
    );
  });

  test("reads the result of a formula as an amount to the cent", async () => {
    const basket = await aBasket();
    const price = { formula: "B2*1.1", result: 21.780000000000005 };
    await books.imported(operator, await productsWorkbook([{ ProductId: basket, RecommendedRetailPrice: price }]));
    expect((await rows())[0]).toMatchObject({ RecommendedRetailPrice: 21.78 });
  });

  test("does not create a sale price when the recommended price changes, and keeps an existing one", async () => {
    const basket = await aBasket();
    const tray = await aBasket({ name: "Tray", externalSku: "T-1", recommendedRetailPrice: 20, salePrice: 10 });
    for (const price of [12.1, 5.5]) {
      await books.imported(operator, await productsWorkbook([{ ProductId: basket, RecommendedRetailPrice: price }]));
      expect((await rows())[0]).toMatchObject({ RecommendedRetailPrice: price, SalePrice: price });
    }
    await books.imported(
      operator,
      await productsWorkbook([{ ProductId: basket, RecommendedRetailPrice: 11, SalePrice: 5.5 }]),
    );
    await books.imported(operator, await productsWorkbook([{ ProductId: tray, RecommendedRetailPrice: 33 }]));
    expect(await rows()).toMatchObject([
      { ProductId: basket, RecommendedRetailPrice: 11, SalePrice: 5.5 },
      { ProductId: tray, RecommendedRetailPrice: 33, SalePrice: 11 },
    ]);
  });

  test("changes attributes by their columns", async () => {
    const basket = await aBasket();
    await books.imported(operator, await productsWorkbook([{ ProductId: basket, [attribute]: "green" }]));
    expect((await rows())[0]).toMatchObject({ [attribute]: "Green" });
    await books.imported(operator, await productsWorkbook([{ ProductId: basket, [attribute]: "(clear)" }]));
    expect((await rows())[0]).toMatchObject({ [attribute]: null });
  });

  test("synchronises a price change of an approved product to its marketplaces, and it stays approved", async () => {
    const marketplace = await api.aMarketplace();
    const basket = await aBasket({ on: [{ marketplaceId: marketplace, status: 2, syncStatus: 0 }] });
    const staff = await api.aUser({ roles: ["Supplier"], links: [{ supplier, bits: 4 }] });
    await books.imported(staff, await productsWorkbook([{ ProductId: basket, RecommendedRetailPrice: 15 }]));
    const listing = async () =>
      (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, basket)))[0];
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 1 });
    await books.imported(staff, await productsWorkbook([{ ProductId: basket, Name: "Another basket" }]));
    expect(await listing()).toMatchObject({ status: 3 });
  });

  test("reports the row and column of each error, and imports the other rows", async () => {
    const basket = await aBasket();
    const tray = await aBasket({ name: "Tray", externalSku: "T-1" });
    const cells = [
      {
        ProductId: basket,
        Name: "x".repeat(256),
        RecommendedRetailPrice: "cheap",
        StockQuantity: 1.5,
        ProductType: "Nothing",
        Description: "<p> </p>",
      },
      { ProductId: tray, RecommendedRetailPrice: 30 },
    ];
    const { messages } = await books.imported(operator, await productsWorkbook(cells));
    expect(messages).toEqual([
      words(2, "ProductType", "There is no product type “Nothing”. Use the full path, for example Home > Kitchen."),
      words(2, "Name", "Please use no more than 255 characters."),
      words(2, "Description", "This is a required field"),
      words(2, "RecommendedRetailPrice", "“cheap” isn't an amount. Please enter one like 9.95."),
      words(2, "StockQuantity", "Please enter a whole number."),
    ]);
    expect([(await stored(basket))?.name, (await stored(tray))?.recommendedRetailPrice]).toEqual(["Basket", 27.2727]);
  });

  test.each<[string, () => Promise<Cells>, string, string]>([
    [
      "a price below a dollar",
      async () => ({ ProductId: await aBasket(), RecommendedRetailPrice: 0.99, SalePrice: 0.99 }),
      "RecommendedRetailPrice",
      "Please enter a recommended retail price of at least $1.00.",
    ],
    [
      "a sale price above the recommended retail price",
      async () => ({ ProductId: await aBasket(), SalePrice: 9.96 }),
      "SalePrice",
      "The sale price must not be more than the recommended retail price.",
    ],
    [
      "three decimals",
      async () => ({ ProductId: await aBasket(), SalePrice: 9.955 }),
      "SalePrice",
      "Please enter no more than two decimals. In a formula use ROUND, for example =ROUND(A2*1.035, 2).",
    ],
    [
      "a stock quantity without managed stock",
      async () => ({ ProductId: await aBasket(), StockQuantity: 3 }),
      "StockQuantity",
      "The stock is counted only where ManageStock is TRUE.",
    ],
    [
      "the stock of a product with variants",
      async () => ({ ProductId: await aMug(), ManageStock: true }),
      "ManageStock",
      "Each variant of this product has its own stock.",
    ],
    [
      "a SKU that is too long",
      async () => ({ ProductId: await aBasket(), SKU: "x".repeat(51) }),
      "SKU",
      "Please use no more than 50 characters.",
    ],
    [
      "a change of supplier",
      async () => ({ ProductId: await aBasket(), Supplier: "Banksia" }),
      "Supplier",
      "The supplier of a product cannot be changed.",
    ],
    [
      "a deactivation",
      async () => ({ ProductId: await aBasket(), Active: false }),
      "Active",
      "An import does not activate or deactivate products. Please do so on the product's page.",
    ],
    [
      "an unknown option",
      async () => ({ ProductId: await aBasket(), [attribute]: "Pink" }),
      attribute,
      "“Pink” isn't an option of this attribute. Please enter one of: Red, Green, Blue.",
    ],
    [
      "an unknown product id",
      async () => ({ ProductId: 2_000_000_000, Name: "Any" }),
      "ProductId",
      "There is no product 2000000000, or you may not see it.",
    ],
    [
      "a missing product id",
      async () => ({ ProductId: null, Name: "Any" }),
      "ProductId",
      "Required: the number of the product, its SKU or GTIN, or “new” to create one.",
    ],
    [
      "a variant of another product",
      async () => ({
        ProductId: await aBasket(),
        VariantId: await api.aVariant(await aMug(), { options: option("Red") }),
      }),
      "VariantId",
      "has no variant",
    ],
  ])("refuses %s", async (_, row, column, why) => {
    const cells = await row();
    const before = await rows();
    const { messages } = await books.imported(operator, await productsWorkbook([cells]));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(`Row 2, ${column}: `);
    expect(messages[0]).toContain(why);
    expect(await rows()).toEqual(before);
  });

  test("ignores an unknown column and reports its name", async () => {
    const basket = await aBasket();
    const { id } = await books.imported(operator, await productsWorkbook([{ ProductId: basket, Nmae: "Tray" }]));
    expect((await books.result(operator, id)).summary).toMatchObject({
      unknownColumns: ["Nmae"],
      unchanged: { count: 1 },
    });
    const without = await productsWorkbook([{ Name: "Tray" }], ["Name"]);
    expect(await books.send(operator, products.excelImport, without)).toMatchObject({
      status: 422,
      problem: {
        errors: { file: ["The worksheet has no columns ProductId, VariantId. Column names must be in the first row."] },
      },
    });
  });
});

describe("new rows in an import", () => {
  const aNew = (cells: Cells = {}): Cells => ({
    ProductId: "new",
    Supplier: "acacia homewares",
    ProductType: typeName,
    Name: "Jug",
    SKU: "J-1",
    RecommendedRetailPrice: 33,
    ...cells,
  });
  const supplierId = () => ({ Supplier: supplier });

  test("create a product that waits for approval, once", async () => {
    const marketplace = await api.aMarketplace();
    await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
    const content = await productsWorkbook([
      aNew({ ...supplierId(), Description: "<p>A jug.</p>", ManageStock: true, StockQuantity: 7, [attribute]: "Red" }),
    ]);
    await books.imported(operator, content);
    const [jug] = await rows();
    expect(jug).toMatchObject({
      Name: "Jug",
      SKU: "J-1",
      RecommendedRetailPrice: 33,
      SalePrice: 33,
      Description: "<p>A jug.</p>",
      StockQuantity: 7,
      [attribute]: "Red",
    });
    expect(
      await db
        .select()
        .from(marketplaceProducts)
        .where(eq(marketplaceProducts.productId, Number(jug?.ProductId))),
    ).toMatchObject([{ status: 1 }]);
    const again = await books.imported(operator, content);
    expect((await books.result(operator, again.id)).summary).toMatchObject({
      unchanged: { count: 1 },
      made: { count: 0 },
    });
    expect(await rows()).toHaveLength(1);
  });

  test("create a product with its variants, once", async () => {
    const content = await productsWorkbook([
      { ProductId: "new jug", VariantId: "new", SKU: "J-R", [attribute]: "Red", RecommendedRetailPrice: 44 },
      aNew({ ProductId: "New Jug", ...supplierId(), [attribute]: "Red | Blue", VariesBy: colourName }),
      { ProductId: "new jug", VariantId: "new", SKU: "J-B", [attribute]: "Blue" },
    ]);
    expect(await books.imported(operator, content)).toMatchObject({ status: 2, messages: [] });
    const made = await rows();
    expect(made.map(({ SKU }) => SKU)).toEqual(["J-1", "J-R", "J-B"]);
    expect(made[1]).toMatchObject({ RecommendedRetailPrice: 44, [attribute]: "Red", Name: null });
    await books.imported(operator, content);
    expect(await rows()).toEqual(made);
  });

  test("create a variant of an existing product", async () => {
    const mug = await aMug();
    await books.imported(
      operator,
      await productsWorkbook([{ ProductId: mug, VariantId: "new", SKU: "M-B", [attribute]: "Blue" }]),
    );
    expect((await rows())[1]).toMatchObject({ ProductId: mug, SKU: "M-B", [attribute]: "Blue" });
    await refused(
      [{ ProductId: mug, VariantId: "new", SKU: "M-G", [attribute]: "Green" }],
      words(
        2,
        attribute,
        "This product does not have the option “Green”. The product's own row lists the options it has.",
      ),
    );
    await refused(
      [{ ProductId: mug, VariantId: "new", SKU: "M-X" }],
      "Row 2: Please select an option for each attribute.",
    );
    const [, there] = await rows();
    await refused(
      [{ ProductId: mug, VariantId: "new", SKU: "M-C", [attribute]: "Blue" }],
      words(
        2,
        "VariantId",
        `Variant ${there?.VariantId} has these options already. To change it, write its number in VariantId.`,
      ),
    );
  });

  test("report which values are required", async () => {
    await refused(
      [{ ProductId: "new", Name: "Jug" }],
      words(2, "ProductType", "Please select the type of this product"),
      words(2, "Supplier", "Please select the supplier for this product"),
      words(2, "RecommendedRetailPrice", "Required for a new product."),
      words(2, "SKU", "Required: it identifies the new product if the file is imported again."),
    );
    await refused(
      [aNew({ ProductId: "new jug", Supplier: "Nobody" }), { ProductId: "new jug", VariantId: "new", SKU: "J-R" }],
      words(2, "Supplier", "There is no supplier “Nobody”, or you may not see it."),
      "Row 3: Skipped, because row 2 of the same product was refused.",
    );
    await aBasket();
    await refused(
      [aNew({ ...supplierId(), SKU: "B-1" })],
      words(
        2,
        "SKU",
        `Product ${(await rows())[0]?.ProductId} of this supplier has this SKU. To change it, write its number in ProductId.`,
      ),
    );
  });

  test("are not matched by an ambiguous SKU, and cannot use the SKU of another product", async () => {
    const [first, second] = [await aBasket(), await aBasket({ name: "Another basket" })];
    await refused(
      [aNew({ ...supplierId(), SKU: "B-1" })],
      words(
        2,
        "SKU",
        `Several products of this supplier have this SKU: ${first}, ${second}. To change one of them, write its number in ProductId.`,
      ),
    );
    const why = `Product ${first} of this supplier, “Basket”, has this SKU already. Orders and imports that name it could mean either of them.`;
    const mug = await aMug();
    await refused([{ ProductId: mug, VariantId: "new", SKU: "B-1", [attribute]: "Blue" }], words(2, "SKU", why));
  });
});

describe("checking an import", () => {
  test("shows the old and new value of each cell, and changes nothing until it is applied", async () => {
    const basket = await aBasket();
    const content = await productsWorkbook([
      { ProductId: basket, Name: "Bigger basket", RecommendedRetailPrice: 12.5 },
      {
        ProductId: "new",
        Supplier: supplier,
        ProductType: typeName,
        Name: "Jug",
        SKU: "J-1",
        RecommendedRetailPrice: 33,
      },
      { ProductId: basket + 1_000_000, Name: "Nobody's" },
    ]);
    const before = await rows();
    const check = await books.imported(operator, content, products.excelImportCheck);
    expect(await rows()).toEqual(before);
    const { summary, ...of } = await books.result(operator, check.id);
    expect(of).toEqual({ fileName: "Products.xlsx", isCheck: true, isUndo: false, canApply: true, canUndo: false });
    expect(summary).toMatchObject({
      sheet: "all",
      changed: {
        count: 1,
        first: [
          {
            row: 2,
            productId: basket,
            name: "Basket",
            changes: [
              { column: "Name", before: "Basket", after: "Bigger basket" },
              { column: "RecommendedRetailPrice", before: "9.95", after: "12.50" },
              { column: "SalePrice", before: "9.95", after: "12.50" },
            ],
          },
        ],
      },
      made: { count: 1, first: [{ row: 3, productId: null, name: "Jug" }] },
      refused: { count: 1, first: [{ row: 4 }] },
    });
    const applied = await books.applied(operator, check.id, { Overwrite: true });
    expect((await rows()).map(({ Name }) => Name)).toEqual(["Bigger basket", "Jug"]);
    const again = await api.call(operator, products.applyImport, { ProcessId: check.id, Overwrite: true });
    expect([again.status, again.problem.message]).toEqual([
      409,
      "There is nothing left to import: it has already been done, or every row was blank.",
    ]);
    const changes = rowsOf(sheetNamed(await opened(await file(products.excelImportChanges, applied.id)), "Changes"));
    expect(changes).toContainEqual({
      Row: 2,
      ProductId: basket,
      VariantId: null,
      Name: "Basket",
      Column: "Name",
      Before: "Basket",
      After: "Bigger basket",
      Exported: null,
      File: null,
    });
    const refusedRows = rowsOf(
      sheetNamed(await opened(await file(products.excelImportRefused, applied.id)), "Products"),
    );
    expect(refusedRows).toMatchObject([
      {
        ProductId: basket + 1_000_000,
        Name: "Nobody's",
        Reason: expect.stringContaining("Row 4, ProductId: There is no product"),
      },
    ]);
  });

  test("returns refused rows in the order of the file, also if the rows of a product are far apart", async () => {
    const [first, second] = [await aMug(), await aBasket()];
    const wrong = { Name: "Wrong", RecommendedRetailPrice: "cheap" };
    const typed = [
      { ...wrong, ProductId: first, VariantId: null },
      { ...wrong, ProductId: second, VariantId: null },
      { ...wrong, ProductId: first, VariantId: 1_000_000 },
    ];
    const check = await books.imported(operator, await productsWorkbook(typed), products.excelImportCheck);
    const back = rowsOf(sheetNamed(await opened(await file(products.excelImportRefused, check.id)), "Products"));
    expect(back.map(({ ProductId, VariantId }) => [ProductId, VariantId])).toEqual([
      [first, null],
      [second, null],
      [first, 1_000_000],
    ]);
  });

  test("returns refused rows as entered, so that importing them again refuses them again", async () => {
    const basket = await aBasket();
    const date = new Date("2026-03-04T00:00:00Z");
    const moment = new Date("2026-03-04T05:06:07Z");
    const typed = [
      { ProductId: basket, Name: date, SKU: "007", RecommendedRetailPrice: "1.005" },
      { ProductId: basket, Name: moment, SKU: null, RecommendedRetailPrice: null },
      { ProductId: basket, Name: { error: "#N/A" as const }, SKU: null, RecommendedRetailPrice: null },
    ];
    const check = await books.imported(operator, await productsWorkbook(typed), products.excelImportCheck);
    const refusedBook = await file(products.excelImportRefused, check.id);
    const back = rowsOf(sheetNamed(await opened(refusedBook), "Products"));
    expect(back.map(({ Reason: _, ...cells }) => cells)).toEqual(typed.map((cells) => ({ VariantId: null, ...cells })));
    const again = await books.imported(operator, refusedBook, products.excelImportCheck);
    expect((await books.result(operator, again.id)).summary).toMatchObject({
      refused: { count: 3 },
      changed: { count: 0 },
    });
  });

  test("appears in the owner's list of imports with its status, until it is applied and undone", async () => {
    const importer = await api.aUser({ roles: ["Operator"] });
    const states = async (user = importer) =>
      (await api.ok(user, products.excelImports, {})).map(({ startedDate: _, processId: __, ...state }) => state);
    const state = {
      fileName: "Products.xlsx",
      isCheck: false,
      isUndo: false,
      isUndone: false,
      isFinished: true,
      hasErrors: false,
      canApply: false,
      canUndo: false,
    };
    expect(await states()).toEqual([]);
    const content = await productsWorkbook([{ ProductId: await aBasket(), Name: "Bigger basket" }]);
    const check = await books.imported(importer, content, products.excelImportCheck);
    expect(await states()).toEqual([{ ...state, isCheck: true, canApply: true }]);
    const applied = await books.applied(importer, check.id);
    expect(await states()).toEqual([
      { ...state, canUndo: true },
      { ...state, isCheck: true },
    ]);
    await books.undone(importer, applied.id);
    expect(await states()).toEqual([
      { ...state, isUndo: true },
      { ...state, isUndone: true },
      { ...state, isCheck: true },
    ]);
    expect(await states(await api.aUser({ roles: ["Operator"] }))).toEqual([]);
  });

  const file = async (operation: typeof products.excelImportChanges, id: string) =>
    (await api.call(operator, operation, { id })).raw.rawPayload;

  test("shows rows to be created without ids and without old values", async () => {
    const content = await productsWorkbook([
      {
        ProductId: "new jug",
        Supplier: supplier,
        ProductType: typeName,
        Name: "Jug",
        SKU: "J-1",
        RecommendedRetailPrice: 33,
        ...redAndBlue,
      },
      { ProductId: "new jug", VariantId: "new", SKU: "J-R", ManageStock: true, StockQuantity: 2, [attribute]: "Red" },
    ]);
    const check = await books.imported(operator, content, products.excelImportCheck);
    const { made } = (await books.result(operator, check.id)).summary as {
      made: { first: { productId: number | null; changes: { column: string; before: string }[] }[] };
    };
    expect(made.first.map(({ productId }) => productId)).toEqual([null, null]);
    expect(made.first.flatMap(({ changes }) => changes).filter(({ before }) => before !== "")).toEqual([]);
  });

  test("lists refused rows in the order of the worksheet", async () => {
    const [basket, mug] = [await aBasket(), await aMug()];
    const wrong = { RecommendedRetailPrice: "dear" };
    const content = await productsWorkbook([
      { ProductId: basket, ...wrong },
      { ProductId: mug, ...wrong },
      { ProductId: basket, VariantId: "new", ...wrong },
    ]);
    const check = await books.imported(operator, content, products.excelImportCheck);
    expect((await books.result(operator, check.id)).summary?.refused.first.map(({ row }) => row)).toEqual([2, 3, 4]);
  });

  test("returns a refused variant with its new product's id, so that it can be imported again", async () => {
    const content = await productsWorkbook([
      {
        ProductId: "new jug",
        Supplier: supplier,
        ProductType: typeName,
        Name: "Jug",
        SKU: "J-1",
        RecommendedRetailPrice: 33,
        ...redAndBlue,
      },
      { ProductId: "new jug", VariantId: "new", SKU: "J-R", StockQuantity: null, [attribute]: "Red" },
      { ProductId: "new jug", VariantId: "new", SKU: "J-B", StockQuantity: "few", [attribute]: "Blue" },
    ]);
    const check = await books.imported(operator, content, products.excelImportCheck);
    const applied = await books.applied(operator, check.id);
    const refusedBook = await file(products.excelImportRefused, applied.id);
    const [{ ProductId: jug } = { ProductId: null }] = await rows();
    expect(rowsOf(sheetNamed(await opened(refusedBook), "Products"))).toMatchObject([
      { ProductId: jug, VariantId: "new", SKU: "J-B" },
    ]);
    const mended = await edited(refusedBook, (cells) => {
      cells.StockQuantity = null;
    });
    const again = await books.imported(operator, mended);
    expect(again).toMatchObject({ status: 2, messages: [] });
    expect((await books.result(operator, again.id)).summary).toMatchObject({ made: { count: 1 }, unknownColumns: [] });
    expect((await rows()).map(({ SKU }) => SKU)).toEqual(["J-1", "J-R", "J-B"]);
  });

  test("reports rows that passed the check and are refused on application", async () => {
    const basket = await aBasket();
    const check = await books.imported(
      operator,
      await productsWorkbook([{ ProductId: basket, SalePrice: 9 }]),
      products.excelImportCheck,
    );
    await db.update(table).set({ recommendedRetailPrice: 5, salePrice: 5 }).where(eq(table.id, basket));
    expect((await books.applied(operator, check.id, { Overwrite: true })).messages).toEqual([
      words(
        2,
        "SalePrice",
        "The sale price must not be more than the recommended retail price. It was valid when the file was checked.",
      ),
    ]);
  });
});

describe("undoing an import", () => {
  test("restores all old values, and removes what was created", async () => {
    const mug = await aMug();
    const red = await api.aVariant(mug, { externalSku: "M-R", options: option("Red") });
    const basket = await aBasket({ recommendedRetailPrice: 9.0451, salePrice: 9.0451, description: "" });
    const before = [await stored(mug), await stored(basket), await rows()];
    const content = await productsWorkbook([
      { ProductId: mug, Name: "Cup", [attribute]: "Red | Blue | Green" },
      { ProductId: mug, VariantId: red, SKU: "C-R", RecommendedRetailPrice: 40 },
      { ProductId: mug, VariantId: "new", SKU: "C-G", [attribute]: "Green" },
      { ProductId: basket, RecommendedRetailPrice: 20, Description: "<p>Woven.</p>", [attribute]: "Blue" },
      {
        ProductId: "new",
        Supplier: supplier,
        ProductType: typeName,
        Name: "Jug",
        SKU: "J-1",
        RecommendedRetailPrice: 33,
      },
    ]);
    const { id, messages } = await books.imported(operator, content);
    expect(messages).toEqual([]);
    expect(await rows()).toHaveLength(5);
    expect(await books.result(operator, id)).toMatchObject({ canUndo: true });
    const undo = await books.undone(operator, id);
    expect(undo).toMatchObject({ status: 2, messages: [] });
    expect([await stored(mug), await stored(basket), await rows()]).toEqual(before);
    expect(await books.result(operator, id)).toMatchObject({ canUndo: false });
    expect(await books.result(operator, undo.id)).toMatchObject({ isUndo: true, canUndo: false, canApply: false });
    expect((await api.call(operator, products.undoImport, { ProcessId: id })).status).toBe(409);
  });

  test("skips what was changed since, and reports it", async () => {
    const basket = await aBasket();
    const tray = await aBasket({ name: "Tray", externalSku: "T-1" });
    const { id } = await books.imported(
      operator,
      await productsWorkbook([
        { ProductId: basket, Name: "Bigger basket" },
        { ProductId: tray, Name: "Bigger tray" },
        {
          ProductId: "new",
          Supplier: supplier,
          ProductType: typeName,
          Name: "Jug",
          SKU: "J-1",
          RecommendedRetailPrice: 33,
        },
      ]),
    );
    const jug = Number((await rows())[2]?.ProductId);
    await db.update(table).set({ name: "My basket" }).where(eq(table.id, basket));
    const order = await api.anOrder(supplier);
    await api.aLineItem(order, { productId: jug });
    expect((await books.undone(operator, id)).messages).toEqual([
      "Row 2, Name: It has been changed since, so it was left as it is now: “My basket”. Before the import it was “Basket”.",
      "Row 4: It is now in use, so it was kept. You can deactivate it on its page.",
    ]);
    expect((await rows()).map(({ Name }) => Name)).toEqual(["My basket", "Tray", "Jug"]);
  });

  test("puts back the cells that nobody has touched, and names the others with both values", async () => {
    const basket = await aBasket({ externalSku: "B-1", brand: "Reed" });
    const { id } = await books.imported(
      operator,
      await productsWorkbook([
        {
          ProductId: basket,
          Name: "Bigger basket",
          SKU: "B-2",
          Brand: "Cane",
          RecommendedRetailPrice: 44,
          SalePrice: 33,
        },
      ]),
    );
    await db.update(table).set({ name: "My basket", salePrice: 39 }).where(eq(table.id, basket));
    const before = await rows();
    const undo = await books.undone(operator, id);
    expect(undo).toMatchObject({ status: 3 });
    expect(undo.messages).toEqual([
      expect.stringMatching(/^Row 2, Name: .* now: “My basket”\. Before the import it was “Basket”\.$/),
      expect.stringMatching(/^Row 2, RecommendedRetailPrice: .* now: “44\.00”\. Before the import it was “.+”\.$/),
      expect.stringMatching(/^Row 2, SalePrice: .* now: “42\.90”\. Before the import it was “.+”\.$/),
    ]);
    expect(await rows()).toEqual([{ ...before[0], SKU: "B-1", Brand: "Reed" }]);
  });

  test("restores shipping, attributes and the options of variants, except what somebody has changed since", async () => {
    const mug = await aMug();
    const red = await api.aVariant(mug, { externalSku: "M-R", options: option("Red"), manageStock: true });
    const basket = await aBasket({ shippingNotes: "Fragile", handlingDays: 2 });
    const [wasRed] = await rows();
    const { id, messages } = await books.imported(
      operator,
      await productsWorkbook([
        { ProductId: mug, [attribute]: "Red | Blue | Green" },
        { ProductId: mug, VariantId: red, [attribute]: "Green", WeightKg: 2 },
        {
          ProductId: basket,
          [attribute]: "Blue",
          ShippingMethod: "Flat rate per item",
          DomesticRate: 5.5,
          ShippingNotes: "Robust",
          HandlingDays: 3,
        },
      ]),
    );
    expect(messages).toEqual([]);
    await db.update(table).set({ handlingDays: 4 }).where(eq(table.id, basket));
    const options = { productId: basket, optionId: colours.Red ?? 0 };
    await db.insert(productAttributeOptions).values(options);
    expect((await books.undone(operator, id)).messages).toEqual([
      "Row 4, HandlingDays: It has been changed since, so it was left as it is now: “4”. Before the import it was “2”.",
      `Row 4, ${attribute}: It has been changed since, so it was left as it is now: “Red | Blue”. Before the import it was empty.`,
    ]);
    const [mugRow, redRow, basketRow] = await rows();
    expect(mugRow).toEqual(wasRed);
    expect(redRow).toMatchObject({ [attribute]: "Red", WeightKg: null });
    expect(basketRow).toMatchObject({ ShippingMethod: null, DomesticRate: null, ShippingNotes: "Fragile" });
    expect(await db.select().from(productVariants).where(eq(productVariants.id, red))).toMatchObject([
      { combination: String(colours.Red) },
    ]);
  });

  test("of several rows about one product restores what it was before the first of them", async () => {
    const basket = await aBasket({ externalSku: "B-77", gtin: "4006381333931" });
    const { id, messages } = await books.imported(
      operator,
      await productsWorkbook(
        [
          { SKU: "B-77", RecommendedRetailPrice: 22, Brand: "Cane" },
          { GTIN: "4006381333931", RecommendedRetailPrice: 33 },
        ],
        ["SKU", "GTIN", "Brand", "RecommendedRetailPrice"],
      ),
    );
    expect(messages).toEqual([]);
    expect(await books.undone(operator, id)).toMatchObject({ status: 2, messages: [] });
    expect(await stored(basket)).toMatchObject({ recommendedRetailPrice: 9.0455, salePrice: 9.0455, brand: "" });
  });

  test("leaves everything as it is once the history of the import has been deleted", async () => {
    const basket = await aBasket();
    const { id } = await books.imported(operator, await productsWorkbook([{ ProductId: basket, Name: "Bowl" }]));
    await db.delete(changes).where(eq(changes.processId, id));
    expect((await books.undone(operator, id)).messages).toEqual([
      "Row 2: The history of this import has been deleted, so it was left as it is now.",
    ]);
    expect((await stored(basket))?.name).toBe("Bowl");
  });

  test("is allowed only to the person who imported, and not for a check", async () => {
    const basket = await aBasket();
    const content = await productsWorkbook([{ ProductId: basket, Name: "Bigger basket" }]);
    const check = await books.imported(operator, content, products.excelImportCheck);
    expect((await api.call(operator, products.undoImport, { ProcessId: check.id })).status).toBe(409);
    const { id } = await books.applied(operator, check.id);
    const other = await api.aUser({ roles: ["Operator"] });
    expect((await api.call(other, products.undoImport, { ProcessId: id })).status).toBe(404);
    expect((await stored(basket))?.name).toBe("Bigger basket");
  });
});

describe("importing stock and prices", () => {
  const { excelImportStockAndPrices, excelImportStockAndPricesCheck, excelExportStockAndPrices } = products;
  const stock = () => books.exportedFile(operator, excelExportStockAndPrices, { supplierId: supplier });

  test("changes only what was edited in the file, and nothing if it is unchanged", async () => {
    const mug = await aMug();
    const red = await api.aVariant(mug, { options: option("Red"), manageStock: true, stockQuantity: 4 });
    const basket = await aBasket({ description: "" });
    const { id } = await books.imported(operator, await stock(), excelImportStockAndPrices);
    expect((await books.result(operator, id)).summary).toMatchObject({
      sheet: "stock",
      unchanged: { count: 3 },
      changed: { count: 0 },
    });
    const content = await edited(await stock(), (row) => {
      if (row.VariantId === red) row.StockQuantity = 0;
      if (row.ProductId === basket) Object.assign(row, { SalePrice: 8, Name: "For me to read" });
    });
    await books.imported(operator, content, excelImportStockAndPrices);
    expect(await stored(basket)).toMatchObject({ salePrice: 7.2727, name: "Basket" });
    expect(await db.select().from(productVariants).where(eq(productVariants.id, red))).toMatchObject([
      { stockQuantity: 0 },
    ]);
  });

  test("reports an invalid file immediately, and changes nothing", async () => {
    const basket = await aBasket();
    const other = await api.aProduct(await api.aSupplier(), {});
    const staff = await api.aUser({ roles: ["Supplier"], links: [{ supplier, bits: 4 }] });
    const content = await productsWorkbook([
      { ProductId: basket, SalePrice: 8 },
      { ProductId: basket, StockQuantity: -1, SalePrice: "much" },
      { ProductId: other, SalePrice: 8 },
    ]);
    expect((await books.send(staff, excelImportStockAndPrices, content)).body).toEqual([
      { errorMessage: words(3, "SalePrice", "“much” isn't an amount. Please enter one like 9.95.") },
      { errorMessage: words(3, "StockQuantity", "This must not be less than 0.") },
      { errorMessage: words(4, "ProductId", `There is no product ${other}, or you may not change it.`) },
    ]);
    expect(
      (await books.send(operator, excelImportStockAndPricesCheck, await productsWorkbook([{ Price: 8 }], ["Price"])))
        .body,
    ).toEqual([
      { errorMessage: "The worksheet has no columns ProductId, VariantId. Column names must be in the first row." },
    ]);
    expect((await stored(basket))?.salePrice).toBe(9.0455);
  });
});

describe("rows without ProductId", () => {
  const { excelImportStockAndPrices, excelImportStockAndPricesCheck } = products;
  const sku = () => randomUUID().slice(0, 8);
  const columns = ["SKU", "GTIN", "StockQuantity", "RecommendedRetailPrice"];
  const file = (...rows: object[]) => productsWorkbook(rows as never, columns);

  test("are found by the supplier's SKU, whatever the case of its letters, and by the GTIN", async () => {
    const [own, ofVariant] = [sku(), sku()];
    const basket = await aBasket({ externalSku: own, manageStock: true, stockQuantity: 1 });
    const mug = await aMug();
    const red = await api.aVariant(mug, { options: option("Red"), externalSku: ofVariant, manageStock: true });
    const tray = await aBasket({ gtin: "0614141999996", externalSku: sku(), manageStock: true, stockQuantity: 1 });
    await books.imported(
      operator,
      await file(
        { SKU: own.toUpperCase(), StockQuantity: 7, RecommendedRetailPrice: 22 },
        { SKU: ofVariant, StockQuantity: 8 },
        { GTIN: "614141999996", StockQuantity: 9 },
      ),
      excelImportStockAndPrices,
    );
    expect(await stored(basket)).toMatchObject({ stockQuantity: 7, recommendedRetailPrice: 20, externalSku: own });
    expect(await db.select().from(productVariants).where(eq(productVariants.id, red))).toMatchObject([
      { stockQuantity: 8, externalSku: ofVariant },
    ]);
    expect(await stored(tray)).toMatchObject({ stockQuantity: 9, gtin: "0614141999996" });
  });

  test("are refused where no product, or several, or only somebody else's have the SKU", async () => {
    const [twice, theirs] = [sku(), sku()];
    const first = await aBasket({ externalSku: twice });
    const second = await aBasket({ externalSku: twice });
    const other = await api.aProduct(await api.aSupplier(), { externalSku: theirs });
    const staff = await api.aUser({ roles: ["Supplier"], links: [{ supplier, bits: 4 }] });
    const content = await file(
      { SKU: "none", StockQuantity: 1 },
      { SKU: twice, StockQuantity: 1 },
      { SKU: theirs },
      { GTIN: "not known", StockQuantity: 1 },
    );
    const unknown = (text: string) =>
      `There is no product with the SKU “${text}” that you may change. To create it, write “new” in the column ProductId.`;
    expect((await books.send(staff, excelImportStockAndPrices, content)).body).toEqual([
      { errorMessage: words(2, "SKU", unknown("none")) },
      {
        errorMessage: words(
          3,
          "SKU",
          `Several products have the SKU “${twice}”: ${first}, ${second}. Please write the ProductId, and the VariantId of a variant.`,
        ),
      },
      { errorMessage: words(4, "SKU", unknown(theirs)) },
      {
        errorMessage: words(
          5,
          "ProductId",
          "Required: the number of the product, its SKU or GTIN, or “new” to create one.",
        ),
      },
    ]);
    expect((await stored(other))?.externalSku).toBe(theirs);
  });

  test("name one of several products by its supplier", async () => {
    const shared = sku();
    const own = await aBasket({ externalSku: shared, manageStock: true, stockQuantity: 1 });
    const others = await api.aSupplier({ name: `Banksia ${shared}` });
    const theirs = await api.aProduct(others, { externalSku: shared, manageStock: true, stockQuantity: 1 });
    const content = await productsWorkbook(
      [{ SKU: shared, Supplier: `Banksia ${shared}`, StockQuantity: 5 }] as never,
      ["SKU", "Supplier", "StockQuantity"],
    );
    await books.imported(operator, content, excelImportStockAndPrices);
    expect([(await stored(own))?.stockQuantity, (await stored(theirs))?.stockQuantity]).toEqual([1, 5]);
  });

  test("change other values as well, and are shown with their product in the check", async () => {
    const own = sku();
    const basket = await aBasket({ externalSku: own });
    const content = await productsWorkbook([{ SKU: own, Name: "Round basket", Brand: "Lumen" }] as never, [
      "SKU",
      "Name",
      "Brand",
    ]);
    const { id } = await books.imported(operator, content, products.excelImportCheck);
    const { summary } = await books.result(operator, id);
    expect(summary?.changed.first).toMatchObject([{ productId: basket, row: 2 }]);
    await books.imported(operator, content);
    expect(await stored(basket)).toMatchObject({ name: "Round basket", brand: "Lumen", externalSku: own });
  });

  test("need a ProductId if they have a VariantId", async () => {
    const content = await productsWorkbook([{ SKU: sku(), VariantId: 1, StockQuantity: 1 }] as never, [
      "ProductId",
      "VariantId",
      "SKU",
      "StockQuantity",
    ]);
    expect((await books.send(operator, excelImportStockAndPrices, content)).body).toEqual([
      { errorMessage: words(2, "ProductId", "Required, because the row has a VariantId.") },
    ]);
    expect((await books.send(operator, excelImportStockAndPricesCheck, content)).status).toBe(200);
  });
});

describe("permissions for imports", () => {
  test("supplier staff can change only products of their supplier, and cannot see others", async () => {
    const basket = await aBasket();
    const other = await api.aSupplier({ name: "Banksia" });
    const tray = await api.aProduct(other, { name: "Tray", productTypeId: type });
    const staff = await api.aUser({ roles: ["Supplier"], links: [{ supplier, bits: 4 }] });
    const { messages } = await books.imported(
      staff,
      await productsWorkbook([
        { ProductId: basket, Name: "Own" },
        { ProductId: tray, Name: "Another's" },
        {
          ProductId: "new",
          Supplier: other,
          ProductType: typeName,
          Name: "Jug",
          SKU: "J-1",
          RecommendedRetailPrice: 33,
        },
      ]),
    );
    expect(messages.sort()).toEqual([
      words(3, "ProductId", `There is no product ${tray}, or you may not see it.`),
      words(4, "Supplier", `There is no supplier “${other}”, or you may not see it.`),
    ]);
    expect([(await stored(basket))?.name, (await stored(tray))?.name]).toEqual(["Own", "Tray"]);
  });

  test("users who may only view products cannot import", async () => {
    const reader = await api.aUser({ roles: ["Read Only"] });
    expect((await books.send(reader, products.excelImport, await productsWorkbook([{ ProductId: 1 }]))).status).toBe(
      403,
    );
  });
});
