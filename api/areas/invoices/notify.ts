/** Tells suppliers of their invoices, which are final from then on. */
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Operations } from "../../../contract/operations.ts";
import { splitEmails } from "../../../contract/rules/emails.ts";
import type { Caller } from "../../access/caller.ts";
import type { Db } from "../../database/connection.ts";
import { invoiceLetters, invoiceRows, invoices, suppliers } from "../../database/schema/index.ts";
import type { Handler } from "../../http/handlers.ts";
import { conflict } from "../../http/refusal.ts";
import { visibleInvoices } from "./policy.ts";
import { isAgreedNow, isRegisteredNow } from "./registration.ts";

type Invoices = Operations["invoices"];

/** Those of which nobody was told yet, up to that moment; in an empty one there is nothing to tell. */
const waiting = (caller: Caller, date: Date): SQL | undefined =>
  and(
    isNull(invoices.notifiedAt),
    lte(invoices.invoicedAt, date),
    sql`exists (select 1 from ${invoiceRows} where ${invoiceRows.invoiceId} = ${invoices.id})`,
    visibleInvoices(caller),
  );

function waitingInvoices(db: Db, caller: Caller, date: Date) {
  return db
    .select({ id: invoices.id, date: invoices.invoicedAt, supplierId: suppliers.id, supplierName: suppliers.name, contacts: suppliers.billingContactEmails })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .where(waiting(caller, date))
    .orderBy(asc(invoices.id))
    .$dynamic();
}

const hasContact = ({ contacts }: { contacts: string }) => splitEmails(contacts).length > 0;

export const toNotify: Handler<Invoices["toNotify"]> = async (_, { db, caller, now }) => {
  const found = await waitingInvoices(db, caller, now);
  const without = new Map(found.filter((row) => !hasContact(row)).map(({ supplierId, supplierName }) => [supplierId, { supplierId, supplierName }]));
  const newest = found.reduce<Date | undefined>((latest, { date }) => (latest && latest > date ? latest : date), undefined);
  return { count: found.filter(hasContact).length, newestDate: newest?.toISOString() ?? null, withoutContact: [...without.values()] };
};

export const notifySuppliers: Handler<Invoices["notifySuppliers"]> = async ({ InvoiceDate, ExpectedPaymentDate }, { db, caller, jobs, now, config }) => {
  const found = await waitingInvoices(db, caller, InvoiceDate === null ? now : new Date(InvoiceDate)).for("update", { of: invoices });
  const told = found.filter(hasContact);
  if (found.length === 0) throw conflict("There is no invoice of which its supplier has not been notified.");
  if (told.length === 0) throw conflict("None of these suppliers has named an email address for billing. Enter one on the supplier's page first.");
  await db
    .update(invoices)
    .set({
      notifiedAt: now,
      notifiedBy: caller.userId,
      expectedPaymentDate: ExpectedPaymentDate,
      supplierGstRegistered: isRegisteredNow(config.timeZone),
      hasAgreement: isAgreedNow,
    })
    .where(
      inArray(
        invoices.id,
        told.map(({ id }) => id),
      ),
    );
  for (const { id, contacts } of told) {
    const letters = [...new Set(splitEmails(contacts))].map((address) => ({ invoiceId: id, address }));
    const made = await db.insert(invoiceLetters).values(letters).returning({ id: invoiceLetters.id });
    for (const letter of made) await jobs.enqueue(db, "invoice", { letterId: letter.id });
  }
  return { notified: told.length, withoutContact: found.length - told.length };
};
