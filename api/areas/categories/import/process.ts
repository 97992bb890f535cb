/** The import of categories: the whole file is planned once, and done in units of rows. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import { categories } from "#api/core/database/schema/index.ts";
import { headOfSheet, type ReadRow, rowsOfSheet } from "#api/core/excel/reading.ts";
import { type ImportInput, type ImportUnit, importKind } from "#api/core/processing/import-kind.ts";
import type { RecordResult } from "#api/core/processing/import-results.ts";
import { allTogether } from "#api/core/processing/import-units.ts";
import { sentencesOf } from "#api/core/processing/words.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import {
  type CategoryImportSummary,
  type CategoryOutcome,
  categoryImportSummary,
  categoryOutcomes,
  type ImportedCategory,
} from "#contract/categories/import.ts";
import { maxCategories, namesIn, parentOf } from "#contract/categories/schema.ts";
import { categoriesSheet } from "#contract/categories/workbook.ts";
import { shownOfEach } from "#contract/imports.ts";
import { at } from "#contract/rules/at.ts";
import { findOrCreateGroup, groupsOf, lockGroup, tooManyCategories } from "../classification.ts";
import { type Planned, planOf, type Stored } from "./plan.ts";
import { type Columns, categoriesIn, columnsIn, isEmpty } from "./rows.ts";
import { headOfText, isZip, noCategories, readTextFile, tooManyRows } from "./text-file.ts";

export interface CategoryImportInput extends ImportInput {
  marketplaceId: number;
  /** Undefined for the first classification, which is made if there is none. */
  groupId: number | undefined;
  lastLine?: string | null;
  newLevels?: CategoryImportSummary["newLevels"];
}

/** A row of the file with what was planned for it. */
interface PlannedRow extends ReadRow {
  plan: Planned;
}

/** Rows that are done in one transaction. */
interface CategoryRows extends ImportUnit<CategoryResult> {
  /** All renamed and moved categories are one unit, because they may exchange their names. */
  isMoving: boolean;
  rows: PlannedRow[];
}

type CategoryResult = RecordResult<CategoryOutcome> &
  Pick<ImportedCategory, "row" | "fullName" | "externalId" | "before">;

export const categoryImport = importKind({
  name: "categories",
  sheet: categoriesSheet,
  noun: "category",
  pathOf: (id, { marketplaceId }: CategoryImportInput) => `/marketplaces/${marketplaceId}/categories/import/${id}`,
  isAllowed: ({ permissions }) => permissions.categories.edit,
  headOf,
  open,
  columnsOf: columnsIn,
  isEmpty,
  split: (columns, input, withDatabase) => allTogether((rows) => planned(rows, columns, input, withDatabase)),
  isPlanned: true,
  async apply({ db }, { rows, isMoving }: CategoryRows, input) {
    const plans = rows.map(({ plan }) => plan);
    return (input.isCheck ? plans : await apply(db, input, plans, isMoving)).map(resultOf);
  },
  summary: categoryImportSummary,
  outcomes: categoryOutcomes,
  listsUnchanged: true,
  shown: ({ fullName, externalId }) => ({
    fullName: fullName.slice(0, longestShown),
    externalId: externalId.slice(0, longestShown),
  }),
  summaryOf: (_all, { newLevels = { count: 0, first: [] }, lastLine }) => ({ newLevels, lastLine }),
  text: ({ made, renamed, moved, changed, unchanged, refused, emptyRows }, isCheck) =>
    sentencesOf([
      [isCheck ? "To add" : "Added", made.count, "category", "categories"],
      [isCheck ? "To rename" : "Renamed", renamed.count],
      [isCheck ? "To move" : "Moved", moved.count],
      [isCheck ? "External ids to change" : "External ids changed", changed.count],
      ["Unchanged", unchanged.count],
      ["Refused", refused.count, "row"],
      ["Skipped (blank)", emptyRows, "row"],
    ]),
});

const longestShown = 1_000;

/** Reads all of a text file, and of a workbook its columns. */
function headOf(file: Buffer): ReadRow | Promise<ReadRow> {
  if (isZip(file)) return headOfSheet(file, categoriesSheet);
  readTextFile(file);
  return headOfText;
}

