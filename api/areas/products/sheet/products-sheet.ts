/** Shared inputs for reading all rows of a product worksheet. */
import { eq, sql } from "drizzle-orm";
import type { Work } from "#api/areas/products/policy.ts";
import type { Source } from "#api/areas/products/source/source.ts";
import { productTypes } from "#api/core/database/schema/index.ts";
import type { ProductSheet } from "#contract/products/import.ts";
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
  readonly source?: Pick<Source, "format" | "productTypeId" | "makesUnknown" | "shippingCells">;
}

/** The result of a row. */
export type Done = Pick<RowResult, "outcome" | "productId" | "variantId" | "changes" | "name">;

/** @param productTypeId the product's stored type */
export async function termsOf(sheet: ProductsSheet, row: SheetRow, productTypeId: number | undefined): Promise<Terms> {
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
    gstRate: sheet.work.config.gstRate,
    typePath: (id) => found.find((type) => type.id === id)?.path,
    typeId: (path) => found.find((type) => type.path.toLowerCase() === path.toLowerCase())?.id,
  };
}
