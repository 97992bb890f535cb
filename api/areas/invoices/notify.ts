/** Notifies suppliers of their invoices, which are final from then on. */

import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Caller } from "#api/access/caller.ts";
import { type ToNotify, toNotify as waiting } from "#api/areas/shared/invoices-to-notify.ts";
import type { Db } from "#api/database/connection.ts";
import { invoiceEmails, invoices, marketplaces, suppliers } from "#api/database/schema/index.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { conflict } from "#api/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { isAgreedNow, isRegisteredNow } from "./registration.ts";
import { total } from "./total.ts";

type Invoices = Operations["invoices"];

function waitingInvoices(db: Db, caller: Caller, which: ToNotify) {
  return db
    .select({
      id: invoices.id,
      date: invoices.invoicedAt,
      isAdjustment: invoices.isAdjustment,
      total: sql`${total}`.mapWith(Number),
      marketplaceName: marketplaces.name,
      supplierId: suppliers.id,
      supplierName: suppliers.name,
      contacts: suppliers.billingContactEmails,
    })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
    .where(waiting(caller, which))
    .orderBy(asc(invoices.id))
    .$dynamic();
}

const hasContact = ({ contacts }: { contacts: string }) => splitEmails(contacts).length > 0;

export const toNotify: Handler<Invoices["toNotify"]> = async (_, { db, caller, now }) => {
  const found = await waitingInvoices(db, caller, { date: now });
  const without = new Map(
    found
      .filter((row) => !hasContact(row))
      .map(({ supplierId, supplierName }) => [supplierId, { supplierId, supplierName }]),
  );
  const newest = found.reduce<Date | undefined>(
    (latest, { date }) => (latest && latest > date ? latest : date),
    undefined,
  );
  const ready = found
    .filter(hasContact)
    .sort((a, b) => a.supplierName.localeCompare(b.supplierName, "en-AU") || a.id - b.id);
  return {
    invoices: ready.map(({ id, date, isAdjustment, supplierName, marketplaceName, total }) => ({
      id,
      invoiceDate: date.toISOString(),
      isAdjustment,
      supplierName,
      marketplaceName,
      total,
    })),
    count: ready.length,
    newestDate: newest?.toISOString() ?? null,
    withoutContact: [...without.values()],
  };
};

export const notifySuppliers: Handler<Invoices["notifySuppliers"]> = async (
  input,
  { db, caller, jobs, now, config },
) => {
  const { InvoiceDate, InvoiceIds, ExpectedPaymentDate } = input;
  const which = { date: InvoiceDate === null ? now : new Date(InvoiceDate), ids: InvoiceIds };
  const found = await waitingInvoices(db, caller, which).for("update", { of: invoices });
  const notified = found.filter(hasContact);
  if (found.length === 0) {
    throw conflict(
      InvoiceIds
        ? "The suppliers of these invoices have already been notified."
        : "Every supplier has already been notified.",
    );
  }
  if (notified.length === 0)
    throw conflict("None of these suppliers has an email address for billing. Enter one on the supplier's page first.");
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
        notified.map(({ id }) => id),
      ),
    );
  for (const { id, contacts } of notified) {
    const emails = [...new Set(splitEmails(contacts))].map((address) => ({ invoiceId: id, address }));
    const made = await db.insert(invoiceEmails).values(emails).returning({ id: invoiceEmails.id });
    for (const email of made) await jobs.enqueue(db, "invoice", { letterId: email.id });
  }
  return { notified: notified.length, withoutContact: found.length - notified.length };
};
