/** The cells of one product or variant as an export shows them, to see which of them an import or its undoing changes. */
import { eq } from "drizzle-orm";
import type { StoredVariant } from "#api/areas/products/variants.ts";
import type { Db } from "#api/core/database/connection.ts";
import { products } from "#api/core/database/schema/index.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { attributeTitle } from "#contract/products/workbook.ts";
import { attributeShown, joined, ownTextOf, variesByShown } from "./attributes.ts";
import { allData, type ExportedProduct, productsWithNames, stockAndPrices } from "./export-rows.ts";
import { displayText } from "./fields.ts";
import type { ProductsSheet } from "./products-sheet.ts";
import { optionsIn } from "./stored-values.ts";

export interface Shown {
  readonly product: ExportedProduct;
  /** Undefined for the product itself. */
  readonly variant: StoredVariant | undefined;
  /** Empty if they need not be compared. */
  readonly attributes: readonly ProductAttribute[];
}

/** Reads a product with the names that its cells show. */
export async function exportedProduct(db: Db, id: number): Promise<ExportedProduct> {
  const [found] = await productsWithNames(db).where(eq(products.id, id));
  if (!found) throw new Error("The product that was just changed is gone.");
  const { product, ...names } = found;
  return { ...product, ...names };
}

/** Returns the texts of the cells by column; the images are left out. */
export function cellsOf(
  { kind, work: { config } }: { kind: ProductsSheet["kind"]; work: Pick<ProductsSheet["work"], "config"> },
  { product, variant, attributes }: Shown,
): ReadonlyMap<string, string> {
  const row = { product, variant, sheetAttributes: undefined, gallery: undefined, options: "" };
  const columns = kind === "all" ? allData(config, { columns: [] }, []) : stockAndPrices(config);
  return new Map([
    ...columns.map((column): [string, string] => [column.title, displayText(column, column.value(row))]),
    ...(variant ? optionCells(attributes, variant) : attributeCells(attributes)),
  ]);
}

const titleOf = ({ attributeName }: ProductAttribute) => `${attributeTitle}${attributeName}`;

const attributeCells = (attributes: readonly ProductAttribute[]): [string, string][] => [
  ...attributes
    .filter(({ isProductSpecific }) => !isProductSpecific)
    .map((each): [string, string] => [titleOf(each), displayText({ kind: "text" }, attributeShown(each))]),
  ["OwnAttributes", ownTextOf(attributes)],
  ["VariesBy", variesByShown(attributes)],
];

/** An export shows the options of the product's own attributes as the lines of one cell. */
function optionCells(attributes: readonly ProductAttribute[], variant: StoredVariant): [string, string][] {
  const chosen = optionsIn(variant);
  return attributes.map((each) => [
    each.isProductSpecific ? `OwnAttributes: ${each.attributeName}` : titleOf(each),
    joined(
      each.attributeOptions
        .filter(({ optionId }) => chosen.includes(optionId))
        .map(({ optionValue }) => optionValue)
        .slice(0, 1),
    ),
  ]);
}
