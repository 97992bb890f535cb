/** What an area declares of its imports, and the kind of background process that is made of it. */
import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Caller } from "#api/core/access/caller.ts";
import type { Database } from "#api/core/database/connection.ts";
import { withoutTrace } from "#api/core/database/savepoint.ts";
import { sentenceOf } from "#api/core/excel/cells.ts";
import { type ReadCell, type ReadRow, rowsOfSheet } from "#api/core/excel/reading.ts";
import type { Context } from "#api/core/operations/context.ts";
import { shownOfEach } from "#contract/imports.ts";
import { byKey } from "#contract/rules/keys-of.ts";
import { type Change, changedSince, type RecordResult, rowsOf } from "./import-results.ts";
import type { Begun, Ending, ProcessKind, Work } from "./process.ts";
import { counted } from "./words.ts";

export interface ImportInput {
  fileName: string;
  /** Reports what would change, without changing anything. */
  isCheck: boolean;
  /** Undoes another import. */
  isUndo?: boolean;
  /** The process of the import that is undone. */
  undoes?: string;
  /** The import has been undone. */
  isUndone?: boolean;
  /** The header row of the worksheet. */
  head: readonly ReadCell[];
  /** Number of blank rows. */
  emptyRows: number;
}

/** The rows that are processed together, mostly those of one record. */
export interface ImportUnit<Result> {
  rows: ReadRow[];
  /** Results of the check of these rows. */
  checked?: Result[] | null;
  /** Results of the import that is to be undone. */
  applied?: Result[] | null;
}

/** Rows as they are read, the header row first. */
export interface OpenedFile<Input> {
  batches: AsyncIterable<readonly ReadRow[]> | Iterable<readonly ReadRow[]>;
  /** What is known of the file after its last row. */
  input?(): Partial<Input>;
}

interface SplitRows<Input, Unit> {
  units: Unit[];
  input?: Partial<Input>;
}

/** Splits rows into units. */
export interface Splitting<Input, Unit> {
  /** Receives the rows that are not blank, in the order of the file. */
  add(row: ReadRow): void;
  end(): SplitRows<Input, Unit> | Promise<SplitRows<Input, Unit>>;
}

/** What the imports of an area have of their own. Input, units and results are plain JSON. */
export interface Importing<
  Input extends ImportInput,
  Unit extends ImportUnit<Result>,
  Result extends RecordResult,
  Columns,
  Summary extends z.ZodType,
> {
  readonly name: string;
  readonly sheet: string;
  /** The record's type in user terms, for the sentence about an undone import. */
  readonly noun: string;
  /** Path of the page of an import in the back office. */
  pathOf(id: string, input: Input): string;
  isAllowed(caller: Caller): boolean;
  /** The supplier whose records it is about, if it is about one alone. */
  supplierOf?(input: Input): number | null;
  /** Condition for the imports of others, such as of machines, that the caller may see, apply and undo. */
  othersSeenBy?(context: Context): SQL;

  /**
   * Returns the header row, for imports that also take other files than workbooks.
   * @throws Refusal 422 if the file is unsuitable
   */
  headOf?(file: Buffer): ReadRow | Promise<ReadRow>;
  /** Opens the file; the worksheet of a workbook by default. */
  open?(file: Buffer, input: Input): OpenedFile<Input>;
  /** @throws Refusal 422 if the header row is unsuitable */
  columnsOf(head: Pick<ReadRow, "cells">, input: Omit<Input, keyof ImportInput>): Columns;
  isEmpty(row: ReadRow, columns: Columns): boolean;
  /** The title of a hidden column. */
  readonly hiddenColumn?: string;
  /**
   * Begins to split rows into units.
   * @param withDatabase runs a short transaction, for rows that are compared with stored records
   */
  split(columns: Columns, input: Input, withDatabase: Database["transaction"]): Splitting<Input, Unit>;
  /** The record of a unit for users, such as "order 5". */
  recordOf?(unit: Unit): string | undefined;

  /** Finds the units that change nothing, many at once, without changing anything. */
  findUnchanged?(work: Work, units: readonly Unit[], input: Input): Promise<readonly (Result[] | undefined)[]>;
  /** Imports a unit. For a check its changes are rolled back. */
  apply(work: Work, unit: Unit, input: Input): Promise<Result[]>;
  /**
   * Reading the file has planned everything: a check needs no changes that are rolled back, and problems say themselves
   * what has changed since.
   */
  readonly isPlanned?: boolean;
  /** Removes the ids of new records from the results of a check, which has rolled them back. */
  withoutNewIds?(results: Result[]): Result[];
  /** Undoes what the process `input.undoes` has done. Imports without it cannot be undone. */
  undo?(work: Work, applied: Result[], input: Input): Promise<Result[]>;
  /** Runs after the last unit, except of a check. */
  end?(work: Ending & Begun, results: readonly Result[], input: Input): Promise<void>;
  /** A refused row as it is returned to the user, if the results of its unit change its content. */
  restoreRow?(row: ReadRow, results: Result[], input: Input): ReadRow;

  /** The schema of the summary; fields of results that it does not know are left out. */
  readonly summary: Summary;
  readonly outcomes: readonly Result["outcome"][];
  /** Records that change nothing are listed, too, not only counted. */
  readonly listsUnchanged?: boolean;
  /** Puts the records first that have to be seen. */
  first?(those: Result[]): Result[];
  /** Fields of a shown result that its schema has instead of the result's own. */
  shown?(result: Result): object;
  /** The further fields of the summary. */
  summaryOf(all: readonly Result[], input: Input): object;
  /** The final message, except of an undo. */
  text(summary: z.output<Summary>, isCheck: boolean): string;
}

