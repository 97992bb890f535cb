/** The results of imports, by record. */
import type { Db } from "#api/core/database/connection.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import { type Problem, Problems } from "#api/core/excel/cells.ts";

export interface Change {
  column: string;
  before: string;
  after: string;
}

/** The result of what the file says of one record, in one row or several. */
export type RecordResult<Outcome extends string = string> = ({ row: number } | { rows: number[] }) & {
  outcome: Outcome;
  problems: Problem[];
  changes?: readonly Change[];
  /** A row of a file from elsewhere may be about a product as well as its variant. */
  isVariant?: boolean;
};

export const rowsOf = (result: RecordResult): readonly number[] => ("rows" in result ? result.rows : [result.row]);

/**
 * Imports the rows of one record: all of them, or none.
 * @param about what is known of the result before
 * @param noun the record's type in user terms
 */
export async function allRows<About extends { rows: number[] }, Done extends object>(
  db: Db,
  noun: string,
  about: About,
  importing: () => Promise<Done>,
) {
  try {
    return { ...about, ...(await allOrNothing(db, importing)) };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { ...about, outcome: "refused" as const, problems: forEachRow(error.problems, about.rows, noun) };
  }
}

/** Adds a message to each row that has no problem of its own. */
function forEachRow(problems: readonly Problem[], rows: readonly number[], noun: string): Problem[] {
  const because = problems[0]?.row;
  return rows.flatMap((row): Problem[] => {
    const own = problems.filter((problem) => problem.row === row);
    return own.length > 0
      ? own
      : [{ row, column: null, why: `Skipped, because row ${because} of the same ${noun} was refused.` }];
  });
}

/** Marks problems of rows that passed the check but are refused now. */
export function changedSince<R extends RecordResult>(result: R, checked: readonly R[]): R {
  const isSame = (other: R) =>
    other.isVariant === result.isVariant && rowsOf(other).some((row) => rowsOf(result).includes(row));
  const before = result.outcome === "refused" ? checked.find(isSame) : undefined;
  if (!before || before.outcome === "refused") return result;
  return {
    ...result,
    problems: result.problems.map((problem) => ({
      ...problem,
      why: `${problem.why} It was valid when the file was checked.`,
    })),
  };
}
