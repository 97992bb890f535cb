/** Products as workbooks: a row for each of them, and below it one for each of its variants. */
import { asc, eq } from "drizzle-orm";
import type { Operations } from "../../../contract/operations.ts";
import type { ProductVariant } from "../../../contract/products/schema.ts";
import { productsSheet, type StockAndPriceColumn } from "../../../contract/products/workbook.ts";
import { inclusive } from "../../../contract/rules/money.ts";
import { visibleTo } from "../../access/caller.ts";
import { products, suppliers } from "../../database/schema/index.ts";
import { excelExport as answer } from "../../excel/export.ts";
import type { Column } from "../../excel/sheet.ts";
import { batchesOf } from "../../http/batches.ts";
import type { Context } from "../../http/context.ts";
import type { Handler } from "../../http/handlers.ts";
import { isActive, isOfType } from "../shared/product-filters.ts";
import { variantsByProduct } from "./parts.ts";

type StockAndPrices = Operations["products"]["excelExportStockAndPrices"];
type Filters = Parameters<Handler<StockAndPrices>>[0];

export const excelExportStockAndPrices: Handler<StockAndPrices> = async (filters, context) =>
  answer(context, "Products.xlsx", { name: productsSheet, columns: stockAndPrices(context.config.gstRate), rows: rowsOf(context, filters) });

type Product = typeof products.$inferSelect & { supplierName: string };

/** What is sold: a product without variants, or a variant. Of a product with variants, what its variants have by default. */
type Row = Pick<ProductVariant, "name" | "externalSku" | "recommendedRetailPrice" | "salePrice" | "manageStock" | "stockQuantity"> & {
  product: Product;
  variant: ProductVariant | undefined;
};

async function* rowsOf({ db, caller }: Context, { productTypeId, supplierId, exportDisabledProducts }: Filters): AsyncGenerator<Row[]> {
  const batches = batchesOf({
    rows: () =>
      db.select({ product: products, supplierName: suppliers.name }).from(products).innerJoin(suppliers, eq(suppliers.id, products.supplierId)).$dynamic(),
    keys: (columns) => db.select(columns).from(products).$dynamic(),
    visible: visibleTo(caller, products.supplierId),
    filters: [
      exportDisabledProducts ? undefined : isActive,
      productTypeId === undefined ? undefined : isOfType(productTypeId),
      supplierId === undefined ? undefined : eq(products.supplierId, supplierId),
    ],
    key: products.id,
    tieBreak: products.id,
    direction: asc,
  });
  for await (const batch of batches) {
    const ids = batch.map(({ product }) => product.id);
    const variants = await variantsByProduct(db, ids);
    yield batch.flatMap(({ product: row, supplierName }) => {
      const product = { ...row, supplierName };
      const own = (variants.get(product.id) ?? []).map((variant): Row => ({ ...variant, product, variant }));
      return [{ ...product, product, variant: undefined }, ...own];
    });
  }
}

const keep = "Please leave it as it is: an import finds the product by it.";
/** A variant that follows its product's prices says none, so that they can be changed in one place. */
const hasPrices = ({ variant }: Row) => variant === undefined || variant.overridePrice;
const isSold = ({ product, variant }: Row) => variant !== undefined || !product.hasVariants;

/** @param gstRate a fraction */
function stockAndPrices(gstRate: number): (Column<Row> & { title: StockAndPriceColumn | "Supplier" })[] {
  return [
    { title: "ProductId", width: 11, kind: "number", note: keep, value: ({ product }) => product.id },
    { title: "VariantId", width: 11, kind: "number", note: `${keep} It is empty for the product itself.`, value: ({ variant }) => variant?.id },
    { title: "SKU", width: 20, kind: "text", note: "For you to read; an import does not change it.", value: ({ externalSku }) => externalSku },
    { title: "Name", width: 40, kind: "text", note: "For you to read; an import does not change it.", value: ({ name }) => name },
    { title: "Supplier", width: 24, kind: "text", note: "For you to read; an import does not change it.", value: ({ product }) => product.supplierName },
    {
      title: "RecommendedRetailPrice",
      width: 24,
      kind: "money",
      note: "Inc GST. Empty for a variant that has its product's prices.",
      value: (row) => (hasPrices(row) ? inclusive(row.recommendedRetailPrice, gstRate) : undefined),
    },
    {
      title: "SalePrice",
      width: 13,
      kind: "money",
      note: "Inc GST, not above the recommended retail price.",
      value: (row) => (hasPrices(row) ? inclusive(row.salePrice ?? null, gstRate) : undefined),
    },
    {
      title: "ManageStock",
      width: 14,
      kind: "yesNo",
      note: "TRUE where the stock is counted. Of a product with variants, each variant has its own.",
      value: (row) => (isSold(row) ? row.manageStock : undefined),
    },
    {
      title: "StockQuantity",
      width: 15,
      kind: "number",
      note: "How many are there, as a whole number, where the stock is counted.",
      value: (row) => (isSold(row) && row.manageStock ? row.stockQuantity : undefined),
    },
  ];
}
