/** Imports the rows of one supplier and its people: all of them, or none. */
import { eq, or, sql } from "drizzle-orm";
import { addressRow } from "#api/areas/shared/address.ts";
import { findOrCreateAddress } from "#api/areas/shared/entered-address.ts";
import { addSupplier } from "#api/areas/suppliers/new-supplier.ts";
import { invitePerson, setPermissions } from "#api/areas/suppliers/people.ts";
import { supplierFlags } from "#api/areas/suppliers/policy.ts";
import { type StoredSupplier, type SupplierChanges, saveSupplier } from "#api/areas/suppliers/saving.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { isBlank, Problems, refuseRows } from "#api/core/excel/cells.ts";
import { sendOrHold } from "#api/core/mail/limited.ts";
import { allRows } from "#api/core/processing/import-results.ts";
import type { Work } from "#api/core/processing/process.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { CellChange } from "#contract/imports.ts";
import { addressInput, defaultCountry } from "#contract/locations/schema.ts";
import { fingerprint } from "#contract/rules/edits.ts";
import { addressParts } from "#contract/suppliers/fields.ts";
import { supplierKey } from "#contract/suppliers/workbook.ts";
import { addressFields, cellsOf, fields } from "./fields.ts";
import { lockedRecord, recordsOf, type SupplierRecord } from "./record.ts";
import { isNothing, type Requests, requestsOf } from "./requests.ts";
import type { SupplierResult } from "./results.ts";
import { type Columns, rowOf, type SheetRow, type SupplierRows } from "./rows.ts";

/** @param isApplied false for a check, which has nothing to compare with */
export async function importSupplier(
  work: Work,
  columns: Columns,
  unit: SupplierRows,
  isApplied: boolean,
): Promise<SupplierResult> {
  const rows = unit.rows.map((row) => rowOf(row, columns, unit.supplierId));
  const record = unit.supplierId === undefined ? undefined : await lockedRecord(work, unit.supplierId);
  const about = {
    rows: rows.map(({ number }) => number),
    // Only of a supplier that there is, because the result links to its page.
    supplierId: record?.supplier.id ?? null,
    name: nameIn(rows),
    changes: [],
    problems: [],
  };
  return allRows(work.db, "supplier", about, async () => {
    if (unit.problem) throw new Problems([unit.problem]);
    const done = await (unit.supplierId === undefined
      ? createSupplier(work, rows)
      : change(work, rows, { ...unit, record }, isApplied));
    const isForgetful = done.outcome === "changed" && rows.some(({ memory }) => memory === undefined);
    return { ...done, ...(isForgetful ? { isForgetful } : {}) };
  });
}

const longestName = 255;

function nameIn(rows: readonly SheetRow[]): string {
  const cell = rows.map((row) => row.written("Name")).find((each) => !isBlank(each)) ?? "";
  return typeof cell === "object" ? "" : String(cell).slice(0, longestName);
}

type Done = Pick<SupplierResult, "outcome" | "supplierId" | "name" | "changes" | "seen">;

const at = (rows: readonly SheetRow[], column: string | null, why: string) =>
  new Problems([{ row: rows[0]?.number ?? 0, column, why }]);

async function change(
  work: Work,
  rows: readonly SheetRow[],
  { supplierId = 0, isRepeated, checked, record }: SupplierRows & { record: SupplierRecord | undefined },
  isApplied: boolean,
): Promise<Done> {
  if (!record) throw at(rows, supplierKey, `There is no supplier ${supplierId}, or you may not see it.`);
  const { supplier } = record;
  const requests = requestsOf(rows, record, supplierFlags(work.caller, supplierId));
  const seen = seenOf(record);
  if (isNothing(requests)) return unchanged(record);
  refuseRows(requests.problems);
  await asProblems(rows, requests, async () => {
    await saveSupplier(work, supplier, await changesIn(work, requests, record.address));
    for (const { permissions, known } of requests.people) if (known) await setPermissions(work.db, known, permissions);
    await inviteAll(work, supplier, requests);
  });
  const after = await recordNow(work, supplierId);
  const changes = changesBetween(record, after);
  if (changes.length === 0) return unchanged(record);
  if (isRepeated)
    throw at(
      rows,
      supplierKey,
      `Supplier ${supplierId} has this name or ABN. To change it, write ${supplierId} in the column SupplierId.`,
    );
  if (isApplied && checked?.[0]?.seen !== seen) throw at(rows, null, changedSince);
  return {
    outcome: "changed",
    supplierId,
    name: after.supplier.name,
    changes,
    seen,
  };
}

const changedSince =
  "Somebody has changed this supplier since the file was checked. Nothing was replaced. Please check the file again.";

const unchanged = ({ supplier: { id, name } }: SupplierRecord): Done => ({
  outcome: "unchanged",
  supplierId: id,
  name,
  changes: [],
});

/** The state of a supplier, for noticing changes between a check and its import. */
const seenOf = (record: SupplierRecord): string =>
  fingerprint(
    JSON.stringify([
      fields.map((field) => field.shown(record)),
      record.people.map(({ email, permissions }) => `${email} ${permissions}`).sort(),
    ]),
  );

/** Separates this advisory lock from others: suppliers are created one after the other, so that none is created twice. */
const creatingLock = 7405;

