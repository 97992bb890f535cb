/** Parses the rows of an import of categories, and finds the place in the tree that each describes. */
import { isBlank, knownPlaces, type Places, type Problem, quoted, textIn, WrongCell } from "#api/core/excel/cells.ts";
import type { ReadRow } from "#api/core/excel/reading.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import {
  categorySeparator,
  fullNameOf,
  isTooDeep,
  maxCategoryName,
  maxExternalId,
  maxFullName,
  namesIn,
  tooDeep,
} from "#contract/categories/schema.ts";
import { type CategoryColumn, categoryColumns } from "#contract/categories/workbook.ts";
import { tooLong } from "#contract/fields.ts";
import { valueAt } from "#contract/rules/at.ts";

export type Columns = Partial<Places<CategoryColumn>>;

const refused = (message: string) => invalid({ file: [message] });

/** @throws Refusal 422 unless the columns name the categories in exactly one of the two ways */
export function columnsIn(head: Pick<ReadRow, "cells">): Columns {
  const { places } = knownPlaces(head, categoryColumns);
  if (places.Category === undefined && places.Name === undefined)
    throw refused("The worksheet has no column Category, nor a column Name. Column names must be in the first row.");
  if (places.Category !== undefined && places.Name !== undefined)
    throw refused("The worksheet has the column Category as well as Name. Please remove one of them.");
  return places;
}

export const isEmpty = ({ cells }: ReadRow, columns: Columns): boolean =>
  Object.values(columns).every((place) => isBlank(cells[place]));

/** A category as the file describes it. */
export interface FileCategory {
  readonly row: number;
  /** Empty if the file has none. */
  readonly externalId: string;
  /** Fully qualified, unless there is a problem. */
  readonly fullName: string;
  /** The external id of the category above, where that is not in the file itself. */
  readonly parentOutside?: string;
  readonly problem?: Problem<CategoryColumn>;
}

interface Read {
  readonly row: number;
  readonly externalId: string;
  /** Fully qualified where the file has no parents. */
  readonly name: string;
  readonly parent: string;
  readonly problem?: Problem<CategoryColumn>;
}

/**
 * Returns the categories with their fully qualified names.
 * @param outside returns the fully qualified name of a stored category, for a parent that is not in the file
 * @throws Refusal 422 if parents form a loop
 */
export function categoriesIn(
  rows: readonly ReadRow[],
  columns: Columns,
  outside: (externalId: string) => string | undefined,
): FileCategory[] {
  const all = rows.map((row) => read(row, columns));
  return columns.Category === undefined
    ? withParents(all, outside)
    : all.map(({ row, externalId, name, problem }) => checked({ row, externalId, fullName: name, problem }));
}

/** Much more than a name and the spaces in it have: taking it apart would cost memory for each of its levels. */
const longestText = 4 * maxFullName;

function read({ number: row, cells }: ReadRow, columns: Columns): Read {
  const problems: Problem<CategoryColumn>[] = [];
  const text = (column: CategoryColumn): string => {
    const place = columns[column];
    try {
      const typed = place === undefined ? "" : textIn(cells[place] ?? null);
      if (typed.length <= longestText) return typed;
      problems.push({ row, column, why: tooLong(maxFullName) });
      return typed.slice(0, maxFullName);
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      problems.push({ row, column, why: error.message });
      return "";
    }
  };
  const externalId = text("ExternalId");
  const name = columns.Category === undefined ? text("Name") : pathIn(text("Category"));
  const parent = text("ParentExternalId");
  return { row, externalId, name, parent, problem: problems[0] };
}

/** `Home>Decor` is `Home > Decor`. */
const pathIn = (text: string): string =>
  text
    .split(">")
    .map((name) => name.trim())
    .join(categorySeparator);

function withParents(all: readonly Read[], outside: (externalId: string) => string | undefined): FileCategory[] {
  const byId = new Map<string, Read>();
  for (const each of all) if (each.externalId !== "" && !byId.has(each.externalId)) byId.set(each.externalId, each);
  const known = new Map<Read, FileCategory>();
  for (const each of all) {
    // This category and those above it that are not placed yet, from the bottom up.
    const chain = new Set<Read>();
    for (let next: Read | undefined = each; next && !known.has(next); next = byId.get(next.parent)) {
      if (chain.has(next)) throw loop([...chain].slice([...chain].indexOf(next)));
      chain.add(next);
    }
    for (const next of [...chain].reverse()) {
      const above = byId.get(next.parent);
      known.set(next, placed(next, above && known.get(above), outside));
    }
  }
  return all.map((each) => valueAt(known, each));
}

const namedInLoop = 10;

function loop(those: readonly Read[]) {
  const [first] = those;
  if (those.length === 1 && first)
    return refused(`Row ${first.row} is below itself. Please correct its ParentExternalId. Nothing was imported.`);
  const numbers = those.map(({ row }) => row).sort((a, b) => a - b);
  const named = numbers.slice(0, namedInLoop).join(", ");
  const more = numbers.length > namedInLoop ? ` and ${numbers.length - namedInLoop} more` : "";
  return refused(
    `Rows ${named}${more} are below each other in a loop. Please correct their ParentExternalId. Nothing was imported.`,
  );
}

function placed(
  { row, externalId, name, parent, problem }: Read,
  above: FileCategory | undefined,
  outside: (externalId: string) => string | undefined,
): FileCategory {
  const own = checked({ row, externalId, fullName: name, problem });
  const wrong = (column: CategoryColumn | null, why: string) => ({ ...own, problem: { row, column, why } });
  if (own.problem) return own;
  if (name.includes(">")) return wrong("Name", "Please enter one name without “>”.");
  if (parent === "") return own;
  if (above?.problem) return wrong(null, aboveIsRefused(above.row));
  const under = above?.fullName ?? outside(parent);
  if (under === undefined)
    return wrong("ParentExternalId", `There is no category with the external id ${quoted(parent)}.`);
  return checked({ ...own, fullName: fullNameOf(under, name), ...(above ? {} : { parentOutside: parent }) });
}

export const aboveIsRefused = (row: number) => `The category above it, in row ${row}, is refused.`;

const controlCharacter = /[\u0000-\u001f]|\p{Surrogate}/u;

/** Adds what is wrong with the category by itself. */
function checked(category: FileCategory): FileCategory {
  const { row, externalId, fullName, problem } = category;
  const wrong = (column: CategoryColumn | null, why: string) => ({ ...category, problem: { row, column, why } });
  if (problem) return category;
  if (fullName === "") return wrong(null, "The category has no name.");
  if (externalId.length > maxExternalId) return wrong("ExternalId", tooLong(maxExternalId));
  if (controlCharacter.test(fullName + externalId)) return wrong(null, "Please enter each name in one line.");
  const names = namesIn(fullName);
  if (names.some((name) => name === "")) return wrong("Category", "A level has no name.");
  if (names.some((name) => name.length > maxCategoryName))
    return wrong(null, `A name can have at most ${maxCategoryName} characters.`);
  return isTooDeep(fullName) ? wrong(null, tooDeep) : category;
}
