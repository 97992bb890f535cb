/** Undoes the import of one supplier, except where it has been changed or used since. */
import { eq, sql } from "drizzle-orm";
import { type Person, removePerson } from "#api/areas/suppliers/people.ts";
import { supplierFlags } from "#api/areas/suppliers/policy.ts";
import { afterPutBack } from "#api/areas/suppliers/saving.ts";
import {
  commissionRules,
  invoices,
  keys,
  messages,
  orders,
  products,
  shippingRules,
  supplierInvitations,
  supplierMarketplaces,
  suppliers,
  supplierUsers,
} from "#api/core/database/schema/index.ts";
import { changesOf, changesSince } from "#api/core/history/changes-of.ts";
import { putBack } from "#api/core/history/put-back.ts";
import type { Work } from "#api/core/processing/process.ts";
import { touched, undoneCells, undoRecord } from "#api/core/processing/undone.ts";
import { conflict, forbidden, notFound } from "#api/core/refusals/refusal.ts";
import { cellsOf, fields, isPersonColumn, personColumn } from "./fields.ts";
import { lockedRecord, type SupplierRecord } from "./record.ts";
import type { SupplierResult } from "./results.ts";

/** Where an import of suppliers writes what is put back. */
const tables = ["suppliers", "supplier_users", "supplier_invitations"];

/** @param processId of the import */
export function undoSupplier(work: Work, applied: SupplierResult, processId: string): Promise<SupplierResult> {
  const { seen: _, isForgetful: __, ...result } = applied;
  return undoRecord(work.db, result, async () =>
    undoneCells(result.changes, result.rows[0] ?? 0, await undo(work, applied, processId)),
  );
}

/** Returns what the worksheet shows then; nothing if a new supplier was removed. */
async function undo(
  work: Work,
  { outcome, supplierId, changes }: SupplierResult,
  processId: string,
): Promise<ReadonlyMap<string, string>> {
  const { db } = work;
  const record = await lockedRecord(work, supplierId ?? 0);
  if (!record) throw notFound("This supplier");
  const own = await changesOf(db, { processId, record: "supplier", tables }, record.supplier.id);
  if (outcome === "made") {
    if ((await changesSince(db, own)).some(({ tableName }) => tableName === "suppliers")) throw touched();
    await removeInvited(work, record, changes);
    await remove(work, record.supplier.id);
    return new Map();
  }
  assertMayChange(work, record, changes);
  await removeInvited(work, record, changes);
  await putBack(db, own);
  await afterPutBack(work, record.supplier);
  const after = await lockedRecord(work, record.supplier.id);
  return after ? cellsOf(after) : new Map();
}

type Changes = SupplierResult["changes"];

/** The permissions that the forms need for these columns. */
function assertMayChange({ caller }: Work, { supplier }: SupplierRecord, changes: Changes): void {
  const flags = supplierFlags(caller, supplier.id);
  const needed = changes.map(({ column }) =>
    isPersonColumn(column) ? "canManageUsers" : fields.find((field) => field.column === column)?.flag,
  );
  if (!needed.every((flag) => flag === undefined || flags[flag])) throw forbidden();
}

/**
 * Removes the people whom the import has invited, unless somebody has given them other permissions since.
 * @throws Refusal 409 if one of them has signed in
 */
async function removeInvited({ db, config }: Work, record: SupplierRecord, changes: Changes): Promise<void> {
  const cells = cellsOf(record);
  const invited = changes.filter(({ column, before }) => isPersonColumn(column) && before === "");
  for (const { column, after } of invited) {
    const person = record.people.find(({ email }) => personColumn(email).toLowerCase() === column.toLowerCase());
    if (!person || cells.get(personColumn(person.email)) !== after) continue;
    if (hasBeenHere(person, config.oidc.external))
      throw conflict(`${person.email} has accepted the invitation, so everything was left as it is now.`);
    await removePerson(db, person);
  }
}

/** Another OpenID provider does not report sign-ins, so whoever has accepted counts. */
const hasBeenHere = ({ isInvited, lastSignedInAt }: Person, isExternal: boolean) =>
  !isInvited && (isExternal || lastSignedInAt !== null);

/** Deletes a new supplier only while nothing depends on it. */
async function remove({ db }: Work, id: number): Promise<void> {
  const uses = [
    products,
    orders,
    invoices,
    shippingRules,
    commissionRules,
    supplierMarketplaces,
    keys,
    supplierUsers,
    supplierInvitations,
  ];
  const isUsed = sql.join(
    [
      ...uses.map((table) => sql`exists (select 1 from ${table} where ${table.supplierId} = ${id})`),
      sql`exists (select 1 from ${messages} where ${messages.about} = 'supplier' and ${messages.recordId} = ${id})`,
    ],
    sql` or `,
  );
  const [row] = (await db.execute<{ used: boolean }>(sql`select ${isUsed} as used`)).rows;
  if (row?.used) throw conflict("It is now in use, so it was kept.");
  await db.delete(suppliers).where(eq(suppliers.id, id));
}