function open(file: Buffer) {
  if (isZip(file)) return { batches: rowsOfSheet(file, categoriesSheet) };
  const { rows, emptyRows, lastLine } = readTextFile(file);
  return { batches: [[headOfText], rows], input: () => ({ emptyRows, lastLine }) };
}

const rowsInUnit = 200;

async function planned(
  rows: readonly ReadRow[],
  columns: Columns,
  input: CategoryImportInput,
  withDatabase: Database["transaction"],
) {
  if (rows.length === 0) throw invalid({ file: [noCategories] });
  if (rows.length > maxCategories) throw invalid({ file: [tooManyRows] });
  const stored = await storedCategories(withDatabase, input);
  const byExternalId = new Map(stored.map(({ externalId, name }) => [externalId, name]));
  const found = categoriesIn(rows, columns, (externalId) => byExternalId.get(externalId));
  const plan = planOf(found, stored);
  const units = unitsOf(plan.rows.map((each, i): PlannedRow => ({ ...at(rows, i), plan: each })));
  const newLevels = { count: plan.newLevels.length, first: plan.newLevels.slice(0, shownOfEach) };
  return { units, input: { newLevels } };
}

/** Renamed and moved categories come first, then the others from the top of the tree down. */
function unitsOf(planned: readonly PlannedRow[]): CategoryRows[] {
  const byDepth = planned
    .map((row) => ({ row, depth: namesIn(row.plan.fullName).length }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ row }) => row);
  const moving = byDepth.filter(({ plan }) => isMove(plan.outcome));
  const others = byDepth.filter(({ plan }) => !isMove(plan.outcome));
  const units: CategoryRows[] = moving.length > 0 ? [{ isMoving: true, rows: moving }] : [];
  for (let begin = 0; begin < others.length; begin += rowsInUnit)
    units.push({ isMoving: false, rows: others.slice(begin, begin + rowsInUnit) });
  return units;
}

const isMove = (outcome: CategoryOutcome) => outcome === "renamed" || outcome === "moved";

const readAtOnce = 5_000;

/** Reads the classification in steps, so that others can use the embedded database's only connection in between. */
async function storedCategories(withDatabase: Database["transaction"], input: CategoryImportInput): Promise<Stored[]> {
  const groupId = input.groupId ?? (await withDatabase((db) => groupsOf(db, input.marketplaceId)))[0]?.id;
  const stored: Stored[] = [];
  for (let last = 0; groupId !== undefined; ) {
    const batch = await withDatabase((db) => batchOf(db, groupId, last));
    stored.push(...batch);
    if (batch.length < readAtOnce) break;
    last = batch.at(-1)?.id ?? last;
  }
  return stored;
}

const stored = { id: categories.id, name: categories.name, externalId: categories.externalId };

const batchOf = (db: Db, groupId: number, after: number): Promise<Stored[]> =>
  db
    .select(stored)
    .from(categories)
    .where(and(eq(categories.groupId, groupId), gt(categories.id, after)))
    .orderBy(asc(categories.id))
    .limit(readAtOnce);

/** Does what was planned, except where somebody else has changed the same since. */
async function apply(
  db: Db,
  { marketplaceId, groupId }: CategoryImportInput,
  planned: readonly Planned[],
  isMoving: boolean,
): Promise<Planned[]> {
  const id = await findOrCreateGroup(db, marketplaceId, groupId);
  await lockGroup(db, id);
  return isMoving ? moveAll(db, id, planned) : addAndChange(db, id, planned);
}

const refused = (planned: Planned, why: string): Planned => ({
  ...planned,
  outcome: "refused",
  problem: { row: planned.row, column: null, why },
});
const changedSince = "Somebody has changed this category since the file was checked. Please check the file again.";

async function moveAll(db: Db, groupId: number, planned: readonly Planned[]): Promise<Planned[]> {
  const all = await db
    .select(stored)
    .from(categories)
    .where(eq(categories.groupId, groupId))
    .orderBy(asc(categories.id));
  const byId = new Map(all.map((each) => [each.id, each]));
  const isAsPlanned = ({ stored: before }: Planned) => {
    const now = byId.get(before?.id ?? 0);
    return now !== undefined && now.name === before?.name && now.externalId === before?.externalId;
  };
  const plan = planOf(
    planned.map(({ problem, ...each }) =>
      isAsPlanned({ problem, ...each })
        ? each
        : { ...each, problem: { row: each.row, column: null, why: changedSince } },
    ),
    all,
    { isPart: true },
  );
  const renamed = [...plan.renamed];
  if (renamed.length > 0) {
    await db.execute(sql`
      update ${categories} set name = given.name
      from unnest(
        ${sql.param(renamed.map(([id]) => id))}::integer[], ${sql.param(renamed.map(([, name]) => name))}::text[]
      ) as given (id, name)
      where ${categories.id} = given.id`);
  }
  return plan.rows.map((row, i) => (row.outcome === "refused" ? row : at(planned, i)));
}

