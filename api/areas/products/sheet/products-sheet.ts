/** What all rows of a worksheet of products are read with. */
import { eq, sql } from "drizzle-orm";
import type { ProductSheet } from "../../../../contract/products/import.ts";
import { productTypes } from "../../../database/schema/index.ts";
import type { Work } from "../policy.ts";
import type { Terms } from "./fields.ts";
import type { RowResult, Trace } from "./results.ts";
import type { SheetColumns, SheetRow } from "./rows.ts";

export interface ProductsSheet {
  readonly work: Work;
  readonly columns: SheetColumns;
  readonly kind: ProductSheet;
  /** The moment of the import. */
  readonly now: Date;
}

/** What a row did. */
export type Done = Pick<RowResult, "outcome" | "productId" | "variantId" | "changes" | "name"> & { trace?: Trace };

/** @param productTypeId of the product as it is */
export async function termsOf(sheet: ProductsSheet, row: SheetRow, productTypeId: number | undefined): Promise<Terms> {
  const said = row.cell("ProductType");
  const isSaid = sheet.kind === "all" && typeof said === "string" && said.trim() !== "";
  const isOfProduct = productTypeId === undefined ? sql`false` : eq(productTypes.id, productTypeId);
  const isCalled = isSaid ? sql`lower(${productTypes.path}) = ${said.trim().toLowerCase()}` : sql`false`;
  const found = isSaid
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
