/** The cells of one product or variant as an export shows them, to see which of them an import or its undoing changes. */
import { eq } from "drizzle-orm";
import type { StoredProduct, Work } from "#api/areas/products/policy.ts";
import { ruleNameOf } from "#api/areas/products/shipping-rule-names.ts";
import type { StoredVariant } from "#api/areas/products/variants.ts";
import { productTypes } from "#api/core/database/schema/index.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { attributeTitle } from "#contract/products/workbook.ts";
import { attributeShown, joined, ownTextOf, variesByShown } from "./attributes.ts";
import { allData, type ExportRow } from "./export-rows.ts";
import { displayText } from "./fields.ts";
import { optionsIn } from "./stored-values.ts";

/** A product, or one of its variants. */
export interface Shown {
  readonly product: StoredProduct;
  readonly variant?: StoredVariant;
  /** Left out if they need not be compared. */
  readonly attributes?: readonly ProductAttribute[];
}

/** Returns the texts of the cells by column; those of the supplier and the images are left out. */
export async function cellsOf({ db, config }: Work, shown: Shown): Promise<ReadonlyMap<string, string>> {
  const { productTypeId, shippingRuleId } = shown.product;
  const [type] = await db
    .select({ path: productTypes.path })
    .from(productTypes)
    .where(eq(productTypes.id, productTypeId));
  return cellsWith(config, shown, { typePath: type?.path ?? "", ruleName: await ruleNameOf(db, shippingRuleId) });
}

/** Returns the cells that differ, in the order of an export. */
export async function changesBetween(work: Work, before: Shown, after: Shown): Promise<CellChange[]> {
  const isNamedAlike = (["productTypeId", "shippingRuleId"] as const).every(
    (key) => before.product[key] === after.product[key],
  );
  const read = (shown: Shown) => (isNamedAlike ? cellsWith(work.config, shown) : cellsOf(work, shown));
  const [were, are] = [await read(before), await read(after)];
  return [...are]
    .map(([column, text]) => ({ column, before: were.get(column) ?? "", after: text }))
    .filter((change) => change.before !== change.after);
}

function cellsWith(
  config: Work["config"],
  { product, variant, attributes }: Shown,
  names: Pick<ExportRow["product"], "typePath" | "ruleName"> = { typePath: "", ruleName: null },
): ReadonlyMap<string, string> {
  const named = { ...product, ...names, supplierName: "" };
  const row: ExportRow = { product: named, variant, sheetAttributes: undefined, gallery: undefined, options: "" };
  return new Map([
    ...allData(config, { columns: [] }, []).map((column): [string, string] => [
      column.title,
      displayText(column, column.value(row)),
    ]),
    ...(attributes ? (variant ? optionCells(attributes, variant) : attributeCells(attributes)) : []),
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
