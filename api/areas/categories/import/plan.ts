/**
 * Plans the changes of an import to a tree: pure functions of the file's categories and the stored ones.
 *
 * A category of the file is a stored one if their external ids are the same, or else their fully qualified names. A
 * renamed or moved category takes those below it along, as when it is edited, so only the category itself counts as
 * renamed or moved.
 */
import { invalid } from "#api/core/refusals/refusal.ts";
import type { CategoryOutcome } from "#contract/categories/import.ts";
import { categorySeparator, isTooDeep, maxCategories, parentOf } from "#contract/categories/schema.ts";
import { tooManyCategories } from "../classification.ts";
import { aboveIsRefused, type FileCategory } from "./rows.ts";

/** A stored category. */
export interface Stored {
  readonly id: number;
  /** Fully qualified. */
  readonly name: string;
  readonly externalId: string | null;
}

export interface Planned extends FileCategory {
  readonly outcome: CategoryOutcome;
  /** The stored category that it is; undefined for a new one. */
  readonly stored?: Stored;
  /** The category above it is a row of the file, too. */
  readonly hasParentRow: boolean;
}

export interface Plan {
  /** In the order of the file. */
  readonly rows: readonly Planned[];
  /** The new fully qualified names of stored categories, by id: of renamed and moved ones, and of those below them. */
  readonly renamed: ReadonlyMap<number, string>;
  /** Levels that are new and only follow from longer names. */
  readonly newLevels: readonly string[];
}

interface Options {
  /** Whether these are only some rows of a file that was planned as a whole before. */
  readonly isPart?: boolean;
}

/** A refusal can cause others; more rounds than this only happen in files made for it. */
const mostRounds = 20;

/** @throws Refusal 422 if the file as a whole cannot be imported */
export function planOf(
  file: readonly FileCategory[],
  stored: readonly Stored[],
  { isPart = false }: Options = {},
): Plan {
  const tree = new Tree(stored);
  const refusals = new Map<FileCategory, string>();
  refuseRepeated(file, refusals);
  for (let round = 0; round < mostRounds; round++) {
    refuseBelowRefused(file, refusals);
    const accepted = file.filter((each) => !each.problem && !refusals.has(each));
    const match = matched(accepted, tree);
    const before = refusals.size;
    refuseConflicts(accepted, match, tree, refusals, isPart);
    if (refusals.size === before) return planned(file, accepted, match, tree, refusals);
  }
  throw invalid({
    file: ["Too many categories of this file have names that others have already. Please correct them."],
  });
}

class Tree {
  readonly byName = new Map<string, Stored>();
  readonly byExternalId = new Map<string, Stored[]>();

  constructor(readonly stored: readonly Stored[]) {
    for (const each of stored) {
      this.byName.set(each.name, each);
      if (each.externalId === null) continue;
      const same = this.byExternalId.get(each.externalId);
      if (same) same.push(each);
      else this.byExternalId.set(each.externalId, [each]);
    }
  }

  /** The category with this external id; of several, the one with this name. */
  withExternalId(externalId: string, fullName: string): Stored | undefined {
    const those = externalId === "" ? [] : (this.byExternalId.get(externalId) ?? []);
    return those.find(({ name }) => name === fullName) ?? those[0];
  }
}

/** The categories above, the nearest one first. */
function* above(fullName: string): Generator<string> {
  for (let name = parentOf(fullName); name !== ""; name = parentOf(name)) yield name;
}

/** Refuses what an earlier row says already. */
function refuseRepeated(file: readonly FileCategory[], refusals: Map<FileCategory, string>): void {
  const [names, ids] = [new Map<string, number>(), new Map<string, number>()];
  for (const each of file) {
    if (each.problem) continue;
    const { row, fullName, externalId } = each;
    const [sameId, sameName] = [ids.get(externalId), names.get(fullName)];
    if (sameId !== undefined) refusals.set(each, `The external id is already in row ${sameId}.`);
    else if (sameName !== undefined) refusals.set(each, `The category is already in row ${sameName}.`);
    if (externalId !== "" && sameId === undefined) ids.set(externalId, row);
    if (sameName === undefined) names.set(fullName, row);
  }
}

/** Refuses what is below a refused category, unless another row has that one. */
function refuseBelowRefused(file: readonly FileCategory[], refusals: Map<FileCategory, string>): void {
  const isRefused = (each: FileCategory) => each.problem !== undefined || refusals.has(each);
  const [refused, accepted] = [new Map<string, number>(), new Set<string>()];
  for (const each of file) if (isRefused(each)) refused.set(each.fullName, each.row);
  if (refused.size === 0) return;
  for (const each of file) if (!isRefused(each)) accepted.add(each.fullName);
  for (const each of file) {
    if (isRefused(each)) continue;
    for (const name of above(each.fullName)) {
      const row = accepted.has(name) ? undefined : refused.get(name);
      if (row !== undefined) refusals.set(each, aboveIsRefused(row));
    }
  }
}

