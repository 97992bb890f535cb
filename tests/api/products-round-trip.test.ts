/** For any products: importing an unchanged file changes nothing, and an edited one only the edited cells. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  attributeOptions,
  productAttributeOptions,
  productAttributes,
  productTypeAttributes,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { exclusive } from "#contract/rules/money.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { type Cells, edited } from "#tests/support/products-workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;
const books = productWorkbooks(api);
const gstRate = 0.1;

let operator: TestUser;
let type: number;
let colour: number;
let options: { id: number; value: string }[];
const names = { colour: "Glaze", care: "Care", safe: "Oven safe" };

beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  type = await api.aProductType();
  colour = await api.anAttribute({
    internalName: names.colour,
    options: ["Red", "Sea | sky", "3", "=Blue"],
    selectionType: 2,
  });
  const care = await api.anAttribute({ internalName: names.care, selectionType: 3 });
  const safe = await api.anAttribute({ internalName: names.safe, selectionType: 0 });
  await db
    .insert(productTypeAttributes)
    .values([colour, care, safe].map((attributeId, i) => ({ productTypeId: type, attributeId, position: i + 1 })));
  options = await db
    .select()
    .from(attributeOptions)
    .where(eq(attributeOptions.attributeId, colour))
    .orderBy(attributeOptions.position);
});

/** Text as forms store it: trimmed, and without characters that XML does not allow. */
const words = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(..."=+-@'\"&<>_x0041_|\\ 0É木😀\n"),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      ),
      minLength: 1,
      maxLength,
    })
    .map((text) =>
      text.replace(/[^\t\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\u{10000}-\u{1fffd}]/gu, "").trim(),
    )
    .filter((text) => text !== "" && text.length <= maxLength);

/** Text that a form of one line takes. Products made before that rule may have more lines. */
const line = (maxLength: number) => words(maxLength).map((text) => text.replaceAll(/\s+/g, " "));

const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount / 100);
/** Prices inc GST, with the sale price not above the recommended price. */
const prices = fc
  .tuple(cents(100, 500_000), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([rrp, part]) => ({ rrp, sale: Math.max(0.01, Math.floor(rrp * 100 * part) / 100) }));
const stock = fc.option(fc.integer({ min: 0, max: 9_999 }));
const weight = fc.option(cents(1, 100_000));
const millimetres = fc.option(fc.integer({ min: 1, max: 5_000 }));

const aVariant = fc.record({ sku: words(50), name: fc.option(words(60)), price: fc.option(prices), stock, weight });
const aProduct = fc.record({
  name: words(255),
  sku: words(50),
  price: prices,
  stock,
  weight,
  height: millimetres,
  care: fc.oneof(fc.constant(""), words(200)),
  safe: fc.constantFrom("", "true", "false"),
  /** Each variant has the option at its index. */
  variants: fc.array(aVariant, { maxLength: 3 }),
});
type Product = typeof aProduct extends fc.Arbitrary<infer T> ? T : never;

const exTax = ({ rrp, sale }: { rrp: number; sale: number }) => ({
  recommendedRetailPrice: exclusive(rrp, gstRate),
  salePrice: exclusive(sale, gstRate),
});
const stockOf = (quantity: number | null) => ({ manageStock: quantity !== null, stockQuantity: quantity });

async function make(
  supplier: number,
  { name, sku, price, stock: quantity, weight: kg, height, care, safe, variants }: Product,
): Promise<void> {
  const hasVariants = variants.length > 0;
  const id = await api.aProduct(supplier, {
    name,
    externalSku: sku,
    productTypeId: type,
    ...exTax(price),
    ...(hasVariants ? {} : stockOf(quantity)),
    shippingPackageWeight: kg,
    shippingPackageHeight: height,
    hasVariants,
    description: "<p>Any &amp; all.</p>",
  });
  const attributes = await db
    .select({ id: productTypeAttributes.attributeId })
    .from(productTypeAttributes)
    .where(eq(productTypeAttributes.productTypeId, type))
    .orderBy(productTypeAttributes.position);
  const values = ["", care, safe];
  await db.insert(productAttributes).values(
    attributes.map((attribute, i) => ({
      productId: id,
      attributeId: attribute.id,
      value: values[i] ?? "",
      useForVariations: i === 0 && hasVariants,
    })),
  );
  const used = hasVariants ? variants.map((_, i) => options[i]?.id ?? 0) : [options[1]?.id ?? 0];
  await db.insert(productAttributeOptions).values(used.map((optionId) => ({ productId: id, optionId })));
  for (const [i, variant] of variants.entries()) {
    // A variant's own sale price is below its recommended price.
    const own =
      variant.price && variant.price.sale < variant.price.rrp && variant.price.rrp !== price.rrp
        ? exTax(variant.price)
        : {};
    const optionId = used[i] ?? 0;
    await api.aVariant(id, {
      externalSku: variant.sku,
      name: variant.name === name ? null : variant.name,
      options: [optionId],
      ...own,
      ...stockOf(variant.stock),
      shippingPackageWeight: variant.weight,
    });
  }
}

