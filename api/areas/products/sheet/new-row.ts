/** The row of a new product. */
import { and, asc, eq } from "drizzle-orm";
import { makeProduct } from "#api/areas/products/commands.ts";
import { lockedProduct, type StoredProduct } from "#api/areas/products/policy.ts";
import { whyNotAlone } from "#api/areas/products/same-sku.ts";
import type { OwnCells } from "#api/areas/products/source/source.ts";
import { appliedTaxClass } from "#api/areas/shared/tax-classes.ts";
import { withoutTrace } from "#api/core/database/savepoint.ts";
import { products } from "#api/core/database/schema/index.ts";
import { isBlank, Problems, refuseRows } from "#api/core/excel/cells.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { addProduct } from "#contract/products/commands.ts";
import { exclusive } from "#contract/rules/money.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { allFields, taxFields } from "./fields.ts";
import { changeFromRow } from "./own-row.ts";
import { type Done, type ProductsSheet, termsOf } from "./products-sheet.ts";
import { columnOf, ofNew, refused, requestedIn, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";
import { shippingTitles } from "./shipping.ts";
import { cellsOf } from "./shown-cells.ts";
import { supplierIn } from "./supplier-cell.ts";

/**
 * Creates a product. If the same file has already created it, the product with its SKU is used and must equal the row.
 */
export async function createFromRow(
  sheet: ProductsSheet,
  row: SheetRow,
  { hasVariantRows }: { hasVariantRows: boolean },
): Promise<Done> {
  const { supplierId, problem } = await supplierIn(sheet.work, row);
  const terms = await termsOf(sheet, row, undefined);
  const { values: taxed } = requestedIn(row, taxFields, {}, "product", terms);
  const productTypeId = taxed.productTypeId ?? sheet.source?.productTypeId ?? undefined;
  const taxClass = taxed.taxClass ?? null;
  const applied = productTypeId ? await appliedTaxClass(sheet.work.db, { taxClass, productTypeId }) : taxClass;
  const gstRate = rateOf(applied, sheet.work.config.gstRate);
  const { values, problems } = requestedIn(row, allFields, {}, "product", { ...terms, gstRate });
  const hasVariants = values.hasVariants ?? hasVariantRows;
  const input = addProduct.safeParse({
    Name: values.name ?? "",
    ProductTypeId: productTypeId,
    TaxClass: taxClass,
    SupplierId: supplierId,
    RecommendedRetailPrice: values.recommendedRetailPrice ?? undefined,
    ExternalSku: values.externalSku ?? "",
    HasVariants: hasVariants,
  });
  if (problem) problems.push(problem);
  const isRead = (column: string | null) => !problems.some((each) => each.column === column);
  for (const { path, message } of input.error?.issues ?? []) {
    const column = columnOf[String(path[0])] ?? null;
    const isSkuMissing = column === "SKU" && !values.externalSku;
    if (isRead(column) && !isSkuMissing)
      problems.push(wrong(row, column, column === "RecommendedRetailPrice" ? "Required for a new product." : message));
  }
  if (!values.externalSku && isRead("SKU"))
    problems.push(wrong(row, "SKU", "Required: it identifies the new product if the file is imported again."));
  refuseRows(problems);
  if (!input.success) throw refused(row, null, "This product cannot be created.");
  const there = await madeBefore(sheet, row, input.data.SupplierId, input.data.ExternalSku);
  if (there) return assertSame(sheet, row, there);
  const notAlone = await whyNotAlone(sheet.work.db, input.data.ExternalSku, { supplierId: input.data.SupplierId });
  if (notAlone) throw refused(row, "SKU", notAlone);
  const id = await makeProduct(sheet.work, input.data);
  const made = await lockedProduct(sheet.work, id);
  const { changes } = await changeFromRow(sheet, withShipping(row, sheet.source, gstRate), made);
  const product = await lockedProduct(sheet.work, id);
  const first = [...(await cellsOf(sheet.work, { product: made }))]
    .filter(([column, text]) => required.includes(column) && text !== "")
    .map(([column, after]) => ({ column, before: "", after }));
  return {
    outcome: "made",
    productId: id,
    variantId: null,
    name: product.name,
    changes: [...first, ...ofNew(changes.filter(({ column }) => !required.includes(column)))],
  };
}

/** The columns that every new product has a value in. */
const required: readonly string[] = ["ProductType", "Name", "SKU", "HasVariants", "TaxClass", "RecommendedRetailPrice"];

/** A row that says nothing about shipping gets what was chosen for new products. */
function withShipping(row: SheetRow, source: ProductsSheet["source"], gstRate: number): SheetRow {
  if (!source || shippingTitles.some((title) => !isBlank(row.cell(title)))) return row;
  const { shippingCells, pricesIncludeGst } = source;
  const { DomesticRate: rate } = shippingCells;
  // As the other prices of the file, which are read with or without GST.
  const cells: OwnCells =
    typeof rate === "number" && !pricesIncludeGst
      ? { ...shippingCells, DomesticRate: exclusive(rate, gstRate) }
      : shippingCells;
  return { ...row, cell: (column) => (shippingTitles.includes(column) ? (cells[column] ?? null) : row.cell(column)) };
}

/** @throws Problems if several products have this SKU, because it is not clear which one is meant */
async function madeBefore(
  sheet: ProductsSheet,
  row: SheetRow,
  supplierId: number,
  sku: string,
): Promise<StoredProduct | undefined> {
  const found = await sheet.work.db
    .select()
    .from(products)
    .where(and(eq(products.supplierId, supplierId), eq(products.externalSku, sku)))
    .orderBy(asc(products.id))
    .limit(mostNamed);
  const [there, another] = found;
  const ids = found.map(({ id }) => id).join(", ");
  if (another)
    throw refused(
      row,
      "SKU",
      `Several products of this supplier have this SKU: ${ids}. To change one of them, write its number in ProductId.`,
    );
  return there;
}

async function assertSame(sheet: ProductsSheet, row: SheetRow, there: StoredProduct): Promise<Done> {
  const why = `Product ${there.id} of this supplier has this SKU. To change it, write its number in ProductId.`;
  if (!(await isSameProduct(sheet, row, there))) throw refused(row, "SKU", why);
  return { outcome: "unchanged", productId: there.id, variantId: null, name: there.name, changes: [] };
}

/** Returns true if the row would change nothing. */
async function isSameProduct(sheet: ProductsSheet, row: SheetRow, product: StoredProduct): Promise<boolean> {
  try {
    const { outcome } = await withoutTrace(sheet.work.db, () => changeFromRow(sheet, row, product));
    return outcome === "unchanged";
  } catch (error) {
    if (error instanceof Problems || error instanceof Refusal) return false;
    throw error;
  }
}
