/** Formats the attributes of products and variants as cells, and parses such cells. */

import type { AttributeInput } from "#api/areas/products/attributes.ts";
import { isBlank, quoted, textIn, WrongCell, yesNoIn } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { excelText } from "#api/core/excel/sheet.ts";
import { AttributeSelectionType } from "#contract/enumerations.ts";
import { tooLong } from "#contract/fields.ts";
import { upsertCustomProductAttribute } from "#contract/products/commands.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { optionSeparator } from "#contract/products/workbook.ts";
import { isClear, type Shown } from "./fields.ts";

const { boolean, singleSelect, multiSelect } = AttributeSelectionType;

/** The fields that the cell shows. */
export type ShownAttribute = Pick<ProductAttribute, "attributeSelectionType" | "value"> & {
  attributeOptions: readonly Pick<ProductAttribute["attributeOptions"][number], "optionValue" | "isUsed">[];
};

export const hasOptions = ({ attributeSelectionType: type }: Pick<ProductAttribute, "attributeSelectionType">) =>
  type === singleSelect || type === multiSelect;

/** Joins several texts in one cell; separators within a text are escaped with a backslash. */
export const joined = (texts: readonly string[]): string =>
  texts
    .map((text) => excelText(text).trim().replaceAll(optionSeparator, `\\${optionSeparator}`))
    .join(` ${optionSeparator} `);

export const split = (text: string): string[] =>
  text
    .split(/(?<!\\)\|/)
    .map((part) => part.replaceAll(`\\${optionSeparator}`, optionSeparator).trim())
    .filter((part) => part !== "");

export function attributeShown(attribute: ShownAttribute): Shown {
  if (hasOptions(attribute))
    return (
      joined(attribute.attributeOptions.filter(({ isUsed }) => isUsed).map(({ optionValue }) => optionValue)) ||
      undefined
    );
  if (attribute.attributeSelectionType === boolean)
    return attribute.value === "" ? undefined : attribute.value === "true";
  return attribute.value || undefined;
}

const longestValue = 2_000;

/**
 * Parses the cell of an attribute of the product.
 * @returns undefined if it is empty or shows the stored value
 * @throws WrongCell
 */
export function requestedAttribute(attribute: ProductAttribute, cell: ReadCell): Partial<AttributeInput> | undefined {
  if (isBlank(cell)) return undefined;
  const shown = attributeShown(attribute);
  if (isClear(cell)) return shown === undefined ? undefined : { optionIds: [], value: "" };
  if (hasOptions(attribute)) {
    const optionIds = split(textIn(cell)).map((value) => optionCalled(attribute, value));
    const used = attribute.attributeOptions.filter(({ isUsed }) => isUsed).map(({ optionId }) => optionId);
    return isSameSet(optionIds, used) ? undefined : { optionIds: [...new Set(optionIds)] };
  }
  if (attribute.attributeSelectionType === boolean) {
    const value = yesNoIn(cell);
    return value === shown ? undefined : { value: String(value) };
  }
  const value = excelText(textIn(cell)).trim();
  if (value.length > longestValue) throw new WrongCell(tooLong(longestValue));
  return value === excelText(attribute.value).trim() ? undefined : { value };
}

export const isSameSet = <T>(some: readonly T[], others: readonly T[]): boolean =>
  new Set([...some, ...others]).size === new Set(some).size && new Set(some).size === new Set(others).size;

/** Names are compared without regard to case. */
export const isName = (some: string, other: string) => some.trim().toLowerCase() === other.trim().toLowerCase();

/** The attribute of the product's type that a line of its own attributes names. */
export const ofTypeCalled = (known: readonly ProductAttribute[], name: string): ProductAttribute | undefined =>
  known.find(
    (each) =>
      !each.isProductSpecific && [each.attributeName, each.attributeDisplayName].some((called) => isName(called, name)),
  );

/** The attribute of the product's type that a column is about. */
export const ofColumn = (known: readonly ProductAttribute[], column: { name: string }): ProductAttribute | undefined =>
  known.find((each) => !each.isProductSpecific && isName(each.attributeName, column.name));

