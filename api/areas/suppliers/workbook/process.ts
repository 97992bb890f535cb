/** The import of suppliers. The rows of each supplier are processed together. */
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { supplierFlags } from "#api/areas/suppliers/policy.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import { headOfSheetOrText, rowsOfSheetOrText } from "#api/core/excel/reading.ts";
import { type ImportInput, importKind } from "#api/core/processing/import-kind.ts";
import { allTogether } from "#api/core/processing/import-units.ts";
import type { Ending, Work } from "#api/core/processing/process.ts";
import { sentencesOf } from "#api/core/processing/words.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { importOutcomes } from "#contract/imports.ts";
import { memoryColumn } from "#contract/products/workbook.ts";
import { supplierImportSummary } from "#contract/suppliers/import.ts";
import { suppliersSheet } from "#contract/suppliers/workbook.ts";
import { isPersonColumn } from "./fields.ts";
import { importSupplier } from "./import-supplier.ts";
import { recordsOf } from "./record.ts";
import { isNothing, requestsOf } from "./requests.ts";
import type { SupplierResult } from "./results.ts";
import { bySupplier, columnsOf, isEmpty, type KnownSupplier, rowOf, type SupplierRows } from "./rows.ts";
import { undoSupplier } from "./undo-supplier.ts";

export interface SupplierImportInput extends ImportInput {
  /** Rows of no known supplier create one. */
  addUnknown: boolean;
}

export const supplierImport = importKind({
  name: "suppliers",
  sheet: suppliersSheet,
  noun: "supplier",
  pathOf: (id) => `/suppliers/import/${id}`,
  isAllowed: ({ permissions }) => permissions.suppliers.add,
  headOf: (file) => headOfSheetOrText(file, suppliersSheet),
  open: (file) => ({ batches: rowsOfSheetOrText(file, suppliersSheet) }),
  columnsOf,
  isEmpty,
  hiddenColumn: memoryColumn,
  split: (columns, { addUnknown }: SupplierImportInput, withDatabase) =>
    allTogether(async (rows) => ({
      units: bySupplier(rows, columns, await knownSuppliers(withDatabase), addUnknown),
    })),
  recordOf: ({ supplierId }: SupplierRows) => (supplierId === undefined ? undefined : `supplier ${supplierId}`),
  findUnchanged: unchangedOf,
  apply: async (work, unit: SupplierRows, { head, isCheck }) => [
    await importSupplier(work, columnsOf({ cells: head }), unit, !isCheck),
  ],
  withoutNewIds: (results) => results.map((each) => (each.outcome === "made" ? { ...each, supplierId: null } : each)),
  undo: async (work, [applied], { undoes = "" }) => (applied ? [await undoSupplier(work, applied, undoes)] : []),
  end: renewOffersTo,
  summary: supplierImportSummary,
  outcomes: importOutcomes,
  summaryOf: (all, { head }) => ({
    invited: all
      .flatMap(({ changes }) => changes)
      .filter(({ column, before }) => isPersonColumn(column) && before === "").length,
    unknownColumns: [...columnsOf({ cells: head }).unknown],
    forgetful: all.filter(({ isForgetful }) => isForgetful).length,
  }),
  text({ made, changed, unchanged, refused, invited, emptyRows }, isCheck) {
    const [make, change, invite] = isCheck
      ? ["To create", "To update", "To invite"]
      : ["Created", "Updated", "Invited"];
    return sentencesOf([
      [make, made.count, "supplier"],
      [change, changed.count, "supplier"],
      [invite, invited, "person", "people"],
      ["Unchanged", unchanged.count, "supplier"],
      ["Refused", refused.count, "supplier"],
      ["Skipped (blank)", emptyRows, "row"],
    ]);
  },
});

const readAtOnce = 2_000;

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
async function unchangedOf(work: Work, units: readonly SupplierRows[], { head }: SupplierImportInput) {
  const columns = columnsOf({ cells: head });
  const ids = units.flatMap(({ supplierId }) => supplierId ?? []);
  const records = new Map((await recordsOf(work, ids)).map((record) => [record.supplier.id, record]));
  return units.map(({ supplierId, rows }): SupplierResult[] | undefined => {
    const record = records.get(supplierId ?? 0);
    if (!record) return undefined;
    const { id, name } = record.supplier;
    const read = rows.map((row) => rowOf(row, columns, supplierId));
    if (!isNothing(requestsOf(read, record, supplierFlags(work.caller, id)))) return undefined;
    const numbers = rows.map(({ number }) => number);
    return [{ outcome: "unchanged", rows: numbers, supplierId: id, name, changes: [], problems: [] }];
  });
}

/** Lets agreements that are not signed yet state the new names, ABNs, addresses and registrations, as the forms do. */
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
