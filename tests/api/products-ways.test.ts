/**
 * The same change of a product by its forms, in the grid, by worksheets, by a price list and with many others: equal
 * rows, refusals and history. A stock feed is a price list that is fetched.
 */
import { and, asc, eq, ne } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { changes, products as table } from "#api/core/database/schema/index.ts";
import { ShippingMethod, shippingMethods } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { productDetails, productShipping } from "#contract/products/edits.ts";
import { productFields, shippingFields } from "#contract/products/fields.ts";
import { gridRowDetails } from "#contract/products/grid.ts";
import type { RecordField } from "#contract/records/fields.ts";
import { shownText } from "#contract/rules/edits.ts";
import { byKey, keysOf } from "#contract/rules/keys-of.ts";
import { exclusive, inclusive, round2 } from "#contract/rules/money.ts";
import { rateOf, type TaxClass, taxClassNames } from "#contract/rules/tax-class.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { type Cells, productsWorkbook } from "#tests/support/products-workbook.ts";
import { workbookFile, workbookOf } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi({ RATE_LIMIT: "off" });
const { db } = api.database;
const { products } = operations;
const books = productWorkbooks(api);
const gstRate = 0.1;

let admin: TestUser;
let supplier: number;
let type: number;
let otherType: { id: number; path: string };
let goneType: typeof otherType;
let rule: number;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
  supplier = await api.aSupplier();
  type = await api.aProductType();
  otherType = { id: await api.aProductType({ name: "Kitchen" }), path: "Kitchen" };
  goneType = { id: await api.aProductType({ name: "Garden", isDisabled: true }), path: "Garden" };
  rule = await api.aShippingRule({ supplierId: supplier, name: "Letters" });
});

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

/** What is typed, by the names of the command: prices in dollars inc GST. */
const typed = fc.record({
  Name: maybe("Tray", "  Tray  ", "x".repeat(256), "two\nlines"),
  TaxClass: maybe("gstFree", "inputTaxed", "taxable"),
  ExternalSku: maybe("0042", "x".repeat(51), "x".repeat(256)),
  RecommendedRetailPrice: maybe(12.35, 0.5, 2_000_000),
  SalePrice: maybe(9.9, 500),
  StockQuantity: maybe(0, 7, -1, 1.5),
  ShippingPackageWeight: maybe(0.5, 0.001, 3),
  ShippingPackageHeight: maybe(20, 0, 1.5),
});
type Values = Record<string, string | number | boolean | undefined>;

const fields: readonly RecordField[] = Object.values({ ...productFields, ...shippingFields });
const fieldCalled = (command: string) => fields.find((field) => field.command === command);
function columnOf(command: string): string {
  const sheet = fieldCalled(command)?.sheet;
  return typeof sheet === "object" ? sheet.column : command;
}
const isPrice = (command: string) => fieldCalled(command)?.kind === "priceExGst";

const rateAfter = ({ TaxClass }: Values) => rateOf(TaxClass as TaxClass | undefined, gstRate);

/** As a command takes them: prices ex GST, at the rate of the class that they are given with. */
const asSent = (given: Values) =>
  Object.fromEntries(
    Object.entries(given).map(([command, value]) => [
      command,
      isPrice(command) && typeof value === "number" ? exclusive(value, rateAfter(given)) : value,
    ]),
  );

const stored = [...keysOf(productFields), ...keysOf(shippingFields), "isDisabled"] as const;

async function outcomeOf(id: number, refusals: [string, string][]) {
  const [row] = await db.select().from(table).where(eq(table.id, id));
  const made = await db
    .select()
    .from(changes)
    .where(and(eq(changes.record, "product"), eq(changes.recordId, id), ne(changes.kind, "added")))
    .orderBy(asc(changes.id));
  return {
    refusals: refusals.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    stored: row && byKey(stored, (key) => row[key]),
    history: made.map(({ tableName, before, after, userId }) => ({ tableName, before, after, userId })),
  };
}

