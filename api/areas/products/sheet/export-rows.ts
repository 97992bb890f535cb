/** The rows of product worksheets: a row per product, followed by a row per variant. */
import { eq, getTableColumns } from "drizzle-orm";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import type { StoredVariant } from "#api/areas/products/variants.ts";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { products, productTypes, shippingRules, suppliers } from "#api/core/database/schema/index.ts";
import { type Column, keptNote } from "#api/core/excel/sheet.ts";
import type { ProductColumn } from "#contract/products/workbook.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { type AttributeColumns, optionsOf, type SheetAttributes } from "./attribute-columns.ts";
import {
  allFields,
  type Field,
  isOfVariants,
  type StoredValues,
  shownOf,
  stockAndPriceFields,
  type Terms,
} from "./fields.ts";
import { galleriesOf, picturesColumn } from "./pictures.ts";
import { shippingColumns } from "./shipping.ts";
import { storedVariants } from "./stored-values.ts";

type Product = StoredProduct & { supplierName: string; typePath: string; ruleName: string | null };

/** A product, or one of its variants. */
export interface ExportRow {
  product: Product;
  variant: StoredVariant | undefined;
  /** The attribute values of the batch, for exports with attributes. */
  sheetAttributes: SheetAttributes | undefined;
  /** The images of products, for exports with attributes. */
  gallery: ReadonlyMap<number, string> | undefined;
  /** The options of a variant as text. */
  options: string;
}

/** Base query of exports, to which filters are added. */
export const productsWithNames = (db: Db) =>
  db
    .select({
      product: getTableColumns(products),
      supplierName: suppliers.name,
      typePath: productTypes.path,
      ruleName: shippingRules.name,
    })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(productTypes, eq(productTypes.id, products.productTypeId))
    .leftJoin(shippingRules, eq(shippingRules.id, products.shippingRuleId))
    .$dynamic();
export type Found = Awaited<ReturnType<typeof productsWithNames>>[number];

/** @param all for all product data: the columns of attributes, and where images are found */
export async function rowsFrom(
  db: Db,
  batch: readonly Found[],
  all?: { attributes: AttributeColumns; config: Pick<Config, "cdnBaseUrl"> },
): Promise<ExportRow[]> {
  const { attributes, config } = all ?? {};
  const found = batch.map(({ product, ...names }): Product => ({ ...product, ...names }));
  const variants = await storedVariants(
    db,
    found.map(({ id }) => id),
  );
  const sheetAttributes = await attributes?.of(db, found, variants);
  const gallery =
    config &&
    (await galleriesOf(
      db,
      config,
      found.map(({ id }) => id),
    ));
  const options = attributes ? undefined : await optionsOf(db, variants);
  return found.flatMap((product): ExportRow[] => [
    { product, variant: undefined, sheetAttributes, gallery, options: "" },
    ...variants
      .filter(({ productId }) => productId === product.id)
      .map((variant) => ({
        product,
        variant,
        sheetAttributes,
        gallery,
        options: (options?.(variant.id) ?? []).map(({ value }) => value).join(", "),
      })),
  ]);
}

const keep = keptNote("product");
const isToRead = "For information only; an import does not change it.";

const keys = (product: string, variant: string): Titled[] => [
  { title: "ProductId", width: 11, kind: "number", note: product, value: ({ product: { id } }) => id },
  { title: "VariantId", width: 11, kind: "number", note: variant, value: ({ variant: one }) => one?.id },
];

type Titled = Column<ExportRow> & { title: ProductColumn };

const supplierColumn = (note: string): Titled => ({
  title: "Supplier",
  width: 24,
  kind: "text",
  note,
  value: ({ product }) => product.supplierName,
});

export function stockAndPrices(config: Config): Column<ExportRow>[] {
  return [
    ...keys(keep, `${keep} It is empty for the product itself.`),
    {
      title: "SKU",
      width: 20,
      kind: "text",
      note: isToRead,
      value: ({ product, variant }) => (variant ?? product).externalSku,
    },
    {
      title: "Name",
      width: 40,
      kind: "text",
      note: isToRead,
      value: ({ product, variant }) => variant?.name ?? product.name,
    },
    { title: "Options", width: 24, kind: "text", note: isToRead, value: ({ options }) => options || undefined },
    supplierColumn(isToRead),
    ...stockAndPriceFields.map((field) => columnOf(field, config)),
  ];
}

export function allData(
  config: Config,
  attributes: Pick<AttributeColumns, "columns">,
  typePaths: readonly string[],
): Column<ExportRow>[] {
  const [type, ...details] = allFields.map((field) => columnOf(field, config, typePaths));
  const active: Titled = {
    title: "Active",
    width: 8,
    kind: "yesNo",
    note: isToRead,
    value: ({ product, variant }) => (variant ? undefined : !product.isDisabled),
  };
  return [
    ...keys(
      `${keep} For a new product enter new; if it has variants, enter new and a word of your own in each of its rows: new 1.`,
      `${keep} It is empty for the product itself. For a new variant enter new.`,
    ),
    {
      ...supplierColumn(
        "For a new product: the supplier's name or number. The supplier of a product cannot be changed.",
      ),
      value: ({ product, variant }: ExportRow) => (variant ? undefined : product.supplierName),
    } as Titled,
    ...(type ? [type] : []),
    ...details,
    ...shippingColumns.map(({ column, kind, width, note, shown }): Titled => {
      const value = ({ product, variant }: ExportRow) =>
        variant || product.isReferralProduct
          ? undefined
          : shown(product, { gstRate: gstRateOf(product, config), ruleName: product.ruleName });
      return { title: column, kind, width, note, value } as Titled;
    }),
    {
      title: picturesColumn,
      width: 40,
      kind: "text",
      note: "The addresses of its images in their order, with | between them. An import fetches those that are new, and removes none.",
      value: ({ product, variant, gallery }: ExportRow) => (variant ? undefined : gallery?.get(product.id)),
    } as Titled,
    active,
    ...(attributes.columns as Column<ExportRow>[]),
  ];
}

/** A product with variants has no stock of its own. */
const isTheirs = ({ key }: Field, { product, variant }: ExportRow) =>
  !variant && product.hasVariants && (key === "manageStock" || key === "stockQuantity");

const yesOrNo = ["TRUE", "FALSE"];
const gstRateOf = ({ appliedTaxClass }: StoredProduct, { gstRate }: Pick<Config, "gstRate">) =>
  rateOf(appliedTaxClass, gstRate);

function columnOf(field: Field, config: Config, typePaths: readonly string[] = []): Column<ExportRow> {
  const { column: title, width, note, kind, names } = field;
  const shown = (row: ExportRow) => {
    if (row.variant && !isOfVariants(field)) return undefined;
    const gstRate = gstRateOf(row.product, config);
    const terms: Terms = { gstRate, typePath: () => row.product.typePath, typeId: () => undefined };
    return isTheirs(field, row) ? undefined : shownOf(field, (row.variant ?? row.product) as StoredValues, terms);
  };
  const allowed = kind === "type" ? typePaths : kind === "yesNo" ? yesOrNo : names && Object.values(names);
  const isText = kind === "type" || kind === "choice";
  return { title, width, note, allowed, kind: isText ? "text" : kind, value: shown } as Column<ExportRow>;
}