async function addAndChange(db: Db, groupId: number, planned: readonly Planned[]): Promise<Planned[]> {
  const now = await current(db, groupId, planned);
  let room = maxCategories - (await db.$count(categories, eq(categories.groupId, groupId)));
  const added: Planned[] = [];
  const changed: Planned[] = [];
  const done = planned.map((each): Planned => {
    if (each.outcome !== "made" && each.outcome !== "changed") return each;
    const refusal = now.refusalOf(each);
    if (refusal !== undefined) return refused(each, refusal);
    if (now.isDone(each)) return { ...each, outcome: "unchanged" };
    if (each.outcome === "made" && room-- <= 0) return refused(each, tooManyCategories);
    (each.outcome === "made" ? added : changed).push(each);
    now.add(each);
    return each;
  });
  if (added.length > 0)
    await db
      .insert(categories)
      .values(added.map(({ fullName, externalId }) => ({ groupId, name: fullName, externalId: externalId || null })));
  if (changed.length > 0) {
    await db.execute(sql`
      update ${categories} set external_id = given.external_id
      from unnest(
        ${sql.param(changed.map((each) => each.stored?.id))}::integer[],
        ${sql.param(changed.map(({ externalId }) => externalId))}::text[]
      ) as given (id, external_id)
      where ${categories.id} = given.id`);
  }
  return done;
}

/** Returns the stored categories of a unit, and those above them. */
async function current(db: Db, groupId: number, planned: readonly Planned[]) {
  const names = [...new Set(planned.flatMap(({ fullName }) => [fullName, parentOf(fullName)]))];
  const ids = planned.map(({ externalId }) => externalId).filter((externalId) => externalId !== "");
  const rows: Pick<Stored, "name" | "externalId">[] = await db
    .select(stored)
    .from(categories)
    .where(
      and(
        eq(categories.groupId, groupId),
        sql`(${categories.name} = any(${sql.param(names)}::text[]) or ${categories.externalId} = any(${sql.param(ids)}::text[]))`,
      ),
    );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const byExternalId = new Map(rows.flatMap((row) => (row.externalId === null ? [] : [[row.externalId, row]])));
  return {
    /** Somebody else has done the same meanwhile. */
    isDone: ({ fullName, externalId }: Planned) => {
      const there = byName.get(fullName);
      return there !== undefined && (externalId === "" || there.externalId === externalId);
    },
    refusalOf({ fullName, externalId, outcome, stored: before, hasParentRow }: Planned): string | undefined {
      const [there, same] = [byName.get(fullName), byExternalId.get(externalId)];
      if (same && same.name !== fullName)
        return `“${same.name}” has this external id since the file was checked. Please check the file again.`;
      if (outcome === "changed")
        return !there || (there.externalId !== before?.externalId && there.externalId !== externalId)
          ? changedSince
          : undefined;
      if (there && externalId !== "" && there.externalId !== externalId)
        return "Somebody has added this category since the file was checked. Please check the file again.";
      if (hasParentRow && !byName.has(parentOf(fullName)))
        return "The category above it was not imported, or has been changed since the file was checked.";
      return undefined;
    },
    add({ fullName, externalId }: Planned) {
      const row = { name: fullName, externalId: externalId || null };
      byName.set(fullName, row);
      if (externalId !== "") byExternalId.set(externalId, row);
    },
  };
}

const resultOf = ({ row, fullName, externalId, outcome, stored: before, problem }: Planned): CategoryResult => ({
  row,
  fullName,
  externalId,
  before: isMove(outcome) ? before?.name : outcome === "changed" ? (before?.externalId ?? null) : null,
  outcome,
  problems: problem ? [problem] : [],
});
