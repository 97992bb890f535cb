import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attributeOptions, productTypeAttributes, products as table } from "#api/core/database/schema/index.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { productsWorkbook } from "#tests/support/products-workbook.ts";
import { headings, opened, sheetNamed, workbookOf } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";
import { workbookWith } from "#tests/support/zip.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;
const books = productWorkbooks(api);

let operator: TestUser;
let supplier: number;
let type: number;

beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  type = await api.aProductType({ name: "Kitchen" });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia Homewares" });
});

type Check = Omit<SentInput<typeof products.checkSourceFile>, "Id" | "FileId" | "Columns"> & {
  Columns?: SentInput<typeof products.checkSourceFile>["Columns"];
};

const send = (content: Buffer | string, name = "prices.csv", user = operator) =>
  api.sendFile(user, products.importFile, new File([new Uint8Array(Buffer.from(content))], name));

/** The id of a file whose columns are not ours. */
async function received(content: Buffer | string, name?: string, user = operator): Promise<string> {
  const { body, raw } = await send(content, name, user);
  const { fileId } = body as { fileId: string | null };
  if (typeof fileId !== "string") throw new Error(raw.body);
  return fileId;
}

const described = async (content: Buffer | string, name?: string) =>
  api.ok(operator, products.sourceFile, { id: await received(content, name) });

/** Sends a file, checks it as proposed unless `check` says otherwise, and returns the result of the check. */
async function checked(content: Buffer | string, check: Check, user = operator) {
  const id = await received(content, undefined, user);
  const file = await api.ok(user, products.sourceFile, { id });
  const Columns = file.columns.flatMap(({ column, field }) =>
    field === null ? [] : [{ Column: column, Field: field }],
  );
  const process = await api.ok(user, products.checkSourceFile, { FileId: id, Columns, ...check });
  await books.run(process);
  const { summary } = await books.result(user, process);
  if (!summary) throw new Error("The check has no result.");
  return { process, ...summary };
}

async function imported(content: Buffer | string, check: Check, user = operator) {
  const { process, ...summary } = await checked(content, check, user);
  const applied = await books.applied(user, process, { Overwrite: true });
  return { summary, ...applied };
}

const problemsIn = ({ refused }: { refused: { first: { problems: string[] }[] } }) =>
  refused.first.flatMap(({ problems }) => problems);

const ofSupplier = () => db.select().from(table).where(eq(table.supplierId, supplier)).orderBy(table.id);
const get = (id: number) => api.ok(operator, products.get, { id });

const withNew = (): Check => ({ SupplierId: supplier, ProductTypeId: type, MakesUnknown: true });