const folded = (text: string) => excelText(text).trim().toLowerCase();

/**
 * Finds an option by its value or its code.
 * @throws WrongCell
 */
export function optionCalled({ attributeOptions }: Pick<ProductAttribute, "attributeOptions">, text: string): number {
  const option =
    attributeOptions.find(({ optionValue }) => folded(optionValue) === folded(text)) ??
    attributeOptions.find(({ optionCode }) => optionCode !== "" && folded(optionCode) === folded(text));
  if (option) return option.optionId;
  throw new WrongCell(
    `${quoted(text)} isn't an option of this attribute. Please enter one of: ${someOf(attributeOptions.map(({ optionValue }) => optionValue))}.`,
  );
}

const mostNamed = 20;
const someOf = (names: readonly string[]) =>
  names.slice(0, mostNamed).join(", ") + (names.length > mostNamed ? ", …" : "");

/** The names of the attributes that variants differ by, as a cell. */
export const variesByShown = (
  attributes: readonly Pick<ProductAttribute, "attributeName" | "useForVariations">[],
): string =>
  joined(attributes.filter(({ useForVariations }) => useForVariations).map(({ attributeName }) => attributeName));

/**
 * Parses the ids of the attributes that variants are to differ by.
 * @returns undefined if the cell is empty or shows the stored value
 * @throws WrongCell
 */
export function requestedVariesBy(
  attributes: readonly ProductAttribute[],
  cell: ReadCell,
): ReadonlySet<number> | undefined {
  if (isBlank(cell)) return undefined;
  const names = isClear(cell) ? [] : split(textIn(cell));
  const ids = names.map((name) => {
    const attribute =
      attributes.find(({ attributeName }) => folded(attributeName) === folded(name)) ??
      attributes.find(({ attributeDisplayName }) => folded(attributeDisplayName) === folded(name));
    if (!attribute) throw new WrongCell(`This product has no attribute ${quoted(name)}.`);
    return attribute.attributeId;
  });
  const now = attributes.filter(({ useForVariations }) => useForVariations).map(({ attributeId }) => attributeId);
  return isSameSet(ids, now) ? undefined : new Set(ids);
}

/** One line per attribute of this product alone: its name, and the options. */
export const ownShown = (attributes: readonly { name: string; options: readonly string[] }[]): string =>
  attributes.map(({ name, options }) => `${excelText(name).trim()}: ${joined(options)}`).join("\n");

/** The same for the attributes of a product. */
export const ownTextOf = (attributes: readonly ProductAttribute[]): string =>
  ownShown(
    attributes
      .filter(({ isProductSpecific }) => isProductSpecific)
      .map(({ attributeName, attributeOptions }) => ({
        name: attributeName,
        options: attributeOptions.map(({ optionValue }) => optionValue),
      })),
  );

export interface OwnLine {
  name: string;
  options: string[];
}

/**
 * The attributes in such a cell.
 * @throws WrongCell
 */
export function ownLines(cell: ReadCell): OwnLine[] {
  const lines = textIn(cell)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const at = line.indexOf(":");
    const [name, options] = [line.slice(0, at).trim(), split(line.slice(at + 1))];
    if (at < 0) throw new WrongCell(`${quoted(line)} needs a colon between the name of the attribute and its options.`);
    const { AttributeName, Options } = upsertCustomProductAttribute.shape;
    const checked = [AttributeName.safeParse(name), Options.safeParse(options.map((Value) => ({ Code: "", Value })))];
    const issue = checked.flatMap((result) => result.error?.issues ?? [])[0];
    if (issue) throw new WrongCell(`${quoted(line)}: ${issue.message}`);
    return { name, options };
  });
}

/** The line of one of them in such a cell. */
export function ownLine(cell: ReadCell, name: string): string | undefined {
  const start = `${folded(name)}:`;
  const line = textIn(cell)
    .split(/\r?\n/)
    .find((each) => folded(each).startsWith(start));
  return line?.trim().slice(excelText(name).trim().length + 1);
}