/** A kind of import, which background processes and handlers use. */
export interface ImportKind<Input extends ImportInput = ImportInput, Summary extends z.ZodType = z.ZodType>
  extends ProcessKind<Input, ImportUnit<RecordResult>, RecordResult[]>,
    Pick<
      AnyImporting,
      "sheet" | "headOf" | "columnsOf" | "hiddenColumn" | "othersSeenBy" | "restoreRow" | "isPlanned"
    > {
  readonly summary: Summary;
  readonly canBeUndone: boolean;
}

type AnyImporting = Importing<ImportInput, ImportUnit<RecordResult>, RecordResult, unknown, z.ZodType>;

export const importKind = <
  Input extends ImportInput,
  Unit extends ImportUnit<Result>,
  Result extends RecordResult,
  Columns,
  Summary extends z.ZodType,
>(
  own: Importing<Input, Unit, Result, Columns, Summary>,
) => kindOf(own as unknown as AnyImporting) as ImportKind<Input, Summary>;

function kindOf(own: AnyImporting): ImportKind {
  return {
    ...own,
    canBeUndone: own.undo !== undefined,
    // Nobody is told that a check is done: applying it is the next step of whoever waits for it.
    noticeOf: (id, input) => ({
      name: input.isUndo
        ? `Undoing the import of ${input.fileName}`
        : `The ${input.isCheck ? "check" : "import"} of ${input.fileName}`,
      path: own.pathOf(id, input),
      isQuiet: input.isCheck,
    }),
    nameOf(unit) {
      const record = own.recordOf?.(unit);
      return `${rowsIn(unit)}${record === undefined ? "" : ` (${record})`}`;
    },
    read: (file, input, withDatabase) => read(own, file, input, withDatabase),
    async findUnchanged(work, units, input) {
      const found = input.isUndo ? undefined : await own.findUnchanged?.(work, units, input);
      return found?.map((result) => result && { refused: [], result }) ?? [];
    },
    async doRow(work, unit, input) {
      const result = await resultsOf(own, work, unit, input);
      return { refused: result.flatMap(({ problems }) => problems.map(sentenceOf)), result };
    },
    async end(work, _done, input, results, summary) {
      if (!input.isCheck) await own.end?.(work, results.flat(), input);
      return textOf(own, summary, input);
    },
    // Earlier versions stored the result of one record without a list around it.
    summaryOf: (results, input) => summaryIn(own, results.flat(), input),
    storedRows: ({ isCheck }) => (isCheck || own.undo ? "all" : "refused"),
  };
}

/** More rows are named by the first and the last of them. */
const mostNamed = 20;

function rowsIn({ rows }: ImportUnit<unknown>): string {
  const numbers = rows.map(({ number }) => number);
  if (numbers.length > mostNamed) return `Rows ${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  return `${numbers.length === 1 ? "Row" : "Rows"} ${numbers.join(", ")}`;
}

async function read(own: AnyImporting, file: Buffer, input: ImportInput, withDatabase: Database["transaction"]) {
  const opened = own.open?.(file, input) ?? { batches: rowsOfSheet(file, own.sheet) };
  let columns: unknown;
  let splitting: Splitting<ImportInput, ImportUnit<RecordResult>> | undefined;
  let emptyRows = 0;
  for await (const batch of opened.batches) {
    for (const row of batch) {
      if (!splitting) {
        columns = own.columnsOf(row, input);
        splitting = own.split(columns, input, withDatabase);
      } else if (own.isEmpty(row, columns)) emptyRows++;
      else splitting.add(row);
    }
  }
  const split = await splitting?.end();
  return { rows: split?.units ?? [], input: { ...input, emptyRows, ...opened.input?.(), ...split?.input } };
}

async function resultsOf(
  own: AnyImporting,
  work: Work,
  unit: ImportUnit<RecordResult>,
  input: ImportInput,
): Promise<RecordResult[]> {
  const [checked, applied] = [[unit.checked ?? []].flat(), [unit.applied ?? []].flat()];
  const applying = () => own.apply(work, { ...unit, checked }, input);
  if (input.isUndo) return own.undo?.(work, applied, input) ?? [];
  if (own.isPlanned) return applying();
  if (!input.isCheck) return (await applying()).map((result) => changedSince(result, checked));
  const results = await withoutTrace(work.db, applying);
  return own.withoutNewIds?.(results) ?? results;
}

const longestShown = 200;
const cut = (text: unknown) =>
  typeof text === "string" && text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;

const shownChange = ({ column, ...texts }: Change) => ({
  column,
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cut(text)])),
});

function summaryIn(own: AnyImporting, results: readonly RecordResult[], input: ImportInput): unknown {
  const all = results.toSorted((a, b) => (rowsOf(a)[0] ?? 0) - (rowsOf(b)[0] ?? 0));
  const groups = byKey(own.outcomes, (outcome) => {
    const those = all.filter((result) => result.outcome === outcome);
    const first = outcome === "unchanged" && !own.listsUnchanged ? [] : (own.first?.(those) ?? those);
    return {
      count: those.length,
      first: first.slice(0, shownOfEach).map((result) => ({
        ...result,
        changes: result.changes?.map(shownChange),
        problems: result.problems.map(sentenceOf),
        ...own.shown?.(result),
      })),
    };
  });
  return own.summary.parse({ ...groups, emptyRows: input.emptyRows, ...own.summaryOf(all, input) });
}

function textOf({ noun, text }: AnyImporting, summary: unknown, { isCheck, isUndo }: ImportInput): string {
  if (!isUndo) return text(summary, isCheck);
  const { changed, refused } = summary as Record<string, { count: number }>;
  return `Undone: ${counted(changed?.count ?? 0, noun)}. Left as they are now: ${counted(refused?.count ?? 0, noun)}.`;
}
