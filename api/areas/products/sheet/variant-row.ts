/** The row of an existing or new variant. */

import { and, eq } from "drizzle-orm";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import {
  noVariant,
  ownPrices,
  type StoredVariant,
  saveVariant,
  storedDetails,
  type VariantDetails,
  variantKeys,
  variantOf,
  whyNotAloneWith,
} from "#api/areas/products/variants.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import { sameCents } from "#api/areas/shared/same-cents.ts";
import { productVariants } from "#api/core/database/schema/index.ts";
import { isBlank, type Problem, quoted, refuseRows, textIn, WrongCell } from "#api/core/excel/cells.ts";
import { orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import type { ProductColumn } from "#contract/products/workbook.ts";
import { ofColumn, optionCalled, ownLine, split } from "./attributes.ts";
import { allFields, isOfVariants, type StoredValues, variantFields } from "./fields.ts";
import { changePictures } from "./pictures.ts";
import { type Done, type ProductsSheet, termsOf } from "./products-sheet.ts";
import { from, lostIn, ofNew, refused, requestedIn, wrong } from "./row-cells.ts";
import type { SheetColumns, SheetRow } from "./rows.ts";
import { shippingTitles } from "./shipping.ts";
import { changesBetween } from "./shown-cells.ts";
import { optionsIn } from "./stored-values.ts";

export async function importVariant(sheet: ProductsSheet, row: SheetRow, product: StoredProduct): Promise<Done> {
  const cells = [row.cell("OwnAttributes"), ...sheet.columns.attributes.map(row.cellOf)];
  const known =
    row.variantId === "new" || !cells.every(isBlank) ? await attributesOf(sheet.work.db, product) : undefined;
  const before =
    typeof row.variantId === "number" ? await variantCalled(sheet, row, product, row.variantId) : undefined;
  const problems: Problem[] = [];
  const had = optionsIn(before);
  const optionIds = known ? requestedOptions(row, sheet.columns, known, had, problems) : had;
  const twin = before ? undefined : await variantWith(sheet, product, optionIds);
  return save(sheet, row, product, { before: before ?? twin, optionIds, known, problems, isTwin: twin !== undefined });
}

interface RequestedVariant {
  before: StoredVariant | undefined;
  optionIds: readonly number[];
  /** The product's attributes, if the row has options. */
  known: readonly ProductAttribute[] | undefined;
  problems: Problem[];
  /** A variant with the options of a `new` row exists already. */
  isTwin: boolean;
}

async function variantCalled({ work }: ProductsSheet, row: SheetRow, product: StoredProduct, id: number) {
  const found = await orRefusal(() => variantOf(work.db, product.id, id));
  if (found instanceof Refusal) throw refused(row, "VariantId", `Product ${product.id} has no variant ${id}.`);
  return found;
}

async function variantWith(
  sheet: ProductsSheet,
  { id }: StoredProduct,
  optionIds: readonly number[],
): Promise<StoredVariant | undefined> {
  const combination = [...optionIds].sort((a, b) => a - b).join();
  const [variant] = await sheet.work.db
    .select()
    .from(productVariants)
    .where(and(eq(productVariants.productId, id), eq(productVariants.combination, combination)));
  return variant;
}

/** @throws Problems */
async function requestedDetails(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  { before, problems }: Pick<RequestedVariant, "before" | "problems">,
) {
  const terms = await termsOf(sheet, row, product);
  const stored = before ? storedDetails(before) : noVariant;
  const read = requestedIn(row, variantFields, { ...stored }, "variant", terms);
  const details = settledVariant(stored, read.values, product, terms.gstRate);
  problems.push(...read.problems, ...lostIn(row, read.values, details), ...foreignTo(row));
  if (!before && !details.externalSku) problems.push(wrong(row, "SKU", "This is a required field"));
  refuseRows(problems);
  const isChanged = Object.keys(read.values).length > 0 && variantKeys.some((key) => details[key] !== stored[key]);
  return { details, isChanged };
}

async function save(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  { before, optionIds, known, problems, isTwin }: RequestedVariant,
): Promise<Done> {
  const { details, isChanged } = await requestedDetails(sheet, row, product, { before, problems });
  const had = optionsIn(before);
  const areOptionsChanged = !isTwin && optionIds.some((id) => !had.includes(id));
  const name = details.name ?? product.name;
  if (before && !isChanged && !areOptionsChanged) {
    const changes = await changePictures(sheet, row, product, before.id);
    const outcome = changes.length > 0 ? "changed" : "unchanged";
    return { outcome, productId: product.id, variantId: before.id, changes, name };
  }
  if (isTwin)
    throw refused(
      row,
      "VariantId",
      `Variant ${before?.id} has these options already. To change it, write its number in VariantId.`,
    );
  // SKUs of existing variants are not checked, because a file may exchange them row by row.
  const notAlone = before ? false : await whyNotAloneWith(sheet.work.db, product, before, details);
  if (notAlone) throw refused(row, "SKU", notAlone);
  const variantId = await saveVariant(
    sheet.work,
    product,
    before,
    { ...details, optionIds },
    "right in what is changed",
  );
  const variant = await variantOf(sheet.work.db, product.id, variantId);
  const was = before ?? { ...variant, ...noVariant, combination: "" };
  const changes = await changesBetween(
    sheet.work,
    { product, variant: was, attributes: known },
    { product, variant, attributes: known },
  );
  const all = [...(before ? changes : ofNew(changes)), ...(await changePictures(sheet, row, product, variantId))];
  const outcome = !before ? "made" : all.length > 0 ? "changed" : "unchanged";
  return { outcome, productId: product.id, variantId, changes: all, name };
}

/** Variants do not have these columns. */
export const productOnlyColumns: readonly ProductColumn[] = [
  ...allFields.filter((field) => !isOfVariants(field)).map(({ column }) => column),
  ...shippingTitles,
  "VariesBy",
];

/** Cells that only products have must be empty in the row of a variant. */
function foreignTo(row: SheetRow): Problem[] {
  return productOnlyColumns
    .filter((column) => !isBlank(row.cell(column)))
    .map((column) => wrong(row, column, "Enter this in the product's own row (the one with an empty VariantId)."));
}

/** The options that the row requests. */
function requestedOptions(
  row: SheetRow,
  columns: SheetColumns,
  known: readonly ProductAttribute[],
  had: readonly number[],
  problems: Problem[],
): number[] {
  const chosen = new Set(had);
  const choose = (attribute: ProductAttribute, column: string, text: string) => {
    const id = from(row, column, problems, () => optionOf(attribute, text));
    if (id === undefined) return;
    for (const { optionId } of attribute.attributeOptions) chosen.delete(optionId);
    chosen.add(id);
  };
  for (const column of columns.attributes) {
    const { title } = column;
    const cell = row.cellOf(column);
    if (isBlank(cell)) continue;
    const attribute = ofColumn(known, column);
    const text = from(row, title, problems, () => textIn(cell));
    if (!attribute?.useForVariations)
      problems.push(wrong(row, title, "The variants of this product do not differ by this attribute."));
    else if (text !== undefined) choose(attribute, title, text);
  }
  for (const attribute of known.filter(({ useForVariations }) => useForVariations)) {
    const line = from(
      row,
      "OwnAttributes",
      problems,
      () =>
        ownLine(row.cell("OwnAttributes"), attribute.attributeName) ??
        ownLine(row.cell("OwnAttributes"), attribute.attributeDisplayName),
    );
    if (line !== undefined) choose(attribute, "OwnAttributes", line);
  }
  return [...chosen];
}

/** @throws WrongCell */
function optionOf(attribute: ProductAttribute, text: string): number {
  const id = optionCalled(attribute, split(text)[0] ?? text);
  const isUsed =
    attribute.isProductSpecific || attribute.attributeOptions.some((option) => option.optionId === id && option.isUsed);
  if (!isUsed)
    throw new WrongCell(
      `This product does not have the option ${quoted(text)}. The product's own row lists the options it has.`,
    );
  return id;
}

/** Normalises the values of a variant: those that equal the product's follow the product. */
function settledVariant(
  stored: VariantDetails,
  values: StoredValues,
  product: StoredProduct,
  gstRate: number,
): VariantDetails {
  const requested: VariantDetails = { ...stored, ...(values as Partial<VariantDetails>) };
  return {
    ...requested,
    name: requested.name === product.name ? null : requested.name,
    ...settledPrices(requested, values, product, gstRate),
    stockQuantity: requested.manageStock ? requested.stockQuantity : null,
  };
}

function settledPrices(
  requested: VariantDetails,
  values: StoredValues,
  product: StoredProduct,
  gstRate: number,
): Pick<VariantDetails, "recommendedRetailPrice" | "salePrice"> {
  const { recommendedRetailPrice, salePrice } = requested;
  if (values.recommendedRetailPrice === undefined && values.salePrice === undefined)
    return { recommendedRetailPrice, salePrice };
  if (values.recommendedRetailPrice === null) return { recommendedRetailPrice: null, salePrice: null };
  const price = recommendedRetailPrice ?? product.recommendedRetailPrice;
  return ownPrices({ recommendedRetailPrice: price, salePrice }, product, sameCents(gstRate));
}