describe("reading tables of any kind", () => {
  const rows = [
    ["Item code", "Item name", "RRP", "SOH"],
    ["A-1", "Crème brûlée dish", "12.50", "4"],
  ];
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const bigEndian = (text: string) => utf16(text).swap16();
  const text = (separator: string) => rows.map((row) => row.join(separator)).join("\r\n");
  const win1252 = (it: string) => Buffer.from(it, "latin1");
  const mark = "\ufeff";

  test.each([
    ["commas and UTF-8", Buffer.from(text(","))],
    ["semicolons and a byte order mark", Buffer.from(mark + text(";"))],
    ["tabs and UTF-16 with a byte order mark", utf16(mark + text("\t"))],
    ["tabs and UTF-16 without a mark", utf16(text("\t"))],
    ["UTF-16, big-endian", bigEndian(mark + text(";"))],
    ["vertical bars and Windows-1252", win1252(text("|"))],
    ["a line that names the separator", Buffer.from(`sep=;\r\n${text(";")}`)],
    ["a line that names an unusual separator", Buffer.from(`sep=^\r\n${text("^")}`)],
    ["characters that cannot be saved, which it leaves out", Buffer.from(mark + text(";").replaceAll("n", "n\0"))],
    ["quotation marks", Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n"))],
  ])("reads %s", async (_, content) => {
    const { columns, rows: count, format } = await described(content);
    expect({ count, format }).toEqual({ count: 1, format: null });
    expect(columns.map(({ title, examples, field }) => [title, ...examples, field])).toEqual([
      ["Item code", "A-1", "SKU"],
      ["Item name", "Crème brûlée dish", "Name"],
      ["RRP", "12.50", "RecommendedRetailPrice"],
      ["SOH", "4", "StockQuantity"],
    ]);
  });

  test("reads a worksheet of any name, and finds the header below a title", async () => {
    const content = await workbookOf([["Price list 2026"], [], ...rows], "Tabelle1");
    const { columns, rows: count } = await described(content, "list.xlsx");
    expect(count).toBe(1);
    expect(columns.map(({ title }) => title)).toEqual(rows[0]);
  });

  test("checks a file with our columns at once, also as text", async () => {
    const id = await api.aProduct(supplier, { externalSku: "A-1", recommendedRetailPrice: 20, salePrice: 20 });
    const { body } = await send(`ProductId;VariantId;SKU;RecommendedRetailPrice\n${id};;A-1;33.00\n`);
    const { processId } = body as { processId: string };
    await books.run(processId);
    const { summary } = await books.result(operator, processId);
    expect(summary?.changed.first[0]?.changes).toEqual([
      { column: "RecommendedRetailPrice", before: "22.00", after: "33.00" },
      { column: "SalePrice", before: "22.00", after: "33.00" },
    ]);
  });

  test("takes our own export as CSV, and changes nothing, also in texts that begin like formulas", async () => {
    await api.aProduct(supplier, {
      externalSku: "-A-1",
      name: "=Basket, “large”",
      description: "<p>One.</p>\n<p>Two.</p>",
      recommendedRetailPrice: 20,
      salePrice: 20,
      productTypeId: type,
      manageStock: true,
      stockQuantity: 3,
    });
    const before = await ofSupplier();
    const csv = await api.download(operator, products.excelExport, { supplierId: supplier, format: "csv" });
    expect(csv.toString()).toContain("'-A-1");
    const { body } = await send(csv, "Products.csv");
    const { processId } = body as { processId: string };
    await books.run(processId);
    const { summary } = await books.result(operator, processId);
    expect(summary).toMatchObject({ unchanged: { count: 1 }, changed: { count: 0 }, refused: { count: 0 } });
    expect(await ofSupplier()).toEqual(before);
  });

  test.each([
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0, 1]), "neither an Excel workbook"],
    ["a web page", "<!doctype html><html><body>Not found</body></html>", "neither an Excel workbook"],
    ["nothing but empty lines", "\n\n\n", "no rows"],
    ["a text in quotation marks without an end", 'Code,Name\nA-1,"Dish\nA-2,Pan\n', "begins in row 2"],
    ["a file that was cut in a row", "Code,Name,Price\nA-1,Dish,1\nA-2,Pan,2\nA-3,Po", "The last row, 4"],
    [
      "a separator that is not known",
      "Code^Name^Price\nA-1^Dish^9.00\n",
      "commas, semicolons, tabs or | separate them",
    ],
    ["half a workbook", Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(400)]), "isn't a complete Excel"],
  ])("refuses %s", async (_, content, words) => {
    const { status, raw } = await send(content);
    expect(status).toBe(422);
    expect(raw.body).toContain(words);
  });

  test("refuses half of one of our own workbooks", async () => {
    const book = await productsWorkbook([]);
    expect((await send(book.subarray(0, book.length / 2), "a.xlsx")).status).toBe(422);
  });

  const sheetOf = (content: Buffer, declared?: number) =>
    workbookWith(content.toString(), { name: "Prices", ...(declared !== undefined && { declared }) });
  // 300 MB of blanks in a worksheet, which are packed to 300 KB.
  const bomb = Buffer.concat([
    Buffer.from("<worksheet><sheetData>"),
    Buffer.alloc(300 * 1024 * 1024, " "),
    Buffer.from("</sheetData></worksheet>"),
  ]);

  test.each([
    ["declares little", sheetOf(bomb, 1_000), "isn't a complete Excel workbook"],
    ["declares what it unpacks to", sheetOf(bomb), "This file is too large to read at once."],
  ])("refuses a zip bomb that %s, without unpacking all of it", async (_, content, words) => {
    expect(content.length).toBeLessThan(1024 * 1024);
    const begun = performance.now();
    const { status, raw } = await send(content, "a.xlsx");
    expect({ status, body: raw.body }).toEqual({ status: 422, body: expect.stringContaining(words) });
    // Unpacking all of it takes longer.
    expect(performance.now() - begun).toBeLessThan(8_000);
  });

  test("keeps text that looks like a formula as text, and exports it so that no spreadsheet runs it", async () => {
    const formula = '=HYPERLINK("https://x.example","Click")';
    const cell = `"${formula.replaceAll('"', '""')}"`;
    const id = await api.aProduct(supplier, { externalSku: "A-1", name: "Dish", brand: "Any" });
    const { status } = await imported(`Item code;Item name;Brand\nA-1;${cell};@SUM(1)\n`, { SupplierId: supplier });
    expect(status).toBe(2);
    expect(await get(id)).toMatchObject({ name: formula, brand: "@SUM(1)" });
    const filters = { supplierId: supplier };
    const csv = await api.download(operator, products.excelExport, { ...filters, format: "csv" });
    expect(csv.toString()).toContain(`"'${formula.replaceAll('"', '""')}"`);
    expect(csv.toString()).toContain(",'@SUM(1),");
    const sheet = sheetNamed(await opened(await api.download(operator, products.excelExport, filters)), "Products");
    const name = sheet.getRow(2).getCell(headings(sheet).indexOf("Name") + 1);
    expect({ value: name.value, formula: name.formula, format: name.numFmt }).toEqual({
      value: formula,
      formula: undefined,
      format: "@",
    });
  });
});

