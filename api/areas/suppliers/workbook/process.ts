/** Imports of suppliers as background processes. The rows of each supplier are processed together. */
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { supplierFlags } from "#api/areas/suppliers/policy.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { withoutTrace } from "#api/core/database/savepoint.ts";
import { supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import { sentenceOf } from "#api/core/excel/cells.ts";
import { headOfSheetOrText, type ReadRow, rowsOfSheetOrText } from "#api/core/excel/reading.ts";
import { counted, type ImportInput, type ImportKind, importNotice, wasRight } from "#api/core/processing/imports.ts";
import type { Ending, Work } from "#api/core/processing/process.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { shownOfEach } from "#contract/imports.ts";
import { memoryColumn } from "#contract/products/workbook.ts";
import { byKey } from "#contract/rules/keys-of.ts";
import { type ImportedSupplier, type SupplierImportSummary, supplierOutcomes } from "#contract/suppliers/import.ts";
import { suppliersSheet } from "#contract/suppliers/workbook.ts";
import { isPersonColumn } from "./fields.ts";
import { importSupplier } from "./import-supplier.ts";
import { recordsOf } from "./record.ts";
import { isNothing, requestsOf } from "./requests.ts";
import type { SupplierResult } from "./results.ts";
import { bySupplier, type Columns, columnsOf, isEmpty, type KnownSupplier, rowOf, type SupplierRows } from "./rows.ts";
import { undoSupplier } from "./undo-supplier.ts";

export interface SupplierImportInput extends ImportInput {
  /** Rows of no known supplier create one. */
  addUnknown: boolean;
}

export const supplierImport: ImportKind<SupplierImportInput, SupplierRows, SupplierResult> = {
  name: "suppliers",
  noticeOf: (id, input) => importNotice(input, `/suppliers/import/${id}`),
  sheet: suppliersSheet,
  headOf: (file) => headOfSheetOrText(file, suppliersSheet),
  canBeUndone: true,
  hiddenColumn: memoryColumn,
  rowsOf: ({ rows }) => rows,
  problemsOf: ({ problems }) => problems,
  isAllowed: ({ permissions }) => permissions.suppliers.add,
  nameOf: ({ supplierId, rows }) =>
    `${rows.length === 1 ? "Row" : "Rows"} ${rows.map(({ number }) => number).join(", ")}${supplierId === undefined ? "" : ` (supplier ${supplierId})`}`,
  read,
  async findUnchanged(work, units, input) {
    return input.isUndo ? [] : unchangedOf(work, units, columnsOf({ cells: input.head }));
  },
  async doRow(work, unit, input) {
    const result = await resultOf(work, unit, input);
    return { refused: result.problems.map(sentenceOf), result };
  },
  async end(work, _done, input, results) {
    if (!input.isCheck) await renewOffersTo(work, results);
    return summaryText(summaryOf(results, input), input);
  },
  summaryOf,
  storedRows: () => "all",
};

const readAtOnce = 2_000;

async function read(file: Buffer, input: SupplierImportInput, withDatabase: Database["transaction"]) {
  const rows: ReadRow[] = [];
  let columns: Columns | undefined;
  let emptyRows = 0;
  for await (const batch of rowsOfSheetOrText(file, suppliersSheet)) {
    for (const row of batch) {
      if (!columns) columns = columnsOf(row);
      else if (isEmpty(row, columns)) emptyRows++;
      else rows.push(row);
    }
  }
  const known = await knownSuppliers(withDatabase);
  const units = columns ? bySupplier(rows, columns, known, input.addUnknown) : [];
  return { rows: units, input: { ...input, emptyRows } };
}

/** Reads the suppliers in steps, so that others can use the embedded database's only connection in between. */
async function knownSuppliers(withDatabase: Database["transaction"]): Promise<KnownSupplier[]> {
  const known: KnownSupplier[] = [];
  for (;;) {
    const batch = await withDatabase((db) => batchAfter(db, known.at(-1)?.id ?? 0));
    known.push(...batch);
    if (batch.length < readAtOnce) return known;
  }
}

const batchAfter = (db: Db, id: number): Promise<KnownSupplier[]> =>
  db
    .select({ id: suppliers.id, name: suppliers.name, abn: suppliers.abn })
    .from(suppliers)
    .where(gt(suppliers.id, id))
    .orderBy(asc(suppliers.id))
    .limit(readAtOnce);

/** Finds the suppliers whose rows change nothing, many at once. */
async function unchangedOf(work: Work, units: readonly SupplierRows[], columns: Columns) {
  const ids = units.flatMap(({ supplierId }) => supplierId ?? []);
  const records = new Map((await recordsOf(work, ids)).map((record) => [record.supplier.id, record]));
  return units.map(({ supplierId, rows }) => {
    const record = records.get(supplierId ?? 0);
    if (!record) return undefined;
    const read = rows.map((row) => rowOf(row, columns, supplierId));
    if (!isNothing(requestsOf(read, record, supplierFlags(work.caller, record.supplier.id)))) return undefined;
    const result: SupplierResult = {
      outcome: "unchanged",
      rows: rows.map(({ number }) => number),
      supplierId: record.supplier.id,
      name: record.supplier.name,
      changes: [],
      problems: [],
    };
    return { refused: [], result };
  });
}

async function resultOf(work: Work, unit: SupplierRows, input: SupplierImportInput): Promise<SupplierResult> {
  if (input.isUndo && unit.applied) return undoSupplier(work, unit.applied, input.undoes ?? "");
  const columns = columnsOf({ cells: input.head });
  const importing = (isApplied: boolean) => importSupplier(work, columns, unit, isApplied);
  if (!input.isCheck) return changedSince(await importing(true), unit.checked);
  const result = await withoutTrace(work.db, () => importing(false));
  return result.outcome === "made" ? { ...result, supplierId: null } : result;
}

/** Marks problems of rows that passed the check but are refused now. */
function changedSince(result: SupplierResult, checked: SupplierResult | null | undefined): SupplierResult {
  if (result.outcome !== "refused" || !checked || checked.outcome === "refused") return result;
  return { ...result, problems: result.problems.map(wasRight) };
}

/** Lets agreements that are not signed yet state the new names, ABNs and addresses, as the forms do. */
async function renewOffersTo({ db, jobs }: Ending, results: readonly SupplierResult[]): Promise<void> {
  const changed = results.filter(({ outcome }) => outcome === "changed").flatMap(({ supplierId }) => supplierId ?? []);
  if (changed.length === 0) return;
  const waiting = await db
    .selectDistinct({ marketplaceId: supplierMarketplaces.marketplaceId })
    .from(supplierMarketplaces)
    .where(
      and(
        inArray(supplierMarketplaces.supplierId, changed),
        eq(supplierMarketplaces.status, SupplierMarketplaceStatus.pending),
      ),
    );
  for (const { marketplaceId } of waiting) await jobs.enqueue(db, "offers", { marketplaceId });
}

function summaryOf(
  results: readonly SupplierResult[],
  { emptyRows, head }: Pick<SupplierImportInput, "emptyRows" | "head">,
): SupplierImportSummary {
  const all = [...results].sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
  const groups = byKey(supplierOutcomes, (outcome) => {
    const those = all.filter((result) => result.outcome === outcome);
    const first = outcome === "unchanged" ? [] : those.slice(0, shownOfEach).map(shown);
    return { count: those.length, first };
  });
  const isInvited = ({ column, before }: { column: string; before: string }) => isPersonColumn(column) && before === "";
  return {
    ...groups,
    invited: all.reduce((sum, { changes }) => sum + changes.filter(isInvited).length, 0),
    emptyRows,
    unknownColumns: [...columnsOf({ cells: head }).unknown],
    forgetful: all.filter(({ isForgetful }) => isForgetful).length,
  };
}

const longestShown = 200;
const cut = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

const shown = ({ rows, supplierId, name, changes, problems }: SupplierResult): ImportedSupplier => ({
  rows,
  supplierId,
  name,
  changes: changes.map(({ column, before, after }) => ({ column, before: cut(before), after: cut(after) })),
  problems: problems.map(sentenceOf),
});

function summaryText(
  { made, changed, unchanged, refused, invited, emptyRows }: SupplierImportSummary,
  { isCheck, isUndo }: SupplierImportInput,
): string {
  if (isUndo)
    return `Undone: ${counted(changed.count, "supplier")}. Left as they are now: ${counted(refused.count, "supplier")}.`;
  const [make, change, invite] = isCheck ? ["To create", "To update", "To invite"] : ["Created", "Updated", "Invited"];
  const parts = [
    `${make}: ${counted(made.count, "supplier")}`,
    `${change}: ${counted(changed.count, "supplier")}`,
    `${invite}: ${counted(invited, "person", "people")}`,
    `Unchanged: ${counted(unchanged.count, "supplier")}`,
    `Refused: ${counted(refused.count, "supplier")}`,
    `Skipped (blank): ${counted(emptyRows, "row")}`,
  ];
  return `${parts.join(". ")}.`;
}
