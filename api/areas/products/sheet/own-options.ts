/**
 * Options of a shop's export that the attribute of the product's type lacks, such as S, M and L where the type's Size has
 * Single and Double: they become options of an attribute that the product alone has.
 */
import { eq } from "drizzle-orm";
import { ownNameOf } from "#api/areas/products/attributes.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import { products } from "#api/core/database/schema/index.ts";
import { isBlank, textIn, WrongCell } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { hasOptions, isName, joined, type OwnLine, ofTypeCalled, optionCalled, ownLines, split } from "./attributes.ts";
import type { ProductsSheet } from "./products-sheet.ts";
import type { SheetRow } from "./rows.ts";

/**
 * Returns the rows of one product. Where the type lacks an option, its attribute is renamed in them to one of the
 * product's own. A product that uses the type's attribute already keeps it, so such an option is refused.
 */
export async function withOwnOptions(sheet: ProductsSheet, rows: readonly SheetRow[]): Promise<readonly SheetRow[]> {
  if (!sheet.source?.format) return rows;
  const own = rows.find(({ variantId, problems }) => variantId === undefined && problems.length === 0);
  const lines = own && linesOf(own);
  const product = own && lines && (await typedProduct(sheet, own));
  if (!own || !lines || !product) return rows;
  const known = await attributesOf(sheet.work.db, product);
  const renamed = lines.filter((line) => needsOwn(line, known)).map(({ name }) => name);
  if (renamed.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...(row === own ? { ownOptions: renamed } : {}),
    cell: (column) => {
      const cell = row.cell(column);
      if (column === "VariesBy") return renamedIn(cell, (text) => joined(split(text).map(nameFrom(renamed))));
      return column === "OwnAttributes" ? renamedIn(cell, (text) => linesFrom(text, nameFrom(renamed))) : cell;
    },
  }));
}

function linesOf(row: SheetRow): OwnLine[] | undefined {
  const cell = row.cell("OwnAttributes");
  if (isBlank(cell)) return undefined;
  try {
    return ownLines(cell);
  } catch (error) {
    // The import of the row refuses it with the reason.
    if (error instanceof WrongCell) return undefined;
    throw error;
  }
}

/** A new product has no id yet. */
async function typedProduct({ work, source }: ProductsSheet, { productId }: SheetRow) {
  if (typeof productId !== "number")
    return source?.productTypeId == null ? undefined : { id: 0, productTypeId: source.productTypeId };
  const [product] = await work.db
    .select({ id: products.id, productTypeId: products.productTypeId })
    .from(products)
    .where(eq(products.id, productId));
  return product;
}

function needsOwn({ name, options }: OwnLine, known: readonly ProductAttribute[]): boolean {
  const ofType = ofTypeCalled(known, name);
  if (!ofType) return false;
  if (known.some((each) => each.isProductSpecific && isName(each.attributeName, ownNameOf(name)))) return true;
  const isUsed = ofType.useForVariations || ofType.value !== "" || ofType.attributeOptions.some((each) => each.isUsed);
  return !isUsed && (!hasOptions(ofType) || options.some((option) => !isOption(ofType, option)));
}

function isOption(attribute: ProductAttribute, option: string): boolean {
  try {
    optionCalled(attribute, option);
    return true;
  } catch (error) {
    if (error instanceof WrongCell) return false;
    throw error;
  }
}

const nameFrom =
  (renamed: readonly string[]) =>
  (name: string): string =>
    renamed.some((each) => isName(each, name)) ? ownNameOf(name) : name;

const renamedIn = (cell: ReadCell, rename: (text: string) => string): ReadCell =>
  isBlank(cell) ? cell : rename(textIn(cell));

const linesFrom = (text: string, rename: (name: string) => string): string =>
  text
    .split(/\r?\n/)
    .map((line) => {
      const at = line.indexOf(":");
      return at < 0 ? line : `${rename(line.slice(0, at).trim())}${line.slice(at)}`;
    })
    .join("\n");
