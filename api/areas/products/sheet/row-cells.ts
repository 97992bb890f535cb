/** The changes that the cells of a row request, and the messages for invalid cells. */

import { isBlank, type Problem, Problems, WrongCell } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { productFields, shippingFields } from "#contract/products/fields.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { ProductColumn } from "#contract/products/workbook.ts";
import {
  allFields,
  type Field,
  isClear,
  type Key,
  requestedBy,
  type StoredValues,
  shownOf,
  type Terms,
} from "./fields.ts";
import type { SheetRow } from "./rows.ts";

export const wrong = ({ number: row }: SheetRow, column: string | null, why: string): Problem => ({ row, column, why });

export const refused = (row: SheetRow, column: ProductColumn | null, why: string): Problems =>
  new Problems([wrong(row, column, why)]);

/** Parses a cell; its error is added to the problems. */
export function from<T>(row: SheetRow, column: string, problems: Problem[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrongCell)) throw error;
    problems.push(wrong(row, column, error.message));
    return undefined;
  }
}

type RequestedValues = Partial<Record<Key, StoredValues[Key]>>;

/** Returns the requested changes of these fields. */
export function requestedIn(
  row: SheetRow,
  fields: readonly Field[],
  stored: StoredValues,
  of: "product" | "variant",
  terms: Terms,
): { values: StoredValues; problems: Problem[] } {
  const values: RequestedValues = {};
  const problems: Problem[] = [];
  for (const field of fields) {
    const requested = from(row, field.column, problems, () => {
      const cell = field.key === "stockQuantity" ? countedStock(row, field, stored, of, terms) : row.cell(field.column);
      return requestedBy(field, cell, stored, of, terms);
    });
    if (requested) values[field.key] = requested.value;
  }
  return { values: values as StoredValues, problems };
}

/**
 * Orders change the stock at the same time. If the row remembers the exported stock, the difference that was typed is
 * applied to the current stock.
 */
function countedStock(
  row: SheetRow,
  field: Field,
  stored: StoredValues,
  of: "product" | "variant",
  terms: Terms,
): ReadCell {
  const exported = stockCountedFrom(row);
  const now = shownOf(field, stored, terms);
  const cell = row.cell(field.column);
  if (exported === undefined || typeof now !== "number" || isBlank(cell) || isClear(cell)) return cell;
  const typed = requestedBy(field, cell, {}, of, terms)?.value;
  if (typeof typed !== "number") return cell;
  const counted = now + typed - exported;
  if (counted < 0)
    throw new WrongCell(
      `This was ${exported} when it was exported, and is ${now} now, so it cannot be reduced by ${exported - typed}.`,
    );
  return counted;
}

/**
 * The stock from which the difference is taken; undefined if the file has already set this stock, because the intended
 * difference is unclear then.
 */
export const stockCountedFrom = ({ memory, stockBefore }: SheetRow): number | undefined =>
  stockBefore === undefined ? memory?.number("StockQuantity" satisfies ProductColumn) : undefined;

const whyLost: Partial<Record<Key, string>> = {
  manageStock: "Each variant of this product has its own stock.",
  stockQuantity: "The stock is counted only where ManageStock is TRUE.",
  referralProductUrl: "Only a referral product has this: one with TRUE in IsReferralProduct.",
  referralProductCallToAction: "Only a referral product has this: one with TRUE in IsReferralProduct.",
};

/** Values that would be dropped are reported, not ignored. */
export function lostIn(row: SheetRow, values: StoredValues, details: StoredValues): Problem[] {
  return allFields.flatMap(({ key, column }) => {
    const why = whyLost[key];
    return why && values[key] !== undefined && values[key] !== details[key] ? [wrong(row, column, why)] : [];
  });
}

/** The cells of a new record count as empty before, whatever the database's defaults. */
export const ofNew = (changes: readonly CellChange[]): CellChange[] =>
  changes.map((change) => ({ ...change, before: "" }));

export const columnOf: Readonly<Record<string, ProductColumn>> = {
  ...Object.fromEntries(
    Object.values({ ...productFields, ...shippingFields }).map(({ command, sheet }) => [command, sheet.column]),
  ),
  SupplierId: "Supplier",
};
