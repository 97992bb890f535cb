/** The row of an existing product itself. */

import { eq } from "drizzle-orm";
import { type AttributeInput, saveAttribute } from "#api/areas/products/attributes.ts";
import { type Details, detailFields, detailsIn, saveDetails, settled } from "#api/areas/products/details.ts";
import { attributesOf } from "#api/areas/products/parts.ts";
import { pick } from "#api/areas/products/pick.ts";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import { suppliers } from "#api/database/schema/index.ts";
import { isBlank, type Problem, Problems, quoted, refuseRows, textIn, WrongCell } from "#api/excel/cells.ts";
import { orRefusal, Refusal } from "#api/refusals/refusal.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { attributeShown, ownShown, requestedAttribute, requestedVariesBy, variesByShown } from "./attributes.ts";
import { allFields, displayText, shownOf, stockAndPriceFields } from "./fields.ts";
import { type ProductsSheet, termsOf } from "./products-sheet.ts";
import type { RowResult, Trace } from "./results.ts";
import { changesOf, from, lostIn, requestedIn, wrong } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";
import { asCommandInput } from "./stored-values.ts";

/** Applies what the row changes of the product itself. */
export async function changeFrom(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
): Promise<Pick<RowResult, "outcome" | "changes"> & { trace: Trace }> {
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
  const { changes: inAttributes, attributes } =
    sheet.kind === "all" ? await changeAttributes(sheet, row, { ...product, ...details }) : noAttributes;
  const changes = [...inDetails, ...inAttributes];
  return {
    outcome: changes.length > 0 ? "changed" : "unchanged",
    changes,
    trace: { was: pick(stored, changed), is: pick(details, changed), attributes },
  };
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

async function changeAttributes(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
): Promise<{ changes: CellChange[]; attributes: Trace["attributes"] }> {
  const cells = [row.cell("VariesBy"), row.cell("OwnAttributes"), ...sheet.columns.attributes.map(row.cellOf)];
  if (cells.every(isBlank)) return noAttributes;
  const known = await attributesOf(sheet.work.db, product);
  const problems: Problem[] = [];
  const requested = new Map<ProductAttribute, Partial<AttributeInput>>();
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
  problems.push(...ownAttributesIn(row, known));
  refuseRows(problems);
  const attributes: Trace["attributes"] = [];
  for (const [attribute, wanted] of requested) {
    const was = asCommandInput(attribute);
    const is = { ...was, ...wanted };
    await saveAttributeAt(row, titles.get(attribute) ?? "VariesBy", () =>
      saveAttribute(sheet.work, product, attribute, is),
    );
    attributes.push({ attributeId: attribute.attributeId, was, is });
  }
  const after = requested.size > 0 ? await attributesOf(sheet.work.db, product) : known;
  const shownIn = (all: readonly ProductAttribute[], id: number) =>
    all.filter(({ attributeId }) => attributeId === id).map(attributeShown)[0];
  const changes = [...titles].map(([{ attributeId }, column]) => ({
    column,
    before: displayText(plain, shownIn(known, attributeId)),
    after: displayText(plain, shownIn(after, attributeId)),
  }));
  if (variesBy) changes.push({ column: "VariesBy", before: variesByShown(known), after: variesByShown(after) });
  return { changes, attributes };
}

const noAttributes = { changes: [], attributes: [] };
const plain = { kind: "text" } as const;

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

function ownAttributesIn(row: SheetRow, known: readonly ProductAttribute[]): Problem[] {
  const cell = row.cell("OwnAttributes");
  if (isBlank(cell)) return [];
  const own = known.filter(({ isProductSpecific }) => isProductSpecific);
  const shown = ownShown(
    own.map(({ attributeName, attributeOptions }) => ({
      name: attributeName,
      options: attributeOptions.map(({ optionValue }) => optionValue),
    })),
  );
  const isSame = textIn(cell).replace(/\r\n?/g, "\n").trim() === shown.trim();
  return isSame
    ? []
    : [
        wrong(
          row,
          "OwnAttributes",
          "An import does not change a product's own attributes. Please do so on the product's page.",
        ),
      ];
}
