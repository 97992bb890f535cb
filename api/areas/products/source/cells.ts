/** Converts cells of other programs into cells of our worksheet. What cannot be converted is passed on, to be refused. */
import { isBlank } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { optionSeparator } from "#contract/products/workbook.ts";
import { inclusive, parseAmount } from "#contract/rules/money.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { foldedTitle } from "./source.ts";

const mostDecimals = 10;

/** The number that a cell shows; undefined if it is none. */
export function numberOf(cell: ReadCell): number | undefined {
  if (typeof cell === "number") return cell;
  return typeof cell === "string" ? parseAmount(cell, mostDecimals) : undefined;
}

/** Weights are stored in grams. Ours are at least 10 g, so anything lighter counts as that. */
export function kilograms(cell: ReadCell, factor = 1): ReadCell {
  const number = isBlank(cell) ? undefined : numberOf(cell);
  if (number === undefined) return cell;
  return number === 0 ? null : Math.max(lightest, Number((number * factor).toFixed(3)));
}
const lightest = 0.01;

/** Sizes are stored in whole millimetres, and rounded up. Zero is no size. */
export function millimetres(cell: ReadCell, factor = 1): ReadCell {
  const number = isBlank(cell) ? undefined : numberOf(cell);
  if (number === undefined) return cell;
  return number === 0 ? null : Math.ceil(Number((number * factor).toFixed(3)));
}

/** A price inc GST, at the rate of its product. */
export function price(cell: ReadCell, { isInclusive, gstRate }: { isInclusive: boolean; gstRate: number }): ReadCell {
  const number = isBlank(cell) ? undefined : numberOf(cell);
  return number === undefined || isInclusive ? cell : inclusive(number, gstRate);
}

const yes = ["y", "yes", "true"];
const no = ["n", "no", "false"];
const taxable = [...yes, "gst", "taxable", "taxed", "standard", "standardrate", "gstonincome"];
const gstFree = [
  ...no,
  "none",
  "gstfree",
  "nogst",
  "fre",
  "free",
  "exempt",
  "gstexempt",
  "zerorate",
  "zerorated",
  "nottaxable",
];
const inputTaxed = ["inputtaxed", "itx", "inp"];

/**
 * The tax class, which suppliers and other programs write in many ways. A number is the rate or the amount of GST.
 * @param title of the column: under `GST free`, yes means that there is none
 */
export function taxClass(cell: ReadCell, title = ""): ReadCell {
  const number = isBlank(cell) ? undefined : numberOf(typeof cell === "string" ? cell.replace(/%\s*$/, "") : cell);
  const word = number === undefined ? foldedTitle(plain(cell)) : number > 0 ? "yes" : "no";
  const isInverted = /free|exempt/i.test(title) && [...yes, ...no].includes(word);
  if (taxable.includes(word)) return isInverted ? taxClassNames.gstFree : taxClassNames.taxable;
  if (gstFree.includes(word)) return isInverted ? taxClassNames.taxable : taxClassNames.gstFree;
  return inputTaxed.includes(word) ? taxClassNames.inputTaxed : cell;
}

/** A product and its variants have one class here, so another one of a variant is passed on, to be refused. */
export const otherTaxClass = (own: ReadCell, ofProduct: ReadCell | undefined) =>
  isBlank(own) || own === ofProduct ? {} : { TaxClass: own };

const isHtml = (text: string) => /<\/?[a-z][^<>]*>/i.test(text);
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Descriptions are HTML. A plain text becomes paragraphs. */
export function htmlOf(cell: ReadCell): ReadCell {
  if (typeof cell !== "string" || isHtml(cell) || cell.trim() === "") return cell;
  const paragraphs = cell
    .trim()
    .split(/(?:\r?\n\s*){2,}/)
    .map((paragraph) => paragraph.replace(/[&<>]/g, (sign) => entities[sign] ?? sign).replace(/\r?\n/g, "<br>"));
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("");
}

/** The text of a cell; empty where it has none. */
export function plain(cell: ReadCell | undefined): string {
  return cell === undefined || cell === null || typeof cell === "object" ? "" : String(cell).trim();
}

/** Several texts in one cell. */
export const several = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll(optionSeparator, `\\${optionSeparator}`)).join(` ${optionSeparator} `);

/** Addresses that are separated by commas, semicolons, spaces or line breaks. */
export function addressesOf(cell: ReadCell): ReadCell {
  if (typeof cell !== "string" || cell.includes(optionSeparator)) return cell;
  const parts = cell.split(/\s|[,;](?=https?:)/i).map((part) => part.replace(/[,;]$/, ""));
  return several(parts.filter((part) => part !== ""));
}

/** One line for each attribute of a product, with its options. */
export const attributeLines = (attributes: ReadonlyMap<string, readonly string[]>): string =>
  [...attributes].map(([name, options]) => `${name}: ${several(options)}`).join("\n");

const longestSku = 50;
const hashedSku = 41;

/**
 * A SKU for a product whose variants alone have one, made of what the other program calls it. The same name always
 * makes the same SKU, so that the product is found again.
 */
export function skuFrom(name: string): string {
  const short = name.trim();
  if (short.length <= longestSku) return short;
  let hash = 0;
  for (const sign of short) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return `${short.slice(0, hashedSku)}-${hash.toString(16).padStart(8, "0")}`;
}
