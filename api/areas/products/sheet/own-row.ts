/** The row of an existing product itself. */

import { eq } from "drizzle-orm";
import { type AttributeInput, addOwnOptions, saveAttribute } from "#api/areas/products/attributes.ts";
import { type Details, detailFields, detailsIn, saveDetails, settled } from "#api/areas/products/details.ts";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { isBlank, type Problem, Problems, quoted, refuseRows, textIn, WrongCell } from "#api/core/excel/cells.ts";
import { orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import {
  attributeShown,
  type OwnLine,
  optionCalled,
  ownLines,
  ownTextOf,
  requestedAttribute,
  requestedVariesBy,
  variesByShown,
} from "./attributes.ts";
import { allFields, displayText, shownOf, stockAndPriceFields } from "./fields.ts";
import { changePictures } from "./pictures.ts";
import { type ProductsSheet, termsOf } from "./products-sheet.ts";
import type { RowResult } from "./results.ts";
import { changesOf, from, lostIn, requestedIn, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";
import { changeShipping } from "./shipping.ts";
import { asCommandInput } from "./stored-values.ts";

/** Applies what the row changes of the product itself. */
export async function changeFromRow(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
): Promise<Pick<RowResult, "outcome" | "changes">> {
  const terms = await termsOf(sheet, row, product.productTypeId);
  const fields = sheet.kind === "all" ? allFields : stockAndPriceFields;
  const stored = detailsIn(product);
  const { values, problems } = requestedIn(row, fields, stored, "product", terms);
  if (sheet.kind === "all") problems.push(...(await unchangeable(sheet, row, product)));
  const details = settled({ ...stored, ...withoutSale(row, stored), ...(values as Partial<Details>) });
  problems.push(...lostIn(row, values, details));
  refuseRows(problems);
  const changed = Object.keys(values).length > 0 ? detailFields.filter((key) => details[key] !== stored[key]) : [];
  if (changed.length > 0) await saveDetails(sheet.work, product, details, "right in what is changed");
  const after = await termsOf(sheet, row, details.productTypeId);
  const inDetails = changesOf(
    changed,
    (field) => shownOf(field, stored, terms),
    (field) => shownOf(field, details, after),
  );
  const inAttributes = sheet.kind === "all" ? await changeAttributes(sheet, row, { ...product, ...details }) : [];
  const shipping = sheet.kind === "all" ? await changeShipping(sheet.work, row, { ...product, ...details }) : [];
  const pictures = sheet.kind === "all" ? await changePictures(sheet, row, product, null) : [];
  const changes = [...inDetails, ...shipping, ...pictures, ...inAttributes];
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

async function changeAttributes(sheet: ProductsSheet, row: SheetRow, product: StoredProduct): Promise<CellChange[]> {
  const cells = [row.cell("VariesBy"), row.cell("OwnAttributes"), ...sheet.columns.attributes.map(row.cellOf)];
  if (cells.every(isBlank)) return [];
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
    const { title, name } = column;
    const cell = row.cellOf(column);
    if (isBlank(cell)) continue;
    const attribute = known.find(
      ({ attributeName, isProductSpecific }) => !isProductSpecific && attributeName.trim().toLowerCase() === name,
    );
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
  const after = requested.size > 0 ? await attributesOf(sheet.work.db, product) : known;
  const shownIn = (all: readonly ProductAttribute[], id: number) =>
    all.filter(({ attributeId }) => attributeId === id).map(attributeShown)[0];
  const changes = [...titles].map(([{ attributeId }, column]) => ({
    column,
    before: displayText(plain, shownIn(known, attributeId)),
    after: displayText(plain, shownIn(after, attributeId)),
  }));
  if (lines.isAdded) changes.push({ column: "OwnAttributes", before: ownTextOf(before), after: ownTextOf(after) });
  if (variesBy) changes.push({ column: "VariesBy", before: variesByShown(known), after: variesByShown(after) });
  return changes;
}

const plain = { kind: "text" } as const;

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
    const attribute = known.find(
      (each) =>
        !each.isProductSpecific &&
        [each.attributeName, each.attributeDisplayName].some((called) => isName(called, name)),
    );
    if (attribute) lines.ofType.push({ attribute, options });
    else {
      await saveAttributeAt(row, "OwnAttributes", async () => {
        lines.isAdded = (await addOwnOptions(sheet.work, product, name, options)) || lines.isAdded;
      });
    }
  }
  return lines;
}

const isName = (some: string, other: string) => some.trim().toLowerCase() === other.trim().toLowerCase();

/** The cell names all attributes that the product has alone, with all their options. */
const namesAll = (known: readonly ProductAttribute[], lines: readonly OwnLine[]): boolean =>
  known
    .filter(({ isProductSpecific }) => isProductSpecific)
    .every(({ attributeName, attributeOptions }) => {
      const line = lines.find(({ name }) => isName(name, attributeName));
      return line && attributeOptions.every(({ optionValue }) => line.options.some((it) => isName(it, optionValue)));
    });
