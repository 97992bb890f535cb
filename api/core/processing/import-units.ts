/** Splits the rows of a file into units that are imported together. */
import type { ReadRow } from "#api/core/excel/reading.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import type { ImportUnit, Splitting } from "./import-kind.ts";

/** All rows of one record are processed in one transaction, which must not hold its connection for long. */
const mostRowsTogether = 300;

/**
 * @throws Refusal 422 if one record has too many rows
 * @param record the record's type in user terms
 */
export function assertFewRows(rows: readonly ReadRow[], record: string): void {
  if (rows.length <= mostRowsTogether) return;
  throw invalid({
    file: [
      `More than ${mostRowsTogether} rows of this workbook are for ${record}. Please split them into several workbooks.`,
    ],
  });
}

/**
 * Splits rows by their record.
 * @param recordOf returns what identifies the record of a row, which is its name for users, and a unit with this row alone
 */
export function byRecord<Unit extends ImportUnit<unknown>>(
  recordOf: (row: ReadRow) => { record: string; unit: Unit },
): Splitting<never, Unit> {
  const units = new Map<string, Unit>();
  return {
    add(row) {
      const { record, unit } = recordOf(row);
      const known = units.get(record);
      if (known) {
        known.rows.push(row);
        assertFewRows(known.rows, record);
      } else units.set(record, unit);
    },
    end: () => ({ units: [...units.values()] }),
  };
}

/** Collects rows that can only be judged together. */
export function allTogether<Input, Unit>(
  unitsOf: (rows: readonly ReadRow[]) => ReturnType<Splitting<Input, Unit>["end"]>,
): Splitting<Input, Unit> {
  const rows: ReadRow[] = [];
  return { add: (row) => rows.push(row), end: () => unitsOf(rows) };
}
