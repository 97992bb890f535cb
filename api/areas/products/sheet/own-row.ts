/** The row of an existing product itself. */

import { eq } from "drizzle-orm";
import { type AttributeInput, addOwnOptions, saveAttribute } from "#api/areas/products/attributes.ts";
import { type Details, detailFields, detailsIn, saveDetails, settled } from "#api/areas/products/details.ts";
import { lockedProduct, pricesAfter, type StoredProduct } from "#api/areas/products/policy.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { isBlank, type Problem, Problems, quoted, refuseRows, textIn, WrongCell } from "#api/core/excel/cells.ts";
import { orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import {
  isName,
  type OwnLine,
  ofColumn,
  ofTypeCalled,
  optionCalled,
  ownLines,
  ownTextOf,
  requestedAttribute,
  requestedVariesBy,
} from "./attributes.ts";
import { allFields, taxFields } from "./fields.ts";
import { changePictures } from "./pictures.ts";
import { type ProductsSheet, termsOf } from "./products-sheet.ts";
import type { RowResult } from "./results.ts";
import { from, lostIn, requestedIn, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";
import { changeShipping } from "./shipping.ts";
import { changesBetween } from "./shown-cells.ts";
import { asCommandInput } from "./stored-values.ts";

/** Applies what the row changes of the product itself. */
export async function changeFromRow(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
): Promise<Pick<RowResult, "outcome" | "changes">> {
  const { work } = sheet;
  const stored = detailsIn(product);
  const terms = await termsOf(sheet, row, product);
  const { values: taxed } = requestedIn(row, taxFields, stored, "product", terms);
  const { gstRate: gstRateAfter, prices } = await pricesAfter(work, product, taxed as Partial<Details>);
  const { values, problems } = requestedIn(row, allFields, stored, "product", { ...terms, gstRateAfter });
  problems.push(...(await unchangeable(sheet, row, product)));
  const details = settled({ ...stored, ...prices, ...withoutSale(row, stored), ...(values as Partial<Details>) });
  problems.push(...lostIn(row, values, details));
  refuseRows(problems);
  const areChanged = Object.keys(values).length > 0 && detailFields.some((key) => details[key] !== stored[key]);
  if (areChanged) await saveDetails(work, product, details, "right in what is changed");
  const attributes = await changeAttributes(sheet, row, { ...product, ...details });
  const saved = areChanged ? await lockedProduct(work, product.id) : product;
  const isShippingChanged = await changeShipping(work, row, saved, terms);
  const changes: CellChange[] = [];
  if (areChanged || attributes || isShippingChanged) {
    const after = await lockedProduct(work, product.id);
    changes.push(
      ...(await changesBetween(
        work,
        { product, attributes },
        { product: after, attributes: attributes && (await attributesOf(work.db, after)) },
      )),
    );
  }
  changes.push(...(await changePictures(sheet, row, product, null)));
  return { outcome: changes.length > 0 ? "changed" : "unchanged", changes };
}

/**
 * Without a sale price a product is sold at the recommended price. That remains so when the row changes the recommended
 * price and names no sale price.
 */
function withoutSale(row: SheetRow, { salePrice, recommendedRetailPrice }: Details): Partial<Details> {
  return isBlank(row.cell("SalePrice")) && salePrice >= recommendedRetailPrice ? { salePrice: 0 } : {};
}

/** Cells that an import cannot change, but that differ from the stored values. */
async function unchangeable(sheet: ProductsSheet, row: SheetRow, product: StoredProduct): Promise<Problem[]> {
  const problems: Problem[] = [];
  const supplier = row.cell("Supplier");
  if (!isBlank(supplier)) {
    const [found] = await sheet.work.db
      .select({ name: suppliers.name })
      .from(suppliers)
      .where(eq(suppliers.id, product.supplierId));
    const typed = textIn(supplier).toLowerCase();
    if (typed !== found?.name.trim().toLowerCase() && typed !== String(product.supplierId))
      problems.push(wrong(row, "Supplier", "The supplier of a product cannot be changed."));
  }
  const isActive = from(row, "Active", problems, () => yesNoOrNothing(row));
  if (isActive !== undefined && isActive === product.isDisabled) {
    problems.push(
      wrong(row, "Active", "An import does not activate or deactivate products. Please do so on the product's page."),
    );
  }
  return problems;
}

/** Returns the attributes as they were before, if the row changes any. */
async function changeAttributes(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
): Promise<ProductAttribute[] | undefined> {
  const cells = [row.cell("VariesBy"), row.cell("OwnAttributes"), ...sheet.columns.attributes.map(row.cellOf)];
  if (cells.every(isBlank)) return undefined;
  const before = await attributesOf(sheet.work.db, product);
  const lines = await addOwnAttributes(sheet, row, product, before);
  const known = lines.isAdded ? await attributesOf(sheet.work.db, product) : before;
  const problems: Problem[] = [];
  const requested = new Map<ProductAttribute, Partial<AttributeInput>>();
  for (const { attribute, options } of lines.ofType) {
    const used = attribute.attributeOptions.filter(({ isUsed }) => isUsed).map(({ optionId }) => optionId);
    const wanted = from(row, "OwnAttributes", problems, () => options.map((option) => optionCalled(attribute, option)));
    const same = known.find(({ attributeId }) => attributeId === attribute.attributeId);
    if (same && wanted?.some((id) => !used.includes(id)))
      requested.set(same, { optionIds: [...new Set([...used, ...wanted])] });
  }
  const titles = new Map<ProductAttribute, string>();
  for (const column of sheet.columns.attributes) {
    const { title } = column;
    const cell = row.cellOf(column);
    if (isBlank(cell)) continue;
    const attribute = ofColumn(known, column);
    if (!attribute) problems.push(wrong(row, title, "Products of this type do not have this attribute."));
    const wanted = attribute && from(row, title, problems, () => requestedAttribute(attribute, cell));
    if (attribute && wanted) {
      requested.set(attribute, wanted);
      titles.set(attribute, title);
    }
  }
  const variesBy = from(row, "VariesBy", problems, () => requestedVariesBy(known, row.cell("VariesBy")));
  for (const attribute of variesBy ? known : []) {
    const useForVariations = variesBy?.has(attribute.attributeId) ?? false;
    if (useForVariations !== attribute.useForVariations)
      requested.set(attribute, { ...requested.get(attribute), useForVariations });
  }
  refuseRows(problems);
  await saveRequested(sheet, row, product, requested, titles);
  return lines.isAdded || requested.size > 0 ? before : undefined;
}

/** @param titles the columns that name the attributes, for messages */
async function saveRequested(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  requested: ReadonlyMap<ProductAttribute, Partial<AttributeInput>>,
  titles: ReadonlyMap<ProductAttribute, string>,
): Promise<void> {
  for (const [attribute, wanted] of requested)
    await saveAttributeAt(row, titles.get(attribute) ?? "VariesBy", () =>
      saveAttribute(sheet.work, product, attribute, { ...asCommandInput(attribute), ...wanted }),
    );
}

async function saveAttributeAt(row: SheetRow, column: string, save: () => Promise<void>): Promise<void> {
  const refusal = await orRefusal(save);
  if (refusal instanceof Refusal) throw new Problems([wrong(row, column, refusal.message)]);
}

const yesNoTexts = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

function yesNoOrNothing(row: SheetRow): boolean | undefined {
  const cell = row.cell("Active");
  if (isBlank(cell)) return undefined;
  const typed = yesNoTexts.get(textIn(cell).toLowerCase());
  if (typed === undefined) throw new WrongCell(`${quoted(textIn(cell))} is neither TRUE nor FALSE.`);
  return typed;
}

interface OwnLines {
  /** The product has got attributes or options of its own. */
  isAdded: boolean;
  /** Lines that name an attribute of the product's type. */
  ofType: { attribute: ProductAttribute; options: readonly string[] }[];
}

const removesNothing =
  "An import adds to a product's own attributes, and removes nothing from them. Please do so on the product's page.";

/**
 * Adds the attributes and options of the cell that the product does not have.
 * @throws Problems
 */
async function addOwnAttributes(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  known: readonly ProductAttribute[],
): Promise<OwnLines> {
  const cell = row.cell("OwnAttributes");
  const lines: OwnLines = { isAdded: false, ofType: [] };
  if (isBlank(cell) || textIn(cell).replace(/\r\n?/g, "\n").trim() === ownTextOf(known).trim()) return lines;
  const problems: Problem[] = [];
  const wanted = from(row, "OwnAttributes", problems, () => ownLines(cell)) ?? [];
  if (!sheet.source && problems.length === 0 && !namesAll(known, wanted))
    problems.push(wrong(row, "OwnAttributes", removesNothing));
  refuseRows(problems);
  for (const { name, options } of wanted) {
    const attribute = ofTypeCalled(known, name);
    if (attribute) lines.ofType.push({ attribute, options });
    else {
      await saveAttributeAt(row, "OwnAttributes", async () => {
        lines.isAdded = (await addOwnOptions(sheet.work, product, name, options)) || lines.isAdded;
      });
    }
  }
  return lines;
}

/** The cell names all attributes that the product has alone, with all their options. */
const namesAll = (known: readonly ProductAttribute[], lines: readonly OwnLine[]): boolean =>
  known
    .filter(({ isProductSpecific }) => isProductSpecific)
    .every(({ attributeName, attributeOptions }) => {
      const line = lines.find(({ name }) => isName(name, attributeName));
      return line && attributeOptions.every(({ optionValue }) => line.options.some((it) => isName(it, optionValue)));
    });