describe("a file with our titles but without our numbers", () => {
  const list = () =>
    `SKU;Name;RecommendedRetailPrice;ManageStock;StockQuantity;Supplier\nA-1;Dish;33.00;;;${supplier}\nNOBODY-1;Pan;55.00;FALSE;;${supplier}\n`;

  test("has all its columns assigned, and says itself whose products these are", async () => {
    expect(await described(list())).toMatchObject({
      format: null,
      supplierId: null,
      makesUnknown: false,
      columns: ["SKU", "Name", "RecommendedRetailPrice", "ManageStock", "StockQuantity", "Supplier"].map((field) => ({
        field,
      })),
    });
  });

  test("creates products for SKUs that nobody has, if that was chosen", async () => {
    const dish = await api.aProduct(supplier, { name: "Old dish", externalSku: "A-1", manageStock: true });
    const { summary, messages } = await imported(list(), { ProductTypeId: type, MakesUnknown: true });
    expect(messages).toEqual([]);
    expect({ made: summary.made.count, changed: summary.changed.count }).toEqual({ made: 1, changed: 1 });
    const [first, second] = await ofSupplier();
    expect(first).toMatchObject({ id: dish, name: "Dish", recommendedRetailPrice: 30, manageStock: true });
    expect(second).toMatchObject({ name: "Pan", externalSku: "NOBODY-1", manageStock: false });
  });

  test("refuses such rows otherwise, and says how to create their products", async () => {
    await api.aProduct(supplier, { externalSku: "A-1" });
    expect(problemsIn(await checked(list(), {}))).toEqual([
      "Row 3, SKU: There is no product with the SKU “NOBODY-1” that you may change, and new products were not wanted. To create it, choose that rows without a product become new ones.",
    ]);
  });

  test("has columns of attributes as well", async () => {
    const name = `glaze-${supplier}`;
    const attribute = await api.anAttribute({ internalName: name, displayName: "Glaze", options: ["Matt", "Shiny"] });
    const typed = await api.aProductType({ name: `Glazed ${supplier}` });
    await db.insert(productTypeAttributes).values({ productTypeId: typed, attributeId: attribute, position: 1 });
    const { messages } = await imported(
      `SKU,Name,RecommendedRetailPrice,ManageStock,Attribute: ${name}\nA-1,Dish,33.00,FALSE,Matt\n`,
      { SupplierId: supplier, ProductTypeId: typed, MakesUnknown: true },
    );
    expect(messages).toEqual([]);
    const [dish] = await ofSupplier();
    const { attributes } = await get(dish?.id ?? 0);
    expect(attributes.flatMap(({ attributeOptions: all }) => all.filter(({ isUsed }) => isUsed))).toMatchObject([
      { optionValue: "Matt" },
    ]);
  });
});

