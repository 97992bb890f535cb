/** Products as workbooks: a row per product, followed by a row per variant. */
import { asc, eq } from "drizzle-orm";
import { type AttributeColumns, attributeColumnsOf } from "#api/areas/products/sheet/attribute-columns.ts";
import {
  allData,
  type ExportRow,
  productsWithNames,
  rowsFrom,
  stockAndPrices,
} from "#api/areas/products/sheet/export-rows.ts";
import { withMemory } from "#api/areas/products/sheet/memory.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { products, productTypes, productVariants } from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import { batchesOf, countUpTo, type Keys } from "#api/core/lists/batches.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { productsSheet } from "#contract/products/workbook.ts";
import { filtersOf } from "./search.ts";

type Products = Operations["products"];
type Filters = Parameters<Handler<Products["excelExport"]>>[0];

const fileName = "Products.xlsx";

export const excelExport: Handler<Products["excelExport"]> = async (filters, context) => {
  const attributes = await attributeColumnsOf(context.db, filters.productTypeId);
  const types = await context.db
    .select({ path: productTypes.path })
    .from(productTypes)
    .where(eq(productTypes.isDisabled, false))
    .orderBy(asc(productTypes.path));
  const paths = types.map(({ path }) => path);
  return answer(
    context,
    fileName,
    {
      name: productsSheet,
      columns: withMemory(allData(context.config, attributes, paths), "all", context.now),
      rows: rowsOf(context, filters, attributes),
    },
    optionsOf(context, filters),
  );
};

export const excelExportStockAndPrices: Handler<Products["excelExportStockAndPrices"]> = async (filters, context) =>
  answer(
    context,
    fileName,
    {
      name: productsSheet,
      columns: withMemory(stockAndPrices(context.config), "stock", context.now),
      rows: rowsOf(context, filters),
    },
    optionsOf(context, filters),
  );

const optionsOf = (context: Context, filters: Filters) => ({
  format: filters.format,
  async countUpTo(most: number) {
    const ofProducts = await countUpTo(context.db, listOf(context, filters), most);
    return ofProducts + (await countUpTo(context.db, variantsListOf(context, filters), most - ofProducts));
  },
});

const listOf = ({ db, caller }: Context, filters: Filters) => ({
  keys: (columns: Parameters<Keys>[0]) => db.select(columns).from(products).$dynamic(),
  visible: visibleTo(caller, products.supplierId),
  filters: filtersOf({ ...filters, showActiveOnly: !filters.exportDisabledProducts }),
  uniqueKey: products.id,
});

/** A product for each of its variants, which have rows as well. */
const variantsListOf = (context: Context, filters: Filters) => ({
  ...listOf(context, filters),
  keys: (columns: Parameters<Keys>[0]) =>
    context.db
      .select(columns)
      .from(products)
      .innerJoin(productVariants, eq(productVariants.productId, products.id))
      .$dynamic(),
});

async function* rowsOf(context: Context, filters: Filters, attributes?: AttributeColumns): AsyncGenerator<ExportRow[]> {
  const { db, config } = context;
  const batches = batchesOf({
    ...listOf(context, filters),
    rows: () => productsWithNames(db),
    key: products.id,
    direction: asc,
  });
  for await (const batch of batches) yield rowsFrom(db, batch, attributes && { attributes, config });
}
