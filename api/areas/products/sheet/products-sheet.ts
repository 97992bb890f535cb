/** Shared inputs for reading all rows of a product worksheet. */
import { eq, sql } from "drizzle-orm";
import type { StoredProduct, Work } from "#api/areas/products/policy.ts";
import type { Source } from "#api/areas/products/source/source.ts";
import { products, productTypes } from "#api/core/database/schema/index.ts";
import type { ProductSheet } from "#contract/products/import.ts";
import { rateOf, taxClasses, taxClassNames } from "#contract/rules/tax-class.ts";
import type { Terms } from "./fields.ts";
import type { RowResult } from "./results.ts";
import type { SheetColumns, SheetRow } from "./rows.ts";

export interface ProductsSheet {
  readonly work: Work;
  readonly columns: SheetColumns;
  readonly kind: ProductSheet;
  /** The time of the import. */
  readonly now: Date;
  /** The import, for what goes on after it. */
  readonly processId?: string;
  /** For a file that was not exported from here: rows are found by SKU or GTIN. */
  readonly source?: Pick<Source, "format" | "productTypeId" | "makesUnknown" | "pricesIncludeGst" | "shippingCells">;
}

/** The result of a row. */
export type Done = Pick<RowResult, "outcome" | "productId" | "variantId" | "changes" | "name">;

/** @param product as it is stored; undefined for a new one */
export async function termsOf(
  sheet: ProductsSheet,
  row: SheetRow,
  product: Pick<StoredProduct, "productTypeId" | "appliedTaxClass"> | undefined,
): Promise<Terms> {
  const productTypeId = product?.productTypeId;
  const typed = row.cell("ProductType");
  const isTyped = typeof typed === "string" && typed.trim() !== "";
  const isOfProduct = productTypeId === undefined ? sql`false` : eq(productTypes.id, productTypeId);
  const isCalled = isTyped ? sql`lower(${productTypes.path}) = ${typed.trim().toLowerCase()}` : sql`false`;
  const found = isTyped
    ? await sheet.work.db
        .select({ id: productTypes.id, path: productTypes.path })
        .from(productTypes)
        .where(sql`${isOfProduct} or ${isCalled}`)
    : [];
  return {
    gstRate: rateOf(product?.appliedTaxClass, sheet.work.config.gstRate),
    areExGst: sheet.source?.pricesIncludeGst === false,
    typePath: (id) => found.find((type) => type.id === id)?.path,
    typeId: (path) => found.find((type) => type.path.toLowerCase() === path.toLowerCase())?.id,
  };
}

/** Returns the rate of GST in the prices of a row, whatever else is wrong with it. */
export async function gstRateIn({ work, source }: ProductsSheet, row: SheetRow): Promise<number> {
  const { db, config } = work;
  const own = taxClasses.find((each) => taxClassNames[each] === row.cell("TaxClass"));
  if (own) return rateOf(own, config.gstRate);
  const [known] =
    typeof row.productId === "number"
      ? await db.select({ applied: products.appliedTaxClass }).from(products).where(eq(products.id, row.productId))
      : await db
          .select({ applied: productTypes.appliedTaxClass })
          .from(productTypes)
          .where(eq(productTypes.id, source?.productTypeId ?? 0));
  return rateOf(known?.applied, config.gstRate);
}