describe("assigning columns", () => {
  const list = "Code,Title,Price,Qty,Grams\nA-1,Dish,11.00,4,250\nA-2,Pan,22.00,0,1400\n";

  test("changes the products that have the SKUs, and creates the others if that was chosen", async () => {
    const dish = await api.aProduct(supplier, { name: "Old dish", externalSku: "a-1", recommendedRetailPrice: 5 });
    const { summary, status } = await imported(list, withNew());
    expect({ made: summary.made.count, changed: summary.changed.count, status }).toEqual({
      made: 1,
      changed: 1,
      status: 2,
    });
    const [first, second] = await ofSupplier();
    expect(first).toMatchObject({
      id: dish,
      name: "Dish",
      externalSku: "a-1",
      stockQuantity: 4,
      recommendedRetailPrice: 10,
    });
    expect(second).toMatchObject({ name: "Pan", externalSku: "A-2", stockQuantity: 0, shippingPackageWeight: 1.4 });
  });

  test("refuses rows without a product unless new ones were wanted", async () => {
    const summary = await checked(list, { SupplierId: supplier });
    expect(problemsIn(summary)[0]).toBe(
      "Row 2, Code: There is no product with the SKU “A-1” that you may change, and new products were not wanted. To create it, choose that rows without a product become new ones.",
    );
    expect(await ofSupplier()).toEqual([]);
  });

  test("does not find products of another supplier", async () => {
    await api.aProduct(await api.aSupplier(), { externalSku: "A-1" });
    expect((await checked(list, withNew())).made.count).toBe(2);
  });

  test("names its own columns in messages, and changes nothing else of a wrong row", async () => {
    const summary = await checked(
      "Art.-Nr.;Bezeichnung;Preis\nA-1;Schüssel;1.234,50\nA-2;Pfanne;=B2*2\nA-3;Topf;12.345\n",
      {
        ...withNew(),
        Columns: [
          { Column: 1, Field: "SKU" },
          { Column: 2, Field: "Name" },
          { Column: 3, Field: "RecommendedRetailPrice" },
        ],
      },
    );
    expect(problemsIn(summary)).toEqual([
      "Row 2, Preis: “1.234,50” isn't an amount. Please enter one like 9.95.",
      "Row 3, Preis: “=B2*2” isn't an amount. Please enter one like 9.95.",
      "Row 4, Preis: Please enter no more than two decimals. In a formula use ROUND, for example =ROUND(A2*1.035, 2).",
    ]);
  });

  test("adds GST to prices without it, and rounds to the cent", async () => {
    await imported("Code,Name,Price\nA-1,Dish,9.05\n", { ...withNew(), PricesIncludeGst: false });
    const [dish] = await ofSupplier();
    expect(dish?.recommendedRetailPrice).toBeCloseTo(9.0545, 4);
  });

  test.each([
    ["GST", "Y", "N"],
    ["GST", "10%", "0%"],
    ["GST", 1, 0],
    ["Tax code", "GST", "FRE"],
    ["GST free", "No", "Yes"],
    ["Tax class", "standard", "zero-rate"],
  ])("reads the tax class in a column “%s” with %s and %s", async (title, taxed, free) => {
    const { messages } = await imported(
      `Code,Name,Price,${title}\nA-1,Dish,11.00,${taxed}\nA-2,Rice,11.00,${free}\n`,
      withNew(),
    );
    expect(messages).toEqual([]);
    expect(await ofSupplier()).toMatchObject([
      { taxClass: "taxable", recommendedRetailPrice: 10 },
      { taxClass: "gstFree", recommendedRetailPrice: 11 },
    ]);
  });

  test("adds no GST to prices without it of products that have none, new or known, nor to refused rows", async () => {
    const traits = { taxClass: "gstFree", appliedTaxClass: "gstFree" } as const;
    await api.aProduct(supplier, { externalSku: "A-1", ...traits });
    await api.aProduct(supplier, { externalSku: "A-3", ...traits });
    const { id } = await imported(
      `Code,Name,Price,GST,Product type\nA-1,Rice,9.05,,\nA-2,Oats,9.05,N,\nA-3,Flour,9.05,,No such type\n`,
      { ...withNew(), PricesIncludeGst: false, ShippingMethod: 0, DomesticFlatRate: 5, ShippingNotes: "Two days." },
    );
    expect(await ofSupplier()).toMatchObject([
      { externalSku: "A-1", recommendedRetailPrice: 9.05 },
      { externalSku: "A-3", recommendedRetailPrice: 10 },
      { externalSku: "A-2", recommendedRetailPrice: 9.05, domesticFlatRate: 5.5 },
    ]);
    const refused = await api.download(operator, products.excelImportRefused, { id });
    const sheet = sheetNamed(await opened(refused), "Products");
    expect(sheet.getRow(2).getCell(headings(sheet).indexOf("RecommendedRetailPrice") + 1).value).toBe(9.05);
  });

  test("refuses a tax class that is not known here, in the words of its column", async () => {
    const summary = await checked("Code,Name,Price,Tax class\nA-1,Dish,11.00,reduced-rate\n", withNew());
    expect(problemsIn(summary)).toEqual([
      "Row 2, Tax class: “reduced-rate” isn't known here. Please enter one of: Taxable, GST-free, Input-taxed.",
    ]);
  });

  test("refuses a SKU that stands twice in the file", async () => {
    const summary = await checked("Code,Name,Price\nA-1,Dish,9\nA-1,Other dish,10\n", withNew());
    expect(summary.made.count).toBe(1);
    expect(problemsIn(summary)).toEqual(["Row 3, Code: Row 2 is for the same product."]);
  });

  test.each([
    [
      "two columns for one field",
      [1, 2].map((Column) => ({ Column, Field: "SKU" })),
      "“Code” and “Title” are both assigned to SKU.",
    ],
    [
      "two units of one field",
      [
        { Column: 1, Field: "SKU" },
        { Column: 4, Field: "WeightKg" },
        { Column: 5, Field: "WeightG" },
      ],
      "“Qty” and “Grams” are both assigned to",
    ],
    ["no SKU and no GTIN", [{ Column: 2, Field: "Name" }], "Please assign a column to the SKU or the GTIN"],
    ["a column that is not there", [{ Column: 9, Field: "SKU" }], "This file has no column 9."],
  ])("refuses %s", async (_, Columns, words) => {
    const id = await received(list);
    const { status, raw } = await api.call(operator, products.checkSourceFile, {
      FileId: id,
      SupplierId: supplier,
      Columns,
    });
    expect(status).toBe(422);
    expect(raw.body).toContain(words);
  });

  test("needs a supplier, either chosen or in a column", async () => {
    const id = await received(list);
    const Columns = [{ Column: 1, Field: "SKU" }];
    const { raw } = await api.call(operator, products.checkSourceFile, { FileId: id, Columns });
    expect(raw.body).toContain("Please choose the supplier whose products these are.");
    const summary = await checked(`Supplier,Code,Name,Price\n${supplier},A-1,Dish,9\n`, {
      ProductTypeId: type,
      MakesUnknown: true,
    });
    expect(summary.made.count).toBe(1);
  });

  test("remembers the columns for the supplier, and offers them the next time", async () => {
    const content = `Nr,Was,Wieviel ${supplier}\nA-1,Dish,9\n`;
    const Columns = [
      { Column: 1, Field: "SKU" },
      { Column: 3, Field: "StockQuantity" },
    ];
    await checked(content, { SupplierId: supplier, ProductTypeId: type, PricesIncludeGst: false, Columns });
    const again = await described(content.replace("A-1", "A-7"));
    expect(again).toMatchObject({
      isRemembered: true,
      supplierId: supplier,
      productTypeId: type,
      pricesIncludeGst: false,
      makesUnknown: false,
    });
    expect(again.columns.map(({ field }) => field)).toEqual(["SKU", null, "StockQuantity"]);
  });

  test("does not show others what was remembered for a supplier that they may not see", async () => {
    const content = `Nr,Was,Wieviel ${supplier}\nA-1,Dish,9\n`;
    await checked(content, { SupplierId: supplier, Columns: [{ Column: 1, Field: "SKU" }] });
    const other = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    const id = await received(content, undefined, other);
    expect(await api.ok(other, products.sourceFile, { id })).toMatchObject({ isRemembered: false });
  });

  test("shows a file to nobody but its sender", async () => {
    const id = await received(list);
    const other = await api.aUser({ roles: ["Operator"] });
    const { status } = await api.call(other, products.checkSourceFile, {
      FileId: id,
      SupplierId: supplier,
      Columns: [{ Column: 1, Field: "SKU" }],
    });
    expect(status).toBe(404);
  });

  test("ships new products as chosen, and leaves existing ones as they are", async () => {
    await api.aProduct(supplier, { externalSku: "A-1" });
    const shipping = { ShippingMethod: 0, DomesticFlatRate: 9.0909, ShippingNotes: "Two days" };
    const { status } = await imported(list, { ...withNew(), ...shipping });
    expect(status).toBe(2);
    const [dish, pan] = await ofSupplier();
    expect(dish?.shippingMethod).toBeNull();
    expect(pan).toMatchObject({ shippingMethod: 0, shippingNotes: "Two days" });
    expect(pan?.domesticFlatRate).toBeCloseTo(9.0909, 4);
  });

  test("makes paragraphs of plain descriptions, and cleans HTML", async () => {
    await imported(
      'Code,Name,Price,Description\nA-1,Dish,9,"Round & flat\n\nSafe in ovens"\nA-2,Pan,9,<p onclick="x()">Iron<script>1</script></p>\n',
      withNew(),
    );
    const [dish, pan] = await ofSupplier();
    expect(dish?.description).toBe("<p>Round &amp; flat</p><p>Safe in ovens</p>");
    expect(pan?.description).toBe("<p>Iron</p>");
  });

  test("finds by GTIN where a row has no SKU", async () => {
    const id = await api.aProduct(supplier, { externalSku: "A-1", gtin: "4006381333931", name: "Pen" });
    await imported("Barcode,Name\n4006381333931,Fine pen\n", { SupplierId: supplier });
    expect((await get(id)).name).toBe("Fine pen");
  });
});