const reasonsIn = (errors: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.entries(errors).flatMap(([command, reasons]) =>
    reasons.map((why): [string, string] => [columnOf(command), why]),
  );

async function byForm(id: number, given: Values) {
  const shown = productDetails(await api.ok(admin, products.get, { id }));
  // The form has all prices, inc GST.
  const prices = { RecommendedRetailPrice: inclusive(shown.RecommendedRetailPrice, gstRate) };
  const input = { ProductId: id, ...shown, ...asSent({ ...prices, ...given }), Shown: shownText(shown) };
  const { problem } = await api.call(admin, products.updateDetails, input as never);
  return outcomeOf(id, reasonsIn(problem?.errors));
}

async function byShippingForm(id: number, given: Values) {
  const { shippingMethod } = await api.ok(admin, products.get, { id });
  const shown = productShipping(shippingMethod);
  const input = { ProductId: id, ...shown, ...asSent(given), Shown: shownText(shown) };
  const { problem } = await api.call(admin, products.updateShippingMethod, input as never);
  return outcomeOf(id, reasonsIn(problem?.errors));
}

async function inGrid(id: number, given: Values) {
  const { rows } = await api.ok(admin, products.grid, { Ids: [id] });
  const [row] = rows;
  if (!row) throw new Error("The grid does not have the product.");
  const input = { Rows: [{ ProductId: id, VariantId: null, ...asSent(given), Shown: shownText(gridRowDetails(row)) }] };
  const { body, problem } = await api.call(admin, products.saveGrid, input as never);
  // A cell that the row cannot have at all refuses the whole command, with the place of the row.
  const named = Object.entries(problem?.errors ?? {}).map(([path, why]) => [path.replace(/^Rows\.0\./, ""), why]);
  const errors = { ...Object.fromEntries(named), ...body?.refused?.[0]?.errors };
  return outcomeOf(id, reasonsIn(errors));
}

const cellsOf = (given: Values): Cells =>
  Object.fromEntries(
    Object.entries(given).map(([command, value]) => [
      columnOf(command),
      command === "TaxClass" ? taxClassNames[value as TaxClass] : value,
    ]),
  );

async function byWorksheet(
  id: number,
  given: Values,
  operation: Parameters<typeof books.imported>[2] = products.excelImportCheck,
) {
  const content = await productsWorkbook([{ ProductId: id, ...cellsOf(given) }]);
  const { id: check } = await books.imported(admin, content, operation);
  return applied(id, check);
}

/** Its rows are found by their SKUs. */
async function byPriceList(id: number, given: Values) {
  const cells = { SKU: "B-1", ...cellsOf(given) };
  const content = await workbookOf([Object.keys(cells), Object.values(cells)], "Prices");
  const sent = await api.sendFile(admin, products.importFile, workbookFile(content, "Prices.xlsx"));
  const { fileId } = sent.body as { fileId: string };
  const [row] = await db.select().from(table).where(eq(table.id, id));
  const Columns = Object.keys(cells).map((Field, i) => ({ Column: i + 1, Field }));
  const list = { FileId: fileId, SupplierId: row?.supplierId, Columns };
  const check = await api.ok(admin, products.checkSourceFile, list as never);
  await books.run(check);
  return applied(id, check);
}

async function applied(id: number, check: string) {
  const { summary } = await books.result(admin, check);
  const problems = summary?.refused.first.flatMap((each) => each.problems) ?? [];
  if (problems.length === 0) await books.applied(admin, check, { Overwrite: summary?.mustConfirm === true });
  const refusals = problems.map((sentence): [string, string] => {
    const [, column = sentence, why = ""] = /^Row \d+, (\w+): (.*)$/s.exec(sentence) ?? [];
    return [column, why];
  });
  return outcomeOf(id, refusals);
}

type Change = SentInput<typeof products.changeMany>["Change"];

async function withMany(id: number, change: Change) {
  const input = { Ids: [id], Change: change };
  const { status, body, problem } = await api.call(admin, products.changeMany, input);
  const errors = Object.entries(problem?.errors ?? {}).map(([path, why]) => [path.replace(/^Change\./, ""), why]);
  if (status !== 200) return outcomeOf(id, reasonsIn(Object.fromEntries(errors)));
  const { first } = await api.ok(admin, products.previewMany, input);
  await books.run(body);
  return outcomeOf(
    id,
    first.flatMap(({ why }): [string, string][] => (why ? [["", why]] : [])),
  );
}

const aProduct = (ofSupplier = supplier, traits: object = {}) =>
  api.aProduct(ofSupplier, {
    name: "Bowl",
    description: "<p>A bowl.</p>",
    productTypeId: type,
    externalSku: "B-1",
    recommendedRetailPrice: 20,
    salePrice: 20,
    manageStock: true,
    stockQuantity: 10,
    shippingPackageWeight: 1,
    shippingPackageHeight: 10,
    shippingNotes: "Two days",
    ...traits,
  });
/** Price lists find products by their SKUs, so that there must be one with this SKU. */
const anOnlyProduct = async () => aProduct(await api.aSupplier());

/** Price lists find products by their SKUs, round the sizes of others up, and take one of 0 for none. */
const notInPriceLists = { ExternalSku: "", ShippingPackageWeight: "", ShippingPackageHeight: "" };
const stockAndPrices = ["RecommendedRetailPrice", "SalePrice", "StockQuantity"];

test("a change of a product's details is the same by its form, in the grid, by worksheets and by a price list", async () => {
  const one = fc.asyncProperty(typed, async (values) => {
    const given: Values = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) return;
    const form = { given, ...(await byForm(await aProduct(), given)) };
    expect({ given, ...(await inGrid(await aProduct(), given)) }).toEqual(form);
    expect({ given, ...(await byWorksheet(await aProduct(), given)) }).toEqual(form);
    if (Object.keys(given).every((command) => stockAndPrices.includes(command)))
      expect({
        given,
        ...(await byWorksheet(await aProduct(), given, products.excelImportStockAndPricesCheck)),
      }).toEqual(form);
    if (!Object.keys(given).some((command) => command in notInPriceLists))
      expect({ given, ...(await byPriceList(await anOnlyProduct(), given)) }).toEqual(form);
  });
  await fc.assert(one, { numRuns: 16, endOnFailure: true });
}, 120_000);