async function createSupplier(work: Work, rows: readonly SheetRow[]): Promise<Done> {
  const { db, caller } = work;
  const requests = requestsOf(rows, undefined, supplierFlags(caller, 0));
  const { values } = requests;
  const missing = (["Name", "OrderContactEmails"] as const).filter(
    (column) => !requests.rows.has(column) && !requests.problems.some((problem) => problem.column === column),
  );
  const required = missing.map((column) => ({
    row: rows[0]?.number ?? 0,
    column,
    why: "Required for a new supplier.",
  }));
  refuseRows([...requests.problems, ...required]);
  const { name = "", orderContactEmails = "" } = values;
  await db.execute(sql`select pg_advisory_xact_lock(${creatingLock}, 0)`);
  const there = await sameSupplier(work, name, values.abn ?? "");
  if (there !== undefined)
    throw at(
      rows,
      supplierKey,
      `Somebody has added supplier ${there} with this name or ABN. Please check the file again.`,
    );
  const id = await asProblems(rows, requests, async () => {
    const { gstRegistered, gstRegisteredFrom, gstRegisteredUntil, ...columns } = await changesIn(work, requests, null);
    const { id: made } = await addSupplier(db, { legalName: name, ...columns, name, email: orderContactEmails });
    if (typeof gstRegistered === "boolean")
      await saveSupplier(work, (await recordNow(work, made)).supplier, {
        gstRegistered,
        gstRegisteredFrom,
        gstRegisteredUntil,
      });
    await inviteAll(work, { id: made, name }, requests);
    return made;
  });
  const after = await recordNow(work, id);
  return {
    outcome: "made",
    supplierId: id,
    name,
    changes: changesBetween(undefined, after),
  };
}

/** Returns a supplier with this name or ABN, if there is one. */
async function sameSupplier({ db }: Work, name: string, abn: string): Promise<number | undefined> {
  const [there] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(
      or(eq(sql`lower(trim(${suppliers.name}))`, name.toLowerCase()), abn === "" ? undefined : eq(suppliers.abn, abn)),
    )
    .limit(1);
  return there?.id;
}

/** The columns to store; the parts of an address become the id of one. */
async function changesIn(work: Work, requests: Requests, address: SupplierRecord["address"]): Promise<SupplierChanges> {
  const columns = Object.entries(requests.values).filter(([key]) => !(key in addressParts));
  const billingAddressId = await storeAddress(work, requests, address);
  return { ...Object.fromEntries(columns), ...(billingAddressId && { billingAddressId }) };
}

/**
 * Returns the id of the address as it is with the requested parts; null if none was requested.
 * @throws Problems if a required part is missing
 */
async function storeAddress(
  work: Work,
  { values, rows }: Requests,
  stored: SupplierRecord["address"],
): Promise<string | null> {
  const requested = addressFields.filter(({ column }) => rows.has(column));
  if (requested.length === 0) return null;
  const { digest: _, ...own } = stored ?? addressRow(noAddress);
  const parts = Object.fromEntries(requested.map(({ key }) => [key, values[key]]));
  const checked = addressInput.safeParse({ ...own, ...parts });
  if (checked.success) return findOrCreateAddress(checked.data, work);
  const row = rows.get(requested[0]?.column ?? "") ?? 0;
  throw new Problems(
    checked.error.issues.map(({ path }) => ({
      row,
      column: addressFields.find(({ key }) => key === path[0])?.column ?? null,
      why: requiredMessage,
    })),
  );
}

const noAddress = {
  unitNumber: "",
  streetAddress: "",
  streetAddress2: "",
  city: "",
  state: "",
  postCode: "",
  countryCode: defaultCountry,
};

async function inviteAll(work: Work, supplier: Pick<StoredSupplier, "id" | "name">, { people }: Requests) {
  for (const { row, email, permissions, known } of people) {
    if (known) continue;
    try {
      await invitePerson(work, supplier, { email, permissions }, sendOrHold);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Problems([{ row, column: "PersonEmail", why: error.message }]);
    }
  }
}

/** The columns of fields that commands name otherwise. */
const columnOf: Readonly<Record<string, string>> = { state: "State", countryCode: "Country" };

/** Reports a refusal at the row and column that caused it. */
async function asProblems<T>(rows: readonly SheetRow[], requests: Requests, saving: () => Promise<T>): Promise<T> {
  try {
    return await saving();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = Object.entries(error.errors ?? {}).flatMap(([field, reasons]) => {
      const column = columnOf[field] ?? null;
      const row = requests.rows.get(column ?? "") ?? rows[0]?.number ?? 0;
      return reasons.map((why) => ({ row, column, why }));
    });
    throw problems.length > 0 ? new Problems(problems) : at(rows, null, error.message);
  }
}

async function recordNow(work: Work, id: number): Promise<SupplierRecord> {
  const [record] = await recordsOf(work, [id]);
  if (!record) throw new Error("The supplier that was just stored is gone.");
  return record;
}

/** The cells whose texts differ. Those of a new supplier were empty before. */
function changesBetween(before: SupplierRecord | undefined, after: SupplierRecord): CellChange[] {
  const were = before && cellsOf(before);
  return [...cellsOf(after)]
    .map(([column, text]) => ({ column, before: were?.get(column) ?? "", after: text }))
    .filter((each) => each.before !== each.after);
}