describe("an export of Shopify", () => {
  const head =
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Gift Card,Status";
  const shop = [
    head,
    "bowl,Bowl,<p>A bowl</p>,Ridge,,,true,Title,Default Title,,,BOWL-1,412,shopify,12,44.00,55.00,4006381333931,https://x.example/1.jpg,1,false,active",
    "bowl,,,,,,,,,,,,,,,,,,https://x.example/2.jpg,2,,",
    "tee,Tee,<p>A tee</p>,Ridge,,,true,Colour,Red,Size,S,TEE-RS,200,shopify,3,30.00,,,,,false,active",
    "tee,,,,,,,,Red,,M,TEE-RM,200,shopify,-2,30.00,,,,,,",
    "tee,,,,,,,,Blue,,S,TEE-BS,210,,,33.00,,,,,,",
    "old,Old,<p>Old</p>,Ridge,,,true,Title,Default Title,,,OLD-1,1,,,1.00,,,,,false,archived",
  ].join("\n");

  test("is recognised, and needs no assignment", async () => {
    const file = await described(shop);
    expect(file).toMatchObject({ format: "shopify", rows: 6 });
    const { summary, status, messages } = await imported(shop, withNew());
    expect(messages).toEqual([]);
    expect({ made: summary.made.count, leftOut: summary.leftOut, status }).toEqual({ made: 5, leftOut: 1, status: 2 });
    const [bowl, tee] = await ofSupplier();
    expect(bowl).toMatchObject({
      name: "Bowl",
      brand: "Ridge",
      externalSku: "BOWL-1",
      gtin: "4006381333931",
      recommendedRetailPrice: 50,
      salePrice: 40,
      stockQuantity: 12,
      shippingPackageWeight: 0.412,
    });
    const { productVariants, attributes } = await get(tee?.id ?? 0);
    expect(attributes.map(({ attributeName, useForVariations }) => [attributeName, useForVariations])).toEqual([
      ["Colour", true],
      ["Size", true],
    ]);
    expect(
      productVariants.map(
        ({ externalSku, stockQuantity, manageStock, recommendedRetailPrice, attributeOptions: own }) => [
          externalSku,
          manageStock ? stockQuantity : null,
          Number((recommendedRetailPrice * 1.1).toFixed(2)),
          own.map(({ optionValue }) => optionValue).join("/"),
        ],
      ),
    ).toEqual([
      ["TEE-RS", 3, 30, "Red/S"],
      ["TEE-RM", 0, 30, "Red/M"],
      ["TEE-BS", null, 33, "Blue/S"],
    ]);
  });

  test("changes nothing when it is imported again, and only what has changed after that", async () => {
    await imported(shop, withNew());
    const again = await checked(shop, withNew());
    expect(problemsIn(again)).toEqual([]);
    expect({ made: again.made.count, changed: again.changed.count, unchanged: again.unchanged.count }).toEqual({
      made: 0,
      changed: 0,
      unchanged: 5,
    });
    const green = "tee,,,,,,,,Green,,S,TEE-GS,200,shopify,1,30.00,,,,,,";
    const later = shop
      .replace("TEE-RM,200,shopify,-2,30.00", "TEE-RM,200,shopify,9,31.00")
      .replace("\nold,", `\n${green}\nold,`);
    const { summary } = await imported(later, withNew());
    expect({ made: summary.made.count, changed: summary.changed.count }).toEqual({ made: 1, changed: 2 });
  });

  test("uses the attributes of the product type that have the same names", async () => {
    const attribute = await api.anAttribute({
      internalName: `tee-colour-${supplier}`,
      displayName: "Colour",
      options: ["Red", "Blue"],
    });
    const typed = await api.aProductType({ name: `Tees ${supplier}` });
    await db.insert(productTypeAttributes).values({ productTypeId: typed, attributeId: attribute, position: 1 });
    const { messages } = await imported(shop, { ...withNew(), ProductTypeId: typed });
    expect(messages).toEqual([]);
    const tee = (await ofSupplier()).find(({ name }) => name === "Tee");
    const { productVariants } = await get(tee?.id ?? 0);
    const [red] = await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, attribute));
    expect(productVariants[0]?.attributeOptions.map(({ optionId }) => optionId)).toContain(red?.id);
  });

  describe("with options that the product type does not have", () => {
    const bedding = async (name: string) => {
      const attribute = await api.anAttribute({
        internalName: name,
        displayName: "Size",
        options: ["Single", "Double", "Queen", "King"],
      });
      const typed = await api.aProductType({ name: `Bedding ${supplier}` });
      await db.insert(productTypeAttributes).values({ productTypeId: typed, attributeId: attribute, position: 1 });
      return { ...withNew(), ProductTypeId: typed };
    };
    const tee = async () => get((await ofSupplier()).find(({ name }) => name === "Tee")?.id ?? 0);

    test("keeps them as an attribute of the product alone, and says so in the check", async () => {
      const check = await bedding(`bed-size-${supplier}`);
      const { summary, messages } = await imported(shop, check);
      expect(messages).toEqual([]);
      expect(summary.ownOptions).toEqual({ count: 1, names: ["Size"] });
      expect(summary.made.first.find(({ name }) => name === "Tee")?.changes).toContainEqual(
        expect.objectContaining({ column: "OwnAttributes", after: "Colour: Red | Blue\nSize (own): S | M" }),
      );
      const { productVariants, attributes } = await tee();
      expect(attributes.filter(({ useForVariations }) => useForVariations)).toMatchObject([
        { attributeName: "Colour", isProductSpecific: true },
        { attributeName: "Size (own)", attributeDisplayName: "Size", isProductSpecific: true },
      ]);
      expect(
        productVariants.map(({ attributeOptions: own }) => own.map(({ optionValue }) => optionValue).join("/")),
      ).toEqual(["Red/S", "Red/M", "Blue/S"]);
    });

    test("changes nothing when the same file is imported again, and adds what is new in a later one", async () => {
      const check = await bedding(`bed-again-${supplier}`);
      await imported(shop, check);
      const again = await checked(shop, check);
      expect({ problems: problemsIn(again), unchanged: again.unchanged.count, own: again.ownOptions.count }).toEqual({
        problems: [],
        unchanged: 5,
        own: 0,
      });
      const large = "tee,,,,,,,,Red,,L,TEE-RL,200,shopify,1,30.00,,,,,,";
      const later = await imported(shop.replace("\nold,", `\n${large}\nold,`), check);
      expect(later.messages).toEqual([]);
      expect((await tee()).productVariants).toHaveLength(4);
    });

    test("comes back from our own export unchanged", async () => {
      const check = await bedding(`bed-export-${supplier}`);
      await imported(shop, check);
      const csv = await api.download(operator, products.excelExport, { supplierId: supplier, format: "csv" });
      const { body } = await send(csv, "Products.csv");
      const { processId } = body as { processId: string };
      await books.run(processId);
      const { summary } = await books.result(operator, processId);
      expect(summary).toMatchObject({ unchanged: { count: 5 }, changed: { count: 0 }, refused: { count: 0 } });
    });

    test("refuses them for a product that uses the type's attribute already", async () => {
      const check = await bedding(`bed-used-${supplier}`);
      await imported(
        shop.replaceAll(",Size,S,", ",Size,Single,").replace(",,M,", ",,King,").replace(",,S,", ",,Single,"),
        check,
      );
      const summary = await checked(shop, check);
      expect(problemsIn(summary)[0]).toContain("“S” isn't an option of this attribute");
      expect(summary.ownOptions.count).toBe(0);
    });
  });

  test("returns refused rows with our columns, which can be imported as they are", async () => {
    const { summary, id } = await imported(
      shop.replace("BOWL-1,412,shopify,12,44.00,55.00", "BOWL-1,820,shopify,12,x,"),
      withNew(),
    );
    expect(problemsIn(summary)).toEqual([
      "Row 2, Variant Price or Variant Compare At Price: “x” isn't an amount. Please enter one like 9.95.",
    ]);
    const file = await api.download(operator, products.excelImportRefused, { id });
    const { body } = await send(file, "refused.xlsx");
    const { processId } = body as { processId: string };
    await books.run(processId);
    const { summary: again } = await books.result(operator, processId);
    expect(again && problemsIn(again)).toEqual([
      "Row 2, RecommendedRetailPrice: “x” isn't an amount. Please enter one like 9.95.",
    ]);
  });
});