/** Changes that many products get at once, each with the other ways that have it. Dollars are inc GST. */
const ofMany = fc.oneof(
  fc.record({ kind: fc.constant("type" as const), isGone: fc.boolean() }),
  fc.record({ kind: fc.constant("flatRate" as const), rate: fc.constantFrom(9.95, 0, -1, 500_000, 2_000_000) }),
  fc.record({ kind: fc.constantFrom("rule" as const, "carrier" as const) }),
  fc.record({
    kind: fc.constant("prices" as const),
    from: fc.constantFrom(22, 990_000),
    more: fc.constantFrom(5, 0.01, -21.5, -30, 500_000),
  }),
  fc.record({ kind: fc.constantFrom("activate" as const, "deactivate" as const), isDisabled: fc.boolean() }),
);

type Way = (id: number) => ReturnType<typeof outcomeOf>;

function waysOf(change: typeof ofMany extends fc.Arbitrary<infer C> ? C : never): { traits?: object; ways: Way[] } {
  const shipped = (method: number, given: Values, inSheet: Values, many: Change): { ways: Way[] } => ({
    ways: [
      (id) => byShippingForm(id, { ShippingMethod: method, ...given }),
      (id) => inGrid(id, { ShippingMethod: method, ...inSheet }),
      (id) =>
        byWorksheet(id, {
          ShippingMethod: shippingMethods.find(({ value }) => value === method)?.displayName,
          ...inSheet,
        }),
      (id) => withMany(id, many),
    ],
  });
  switch (change.kind) {
    case "type": {
      const { id: ProductTypeId, path } = change.isGone ? goneType : otherType;
      return {
        ways: [
          (id) => byForm(id, { ProductTypeId }),
          (id) => byWorksheet(id, { ProductTypeId: path }),
          (id) => withMany(id, { Kind: "type", ProductTypeId }),
        ],
      };
    }
    case "flatRate": {
      const given = { DomesticFlatRate: change.rate };
      const many = { Kind: "flatRate", DomesticFlatRate: exclusive(change.rate, gstRate) } as const;
      return shipped(ShippingMethod.flatRate, given, given, many);
    }
    case "rule":
      return shipped(
        ShippingMethod.rule,
        { ShippingRuleId: rule },
        { ShippingRule: String(rule) },
        { Kind: "rule", ShippingRuleId: rule },
      );
    case "carrier":
      return shipped(ShippingMethod.carrier, {}, {}, { Kind: "carrier" });
    case "prices": {
      const price = exclusive(change.from, gstRate);
      const given = { RecommendedRetailPrice: round2(change.from + change.more) };
      return {
        traits: { recommendedRetailPrice: price, salePrice: price },
        ways: [
          (id) => byForm(id, given),
          (id) => inGrid(id, given),
          (id) => byWorksheet(id, given),
          (id) => withMany(id, { Kind: "priceDollars", Dollars: change.more, EndsIn95: false }),
        ],
      };
    }
    default: {
      const { kind, isDisabled } = change;
      const byCommand: Way = async (id) => {
        await api.ok(admin, products[kind], { ProductId: id });
        return outcomeOf(id, []);
      };
      return {
        traits: { isDisabled },
        ways: [byCommand, (id) => inGrid(id, { IsActive: kind === "activate" }), (id) => withMany(id, { Kind: kind })],
      };
    }
  }
}

test("a change of many products is for each of them the same as by its other ways", async () => {
  const one = fc.asyncProperty(ofMany, async (change) => {
    const { traits, ways } = waysOf(change);
    const outcomes: unknown[] = [];
    for (const way of ways) {
      const { refusals, ...outcome } = await way(await aProduct(supplier, traits));
      // The process of many names the product, but not the field.
      outcomes.push({ change, ...outcome, refusals: refusals.map(([, why]) => why).join(" ") });
    }
    expect(outcomes).toEqual(outcomes.map(() => outcomes[0]));
  });
  await fc.assert(one, { numRuns: 12, endOnFailure: true });
}, 120_000);