interface Match {
  /** By the category of the file. */
  readonly stored: ReadonlyMap<FileCategory, Stored>;
  /** By the id of the stored category. */
  readonly file: ReadonlyMap<number, FileCategory>;
  /** The future name of a stored category that is not in the file. */
  carried(name: string): { name: string; by: FileCategory | undefined };
}

function matched(accepted: readonly FileCategory[], tree: Tree): Match {
  const stored = new Map<FileCategory, Stored>();
  const file = new Map<number, FileCategory>();
  const pair = (each: FileCategory, own: Stored) => {
    stored.set(each, own);
    file.set(own.id, each);
  };
  for (const each of accepted) {
    const own = tree.withExternalId(each.externalId, each.fullName);
    if (own) pair(each, own);
  }
  const carried: Match["carried"] = (name) => {
    for (const higher of above(name)) {
      const by = file.get(tree.byName.get(higher)?.id ?? 0);
      if (by) return { name: `${by.fullName}${name.slice(higher.length)}`, by };
    }
    return { name, by: undefined };
  };
  const unmatched = new Map<string, Stored>();
  for (const each of tree.stored) if (!file.has(each.id)) unmatched.set(carried(each.name).name, each);
  for (const each of accepted) {
    const own = stored.has(each) ? undefined : unmatched.get(each.fullName);
    if (own) pair(each, own);
  }
  return { stored, file, carried };
}

/** Refuses rows that would give two categories one name, or a name that is impossible. */
function refuseConflicts(
  accepted: readonly FileCategory[],
  { stored, file, carried }: Match,
  tree: Tree,
  refusals: Map<FileCategory, string>,
  isPart: boolean,
): void {
  const names = new Map<string, FileCategory>(accepted.map((each) => [each.fullName, each]));
  for (const each of accepted) {
    const from = stored.get(each)?.name;
    const isBelowItself = from !== undefined && each.fullName.startsWith(`${from}${categorySeparator}`);
    if (isBelowItself && !isPart && !names.has(from)) refusals.set(each, "A category cannot be moved below itself.");
    if (each.parentOutside !== undefined && carried(each.fullName).name !== each.fullName)
      refusals.set(each, "The category above it is moved by this file. Please import this row afterwards.");
  }
  const others = new Map<string, FileCategory | undefined>();
  for (const each of tree.stored) {
    if (file.has(each.id)) continue;
    const { name, by } = carried(each.name);
    const taker = names.get(name);
    const culprit = taker ?? (others.has(name) ? (by ?? others.get(name)) : undefined);
    if (culprit && (taker || !refusals.has(culprit))) refusals.set(culprit, takenBy(each, name, taker !== undefined));
    else if (by && name !== each.name && isTooDeep(name))
      refusals.set(by, `“${each.name}” below it would have too many levels or characters.`);
    others.set(name, by);
  }
}

function takenBy({ externalId }: Stored, name: string, isTheRowItself: boolean): string {
  const which = externalId === null ? "without an external id" : `with the external id “${externalId}”`;
  return isTheRowItself
    ? `There is already a category with this name, ${which}.`
    : `There would be two categories called “${name}”.`;
}

function planned(
  file: readonly FileCategory[],
  accepted: readonly FileCategory[],
  match: Match,
  tree: Tree,
  refusals: ReadonlyMap<FileCategory, string>,
): Plan {
  const inFile = new Set(accepted.map(({ fullName }) => fullName));
  const rows = file.map((each): Planned => {
    const hasParentRow = inFile.has(parentOf(each.fullName));
    const why = refusals.get(each);
    const problem = each.problem ?? (why === undefined ? undefined : { row: each.row, column: null, why });
    if (problem) return { ...each, problem, outcome: "refused", hasParentRow };
    const stored = match.stored.get(each);
    return { ...each, outcome: outcomeOf(each, stored, match), stored, hasParentRow };
  });
  const made = rows.filter(({ outcome }) => outcome === "made").length;
  if (tree.stored.length + made > maxCategories) throw invalid({ file: [tooManyCategories] });
  const renamed = new Map<number, string>();
  for (const { id, name } of tree.stored) {
    const now = match.file.get(id)?.fullName ?? match.carried(name).name;
    if (now !== name) renamed.set(id, now);
  }
  return { rows, renamed, newLevels: newLevelsOf(accepted, inFile, tree) };
}

function outcomeOf({ fullName, externalId }: FileCategory, stored: Stored | undefined, { carried }: Match) {
  if (!stored) return "made";
  const there = carried(stored.name).name;
  if (fullName !== there) return parentOf(fullName) === parentOf(there) ? "renamed" : "moved";
  return externalId !== "" && externalId !== stored.externalId ? "changed" : "unchanged";
}

function newLevelsOf(accepted: readonly FileCategory[], inFile: ReadonlySet<string>, tree: Tree): string[] {
  const known = new Set<string>(inFile);
  for (const { name } of tree.stored) {
    known.add(name);
    for (const level of above(name)) known.add(level);
  }
  const found = new Set<string>();
  for (const { fullName } of accepted) for (const level of above(fullName)) if (!known.has(level)) found.add(level);
  return [...found].sort();
}
