/** Undoes the import of one supplier, unless it has been changed or used since. */
import { eq, sql } from "drizzle-orm";
import { type Person, removePerson, setPermissions } from "#api/areas/suppliers/people.ts";
import { supplierFlags } from "#api/areas/suppliers/policy.ts";
import { type DetailChanges, type FinanceChanges, saveDetails, saveFinances } from "#api/areas/suppliers/saving.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import {
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
import { only, splitAsLeft } from "#api/core/history/as-left.ts";
import { together } from "#api/core/history/together.ts";
import type { Work } from "#api/core/processing/process.ts";
import { touched, type Undone, undoneResult, wholly } from "#api/core/processing/undone.ts";
import { conflict, forbidden, notFound, orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { addressFields, fields, permissionsText } from "./fields.ts";
import { lockedRecord, type SupplierRecord } from "./record.ts";
import type { Snapshot, SupplierResult, Trace } from "./results.ts";
import { snapshotOf } from "./snapshot.ts";

export async function undoSupplier(work: Work, applied: SupplierResult): Promise<SupplierResult> {
  const { trace, seen: _, isForgetful: __, ...result } = applied;
  const undone = trace ? await orRefusal(() => allOrNothing(work.db, () => undo(work, result, trace))) : wholly;
  if (undone instanceof Refusal)
    return {
      ...result,
      outcome: "refused",
      changes: [],
      problems: result.rows.map((row) => ({ row, column: null, why: undone.message })),
    };
  return { ...result, ...undoneResult(result.changes, result.rows[0] ?? 0, undone) };
}

async function undo(work: Work, { outcome, supplierId }: Omit<SupplierResult, "trace">, trace: Trace): Promise<Undone> {
  const record = await lockedRecord(work, supplierId ?? 0);
  if (!record) throw notFound("This supplier");
  if (outcome === "changed") assertMayChange(work, record, trace);
  const { back, kept } = splitAsLeft(snapshotOf(record.supplier), trace, together.suppliers);
  const people = await undoPeople(work, record, trace);
  if (outcome === "made") {
    if (kept.length + people.kept.length > 0) throw touched();
    await remove(work, record.supplier.id);
    return wholly;
  }
  await restore(work, record, only(trace.was, back));
  return {
    kept: new Map([...cellsOf(record, kept), ...people.kept]),
    isChanged: back.length + people.back > 0 || kept.length + people.kept.length === 0,
  };
}

/** Returns the current cells of these database columns, by columns of the worksheet. */
const cellsOf = (record: SupplierRecord, kept: readonly string[]): [string, string][] =>
  fields
    .filter((field) => kept.includes(addressFields.includes(field) ? "billingAddressId" : field.key))
    .map((field) => [field.column, field.shown(record)]);

/** The permissions that the forms need for these columns. */
function assertMayChange({ caller }: Work, { supplier }: SupplierRecord, { is, people }: Trace): void {
  const flags = supplierFlags(caller, supplier.id);
  const needed = fields.filter(({ key }) => key in is).map(({ flag }) => flag);
  if (people.length > 0) needed.push("canManageUsers");
  if (!needed.every((flag) => flags[flag])) throw forbidden();
}

/** Puts back the people whom nobody has changed since. Returns how many those are. */
async function undoPeople({ db, config }: Work, { people }: SupplierRecord, trace: Trace) {
  const kept: [column: string, now: string][] = [];
  for (const { email, was, is } of trace.people) {
    const person = people.find((each) => each.email.toLowerCase() === email.toLowerCase());
    if (was === null && !person) continue;
    if (!person || person.permissions !== is)
      kept.push([`Person: ${email}`, person ? permissionsText(person.permissions) : ""]);
    else if (was !== null) await setPermissions(db, person, was);
    else if (hasBeenHere(person, config.oidc.external))
      throw conflict(`${email} has accepted the invitation, so everything was left as it is now.`);
    else await removePerson(db, person);
  }
  return { back: trace.people.length - kept.length, kept };
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

/** The stored values are put back even if today's rules would refuse them. */
async function restore(work: Work, { supplier }: SupplierRecord, was: Snapshot): Promise<void> {
  const { abn, billingContactEmails, gstCheckedAt, gstRegistered, gstRegisteredFrom, gstCheckedBy, ...details } =
    was as DetailChanges & FinanceChanges & Record<`gst${string}`, unknown>;
  await saveDetails(work, supplier, details);
  await saveFinances(work, supplier, { abn, billingContactEmails });
  const gst = { gstRegistered, gstRegisteredFrom, gstCheckedBy };
  const hasGst = Object.keys(was).some((column) => column.startsWith("gst"));
  if (!hasGst) return;
  await work.db
    .update(suppliers)
    .set({
      ...(gst as Partial<typeof supplier>),
      ...(gstCheckedAt === undefined
        ? {}
        : { gstCheckedAt: gstCheckedAt === null ? null : new Date(String(gstCheckedAt)) }),
    })
    .where(eq(suppliers.id, supplier.id));
}
