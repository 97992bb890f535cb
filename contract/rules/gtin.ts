/**
 * Global Trade Item Numbers: 8, 12, 13 or 14 digits, the last of which is a check digit. An EAN or UPC below a barcode is
 * one; that of a book is its ISBN-13. Source: GS1 General Specifications, section 7.9.
 */
import { optionalText } from "#contract/fields.ts";

const lengths: readonly number[] = [8, 12, 13, 14];

/** Returns only the digits, because labels have spaces and dashes between them. */
const digitsOfGtin = (value: string): string => value.replace(/[\s-]/g, "");

/** The sum of a number's digits from the right, every other one three times. */
const weighted = (digits: string, first: 1 | 3): number =>
  [...digits].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? first : 4 - first), 0);

/** Returns the number with its check digit, for fixtures and invented goods. */
export const gtinFrom = (digits: string): string => `${digits}${(10 - (weighted(digits, 3) % 10)) % 10}`;

/** True if the digits have one of the lengths and the right check digit. Does not prove that GS1 has assigned them. */
export function isGtin(value: string): boolean {
  return /^\d+$/.test(value) && lengths.includes(value.length) && weighted(value, 1) % 10 === 0;
}

/** The same number with all 14 digits, to compare those of different lengths. */
export const gtin14 = (value: string): string => value.padStart(14, "0");

const message =
  "These digits are not a GTIN: it has 8, 12, 13 or 14 digits, and the last one is a check digit. Please compare them with the barcode.";

/** Digits alone; empty for none. */
export const optionalGtin = () =>
  optionalText({ max: 50, tooLong: message })
    .transform(digitsOfGtin)
    .refine((value) => value === "" || isGtin(value), message);