async function supplierOf(made: Product[]): Promise<number> {
  const supplier = await api.aSupplier();
  for (const product of made) await make(supplier, product);
  return supplier;
}

const file = (supplier: number) => books.exportedFile(operator, products.excelExport, { supplierId: supplier });
const rowsNow = (supplier: number) => books.rows(operator, products.excelExport, { supplierId: supplier });

async function counts(id: string) {
  const { summary } = await books.result(operator, id);
  return {
    made: summary?.made.count,
    changed: summary?.changed.count,
    unchanged: summary?.unchanged.count,
    refused: summary?.refused.first,
  };
}

test("importing an exported file changes nothing", async () => {
  const run = async (made: Product[]) => {
    const supplier = await supplierOf(made);
    const before = await rowsNow(supplier);
    const { id } = await books.imported(operator, await file(supplier));
    expect(await counts(id)).toEqual({ made: 0, changed: 0, unchanged: before.length, refused: [] });
    expect(await rowsNow(supplier)).toEqual(before);
  };
  await fc.assert(fc.asyncProperty(fc.array(aProduct, { minLength: 1, maxLength: 4 }), run), { numRuns: 8 });
}, 600_000);

/** The edits of a row; for a product with variants the stock belongs to the variants. */
const anEdit = fc.record({
  Name: fc.option(line(100)),
  SKU: fc.option(line(50)),
  price: fc.option(prices.filter(({ rrp, sale }) => sale < rrp)),
  stock: fc.option(fc.integer({ min: 0, max: 9_999 })),
  WeightKg: fc.option(cents(1, 100_000)),
  care: fc.option(words(100)),
});
type Edit = typeof anEdit extends fc.Arbitrary<infer T> ? T : never;

function write(row: Cells, { price, stock: quantity, care, ...edit }: Edit): void {
  for (const [column, value] of Object.entries(edit)) if (value !== null) row[column] = value;
  if (price) Object.assign(row, { RecommendedRetailPrice: price.rrp, SalePrice: price.sale });
  if (quantity !== null && row.HasVariants !== true) Object.assign(row, { ManageStock: true, StockQuantity: quantity });
  if (care !== null && row.VariantId === null) row[`Attribute: ${names.care}`] = care;
}

/** A variant whose name or prices equal those of its product inherits them. */
function asShown(rows: Cells[]): Cells[] {
  return rows.map((row) => {
    const own = rows.find((each) => each.ProductId === row.ProductId && each.VariantId === null);
    if (row.VariantId === null || !own) return row;
    const isSamePrice = row.RecommendedRetailPrice === own.RecommendedRetailPrice && row.SalePrice === own.SalePrice;
    return {
      ...row,
      ...(row.Name === own.Name ? { Name: null } : {}),
      ...(isSamePrice ? { RecommendedRetailPrice: null, SalePrice: null } : {}),
    };
  });
}

test("importing an edited file changes exactly what was edited, and undo restores everything", async () => {
  const run = async (made: Product[], edits: Edit[]) => {
    const supplier = await supplierOf(made);
    const before = await rowsNow(supplier);
    const wanted = before.map((row) => ({ ...row }));
    for (const [i, row] of wanted.entries()) write(row, edits[i % edits.length] as Edit);
    const content = await edited(await file(supplier), (row, i) => Object.assign(row, wanted[i]));
    const { id } = await books.imported(operator, content);
    expect((await counts(id)).refused).toEqual([]);
    expect(await rowsNow(supplier)).toEqual(asShown(wanted));
    if ((await books.result(operator, id)).canUndo) await books.undone(operator, id);
    expect(await rowsNow(supplier)).toEqual(before);
  };
  const edits = fc.array(anEdit, { minLength: 1, maxLength: 6 });
  await fc.assert(fc.asyncProperty(fc.array(aProduct, { minLength: 1, maxLength: 4 }), edits, run), { numRuns: 8 });
}, 600_000);
