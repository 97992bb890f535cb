/** Products as workbooks: a row for each of them, and below it one for each of its variants. */
import { asc, eq, getTableColumns } from "drizzle-orm";
import type { Operations } from "../../../contract/operations.ts";
import { type ProductColumn, productsSheet } from "../../../contract/products/workbook.ts";
import { visibleTo } from "../../access/caller.ts";
import { products, productTypes, suppliers } from "../../database/schema/index.ts";
import { excelExport as answer } from "../../excel/export.ts";
import type { Column } from "../../excel/sheet.ts";
import { batchesOf } from "../../http/batches.ts";
import type { Context } from "../../http/context.ts";
import type { Handler } from "../../http/handlers.ts";
import { isActive, isOfType } from "../shared/product-filters.ts";
import type { StoredProduct } from "./policy.ts";
import { type AttributeColumns, attributeColumnsOf, type SheetAttributes } from "./sheet/attribute-columns.ts";
import { allFields, type Field, type Kept, shownOf, stockAndPriceFields, type Terms } from "./sheet/fields.ts";
import { storedVariants } from "./sheet/kept.ts";
import type { StoredVariant } from "./variants.ts";

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
  return answer(context, fileName, { name: productsSheet, columns: allData(context, attributes, paths), rows: rowsOf(context, filters, attributes) });
};

export const excelExportStockAndPrices: Handler<Products["excelExportStockAndPrices"]> = async (filters, context) =>
  answer(context, fileName, { name: productsSheet, columns: stockAndPrices(context), rows: rowsOf(context, filters) });

type Product = StoredProduct & { supplierName: string; typePath: string };

/** A product, or one of its variants. */
interface Row {
  product: Product;
  variant: StoredVariant | undefined;
  /** What its batch says of attributes, where that is asked for. */
  said: SheetAttributes | undefined;
}

async function* rowsOf({ db, caller }: Context, filters: Filters, attributes?: AttributeColumns): AsyncGenerator<Row[]> {
  const { productTypeId, supplierId, exportDisabledProducts } = filters;
  const batches = batchesOf({
    rows: () =>
      db
        .select({ product: getTableColumns(products), supplierName: suppliers.name, typePath: productTypes.path })
        .from(products)
        .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
        .innerJoin(productTypes, eq(productTypes.id, products.productTypeId))
        .$dynamic(),
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
    const found = batch.map(({ product, ...names }): Product => ({ ...product, ...names }));
    const variants = await storedVariants(
      db,
      found.map(({ id }) => id),
    );
    const said = await attributes?.of(db, found, variants);
    yield found.flatMap((product): Row[] => [
      { product, variant: undefined, said },
      ...variants.filter(({ productId }) => productId === product.id).map((variant) => ({ product, variant, said })),
    ]);
  }
}

const keep = "Please leave it as it is: an import finds the product by it.";
const isToRead = "For you to read; an import does not change it.";

const keys = (product: string, variant: string): Titled[] => [
  { title: "ProductId", width: 11, kind: "number", note: product, value: ({ product: { id } }) => id },
  { title: "VariantId", width: 11, kind: "number", note: variant, value: ({ variant: one }) => one?.id },
];

type Titled = Column<Row> & { title: ProductColumn };

const supplierColumn = (note: string): Titled => ({ title: "Supplier", width: 24, kind: "text", note, value: ({ product }) => product.supplierName });

function stockAndPrices(context: Context): Column<Row>[] {
  return [
    ...keys(keep, `${keep} It is empty for the product itself.`),
    { title: "SKU", width: 20, kind: "text", note: isToRead, value: ({ product, variant }) => (variant ?? product).externalSku },
    { title: "Name", width: 40, kind: "text", note: isToRead, value: ({ product, variant }) => variant?.name ?? product.name },
    supplierColumn(isToRead),
    ...stockAndPriceFields.map((field) => columnOf(field, context)),
  ];
}

function allData(context: Context, attributes: AttributeColumns, typePaths: readonly string[]): Column<Row>[] {
  const [type, ...details] = allFields.map((field) => columnOf(field, context, typePaths));
  const active: Titled = {
    title: "Active",
    width: 8,
    kind: "yesNo",
    note: isToRead,
    value: ({ product, variant }) => (variant ? undefined : !product.isDisabled),
  };
  return [
    ...keys(
      `${keep} For a new product write new; where it has variants, new and a word of your own in each of its rows: new 1.`,
      `${keep} It is empty for the product itself. For a new variant write new.`,
    ),
    {
      ...supplierColumn("Of a new product: its name, or its number. The supplier of a product cannot be changed."),
      value: ({ product, variant }: Row) => (variant ? undefined : product.supplierName),
    } as Titled,
    ...(type ? [type] : []),
    ...details,
    active,
    ...(attributes.columns as Column<Row>[]),
  ];
}

/** Of a product with variants the stock is theirs. */
const isTheirs = ({ key }: Field, { product, variant }: Row) => !variant && product.hasVariants && (key === "manageStock" || key === "stockQuantity");

const yesOrNo = ["TRUE", "FALSE"];

function columnOf(field: Field, { config: { gstRate } }: Context, typePaths: readonly string[] = []): Column<Row> {
  const { column: title, width, note, kind } = field;
  const shown = (row: Row) => {
    if (row.variant && !field.isOfVariants) return undefined;
    const terms: Terms = { gstRate, typePath: () => row.product.typePath, typeId: () => undefined };
    return isTheirs(field, row) ? undefined : shownOf(field, (row.variant ?? row.product) as Kept, terms);
  };
  const allowed = kind === "type" ? typePaths : kind === "yesNo" ? yesOrNo : undefined;
  return { title, width, note, allowed, kind: kind === "type" ? "text" : kind, value: shown } as Column<Row>;
}
