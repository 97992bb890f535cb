/** The row of an existing or new variant. */

import { and, eq } from "drizzle-orm";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import { type StoredVariant, saveVariant, type VariantDetails, whyNotAloneWith } from "#api/areas/products/variants.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import { productVariants } from "#api/core/database/schema/index.ts";
import { isBlank, type Problem, quoted, refuseRows, textIn, WrongCell } from "#api/core/excel/cells.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import type { ProductColumn } from "#contract/products/workbook.ts";
import { inclusive } from "#contract/rules/money.ts";
import { joined, optionCalled, ownLine, split } from "./attributes.ts";
import { allFields, type StoredValues, shownOf, stockAndPriceFields, variantFields } from "./fields.ts";
import { changePictures } from "./pictures.ts";
import { type Done, type ProductsSheet, termsOf } from "./products-sheet.ts";
import { changesOf, from, lostIn, ofNew, refused, requestedIn, wrong } from "./row-cells.ts";
import type { SheetColumns, SheetRow } from "./rows.ts";
import { shippingTitles } from "./shipping.ts";
import { noVariant, optionsIn, storedDetails, variantKeys } from "./stored-values.ts";

export async function importVariant(sheet: ProductsSheet, row: SheetRow, product: StoredProduct): Promise<Done> {
  const known = sheet.kind === "all" ? await attributesOf(sheet.work.db, product) : [];
  const before = typeof row.variantId === "number" ? await variant(sheet, row, product, row.variantId) : undefined;
  const problems: Problem[] = [];
  const had = optionsIn(before);
  const optionIds = sheet.kind === "all" ? requestedOptions(row, sheet.columns, known, had, problems) : had;
  const twin = before ? undefined : await variantWith(sheet, product, optionIds);
  return save(sheet, row, product, { before: before ?? twin, optionIds, known, problems, isTwin: twin !== undefined });
}

interface RequestedVariant {
  before: StoredVariant | undefined;
  optionIds: readonly number[];
  known: readonly ProductAttribute[];
  problems: Problem[];
  /** A variant with the options of a `new` row exists already. */
  isTwin: boolean;
}

async function variant(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  id: number,
): Promise<StoredVariant> {
  const [variant] = await sheet.work.db
    .select()
    .from(productVariants)
    .where(and(eq(productVariants.id, id), eq(productVariants.productId, product.id)))
    .for("update");
  if (!variant) throw refused(row, "VariantId", `Product ${product.id} has no variant ${id}.`);
  return variant;
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
  const terms = await termsOf(sheet, row, undefined);
  const fields = sheet.kind === "all" ? variantFields : stockAndPriceFields;
  const stored = before ? storedDetails(before) : noVariant;
  const read = requestedIn(row, fields, { ...stored }, "variant", terms);
  const details = settledVariant(stored, read.values, product, terms.gstRate);
  problems.push(
    ...read.problems,
    ...lostIn(row, read.values, details),
    ...(sheet.kind === "all" ? foreignTo(row) : []),
  );
  if (!before && !details.externalSku) problems.push(wrong(row, "SKU", "This is a required field"));
  refuseRows(problems);
  return { terms, stored, values: read.values, details };
}

async function save(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  { before, optionIds, known, problems, isTwin }: RequestedVariant,
): Promise<Done> {
  const { terms, stored, values, details } = await requestedDetails(sheet, row, product, { before, problems });
  const had = [...optionsIn(before)];
  const isOptionChanged = before !== undefined && !isTwin && optionIds.some((id) => !had.includes(id));
  const changed = Object.keys(values).length > 0 ? variantKeys.filter((key) => details[key] !== stored[key]) : [];
  const changes = [
    ...changesOf(
      changed,
      (field) => shownOf(field, stored, terms),
      (field) => shownOf(field, details, terms),
    ),
    ...(isOptionChanged || !before ? optionChanges(sheet.columns, known, had, optionIds) : []),
  ];
  const name = details.name ?? product.name;
  if (before && changes.length === 0) {
    const pictures = sheet.kind === "all" ? await changePictures(sheet, row, product, before.id) : [];
    const outcome = pictures.length > 0 ? "changed" : "unchanged";
    return { outcome, productId: product.id, variantId: before.id, changes: pictures, name };
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
  const pictures = sheet.kind === "all" ? await changePictures(sheet, row, product, variantId) : [];
  const isMade = before === undefined;
  return {
    outcome: isMade ? "made" : "changed",
    productId: product.id,
    variantId,
    changes: [...(isMade ? ofNew(changes) : changes), ...pictures],
    name,
  };
}

/** Variants do not have these columns. */
export const productOnlyColumns: readonly ProductColumn[] = [
  ...allFields.filter(({ isOfVariants }) => !isOfVariants).map(({ column }) => column),
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
    const { title, name } = column;
    const cell = row.cellOf(column);
    if (isBlank(cell)) continue;
    const attribute = known.find(
      ({ attributeName, isProductSpecific }) => !isProductSpecific && attributeName.trim().toLowerCase() === name,
    );
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

function optionChanges(
  { attributes: columns }: SheetColumns,
  known: readonly ProductAttribute[],
  before: readonly number[],
  after: readonly number[],
): CellChange[] {
  return known
    .filter(({ useForVariations }) => useForVariations)
    .map(({ attributeName, attributeOptions, isProductSpecific }) => {
      const wordOf = (ids: readonly number[]) =>
        joined(
          attributeOptions
            .flatMap(({ optionId, optionValue }) => (ids.includes(optionId) ? [optionValue] : []))
            .slice(0, 1),
        );
      const column = isProductSpecific
        ? undefined
        : columns.find(({ name }) => name === attributeName.trim().toLowerCase())?.title;
      return { column: column ?? `OwnAttributes: ${attributeName}`, before: wordOf(before), after: wordOf(after) };
    })
    .filter((change) => change.before !== change.after);
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
  const prices = { recommendedRetailPrice: requested.recommendedRetailPrice, salePrice: requested.salePrice };
  if (values.recommendedRetailPrice === undefined && values.salePrice === undefined) return prices;
  if (values.recommendedRetailPrice === null) return { recommendedRetailPrice: null, salePrice: null };
  const recommendedRetailPrice = requested.recommendedRetailPrice ?? product.recommendedRetailPrice;
  const isProducts =
    isSamePrice(recommendedRetailPrice, product.recommendedRetailPrice, gstRate) &&
    isSamePrice(requested.salePrice ?? recommendedRetailPrice, product.salePrice, gstRate);
  return isProducts
    ? { recommendedRetailPrice: null, salePrice: null }
    : { recommendedRetailPrice, salePrice: requested.salePrice };
}

/** Prices inc GST, compared to the cent. */
const isSamePrice = (some: number, other: number, gstRate: number) =>
  inclusive(some, gstRate) === inclusive(other, gstRate);