describe("an export of WooCommerce", () => {
  const shop = [
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Short description,Description,In stock?,Stock,Weight (kg),Length (cm),Width (cm),Height (cm),Sale price,Regular price,Categories,Parent,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 global',
    '10,simple,MUG,4006381333931,Mug,1,Short,"<p>A mug</p>",1,7,0.4,12,9.5,10,18,20,Home,,Ridge,,,',
    '11,variable,TEE,,Tee,1,,<p>Tee</p>,1,,,,,,,,Clothing,,Ridge,Size,"S, M",1',
    "12,variation,TEE-S,,Tee - S,1,,,1,3,0.2,,,,,30,,TEE,,Size,S,1",
    "13,variation,,,Tee - M,1,,,0,,0.2,,,,,30,,id:11,,Size,M,1",
    "14,simple,DRAFT,,Draft,-1,,,1,,,,,,,5,,,,,,",
    "15,external,EXT,,Elsewhere,1,,,1,,,,,,,5,,,,,,",
  ].join("\n");

  test("is recognised, and needs no assignment", async () => {
    expect(await described(shop)).toMatchObject({ format: "woocommerce" });
    const { summary, messages } = await imported(shop, withNew());
    expect(messages).toEqual([]);
    expect({ made: summary.made.count, leftOut: summary.leftOut }).toEqual({ made: 4, leftOut: 2 });
    const [mug, tee] = await ofSupplier();
    expect(mug).toMatchObject({
      externalSku: "MUG",
      brand: "Ridge",
      shippingPackageWeight: 0.4,
      shippingPackageDepth: 120,
      shippingPackageWidth: 95,
      shippingPackageHeight: 100,
      stockQuantity: 7,
    });
    const { productVariants, recommendedRetailPrice } = await get(tee?.id ?? 0);
    expect(Number((recommendedRetailPrice * 1.1).toFixed(2))).toBe(30);
    expect(
      productVariants.map(({ externalSku, manageStock, stockQuantity }) => [externalSku, manageStock, stockQuantity]),
    ).toEqual([
      ["TEE-S", true, 3],
      ["id:13", true, 0],
    ]);
  });

  test("changes nothing when it is imported again", async () => {
    await imported(shop, withNew());
    const again = await checked(shop, withNew());
    expect(problemsIn(again)).toEqual([]);
    expect({ made: again.made.count, changed: again.changed.count }).toEqual({ made: 0, changed: 0 });
  });

  test("says which products are taxed, and refuses a variation that is taxed otherwise than its product", async () => {
    const head = "ID,Type,SKU,Name,Published,Description,Regular price,Parent,Tax status,Tax class";
    const { summary } = await imported(
      [
        head,
        "1,simple,A,Dish,1,<p>A</p>,11,,taxable,",
        "2,simple,B,Rice,1,<p>B</p>,11,,none,",
        "3,simple,C,Flour,1,<p>C</p>,11,,taxable,zero-rate",
        "4,variable,D,Tea,1,<p>D</p>,,,taxable,",
        "5,variation,D-1,Tea - 1,1,,11,D,taxable,zero-rate",
      ].join("\n"),
      withNew(),
    );
    const stored = await ofSupplier();
    expect(stored.map(({ externalSku, taxClass }) => [externalSku, taxClass]).slice(0, 3)).toEqual([
      ["A", "taxable"],
      ["B", "gstFree"],
      ["C", "gstFree"],
    ]);
    expect(problemsIn(summary).join()).toContain("Enter this in the product's own row");
  });
});

test("an export of Shopify says which products are taxed", async () => {
  const head = "Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Taxable,Status";
  const rows = [
    "dish,Dish,<p>A</p>,Title,Default Title,A,11.00,true,active",
    "rice,Rice,<p>B</p>,Title,Default Title,B,11.00,FALSE,active",
  ];
  const { messages } = await imported([head, ...rows].join("\n"), withNew());
  expect(messages).toEqual([]);
  expect(await ofSupplier()).toMatchObject([
    { externalSku: "A", taxClass: "taxable", recommendedRetailPrice: 10 },
    { externalSku: "B", taxClass: "gstFree", recommendedRetailPrice: 11 },
  ]);
});
