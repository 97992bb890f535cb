/** Notifies suppliers of their invoices, which are final from then on. */

import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { assertOpen } from "#api/areas/shared/closed-months.ts";
import { documentKind, factsAtIssue, issueProblem } from "#api/areas/shared/invoice-issue.ts";
import { total } from "#api/areas/shared/invoice-total.ts";
import { type ToNotify, toNotify as waiting } from "#api/areas/shared/invoices-to-notify.ts";
import type { Caller } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { invoiceEmails, invoices, marketplaces, suppliers } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { issueProblemText } from "#contract/rules/supplier-tax.ts";
import { todayOf } from "./state.ts";

type Invoices = Operations["invoices"];

function waitingInvoices(db: Db, caller: Caller, which: ToNotify, timeZone: string) {
  return db
    .select({
      id: invoices.id,
      date: invoices.invoicedAt,
      documentKind: documentKind(timeZone),
      isAdjustment: invoices.isAdjustment,
      total: sql`${total}`.mapWith(Number),
      marketplaceName: marketplaces.name,
      supplierId: suppliers.id,
      supplierName: suppliers.name,
      contacts: suppliers.billingContactEmails,
      problem: issueProblem(timeZone),
    })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
    .where(waiting(caller, which))
    .orderBy(asc(invoices.id))
    .$dynamic();
}

const hasContact = ({ contacts }: { contacts: string }) => splitEmails(contacts).length > 0;

/** The last entry of each supplier remains. */
const bySupplier = <Row extends { supplierId: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.supplierId, row])).values(),
];

export const toNotify: Handler<Invoices["toNotify"]> = async (_, { db, caller, now, config }) => {
  const all = await waitingInvoices(db, caller, { date: now }, config.timeZone);
  const found = all.filter(({ problem }) => problem === null);
  const newest = found.reduce<Date | undefined>(
    (latest, { date }) => (latest && latest > date ? latest : date),
    undefined,
  );
  const ready = found
    .filter(hasContact)
    .sort((a, b) => a.supplierName.localeCompare(b.supplierName, "en-AU") || a.id - b.id);
  return {
    invoices: ready.map(({ id, date, documentKind, isAdjustment, supplierName, marketplaceName, total }) => ({
      id,
      invoiceDate: date.toISOString(),
      documentKind,
      isAdjustment,
      supplierName,
      marketplaceName,
      total,
    })),
    count: ready.length,
    newestDate: newest?.toISOString() ?? null,
    withoutContact: bySupplier(found.filter((row) => !hasContact(row))).map(({ supplierId, supplierName }) => ({
      supplierId,
      supplierName,
    })),
    notIssuable: bySupplier(
      all.flatMap(({ supplierId, supplierName, problem }) =>
        problem
          ? [
              {
                supplierId,
                supplierName,
                problem,
                count: all.filter((row) => row.problem && row.supplierId === supplierId).length,
              },
            ]
          : [],
      ),
    ),
  };
};

export const notifySuppliers: Handler<Invoices["notifySuppliers"]> = async (
  input,
  { db, caller, jobs, now, config },
) => {
  const { InvoiceDate, InvoiceIds, ExpectedPaymentDate } = input;
  await assertOpen(db, todayOf({ now, config }));
  const which = { date: InvoiceDate === null ? now : new Date(InvoiceDate), ids: InvoiceIds };
  const all = await waitingInvoices(db, caller, which, config.timeZone).for("update", { of: invoices });
  const found = all.filter(({ problem }) => problem === null);
  if (all.length === 0) {
    throw conflict(
      InvoiceIds
        ? "The suppliers of these invoices have already been notified."
        : "Every supplier has already been notified.",
    );
  }
  if (found.length === 0) throw conflict(whyNoneIsIssued(all));
  const ready = found.filter(hasContact);
  if (ready.length === 0)
    throw conflict("None of these suppliers has an email address for billing. Enter one on the supplier's page first.");
  // The facts are asked again: somebody may have recorded a registration since.
  const issued = await db
    .update(invoices)
    .set({
      notifiedAt: now,
      notifiedBy: caller.userId,
      expectedPaymentDate: ExpectedPaymentDate,
      ...factsAtIssue(config.timeZone),
    })
    .where(
      and(
        inArray(
          invoices.id,
          ready.map(({ id }) => id),
        ),
        isNull(issueProblem(config.timeZone)),
      ),
    )
    .returning({ id: invoices.id });
  const ids = new Set(issued.map(({ id }) => id));
  const notified = ready.filter(({ id }) => ids.has(id));
  if (notified.length === 0) throw conflict("What is recorded about these suppliers has changed. Please try again.");
  for (const { id, contacts } of notified) {
    const emails = [...new Set(splitEmails(contacts))].map((address) => ({ invoiceId: id, address }));
    const made = await db.insert(invoiceEmails).values(emails).returning({ id: invoiceEmails.id });
    for (const email of made) await jobs.enqueue(db, "invoice", { letterId: email.id });
  }
  return {
    notified: notified.length,
    withoutContact: found.length - ready.length,
    notIssuable: all.filter((row) => row.problem !== null || (hasContact(row) && !ids.has(row.id))).map(({ id }) => id),
  };
};

function whyNoneIsIssued(all: Awaited<ReturnType<typeof waitingInvoices>>): string {
  const named = all
    .slice(0, mostNamed)
    .flatMap(({ id, supplierName, problem }) =>
      problem ? [`${invoiceNumber(id)} of ${supplierName}. ${issueProblemText[problem]}`] : [],
    );
  const more = all.length - named.length;
  return [...named, ...(more > 0 ? [`… and ${more} more.`] : [])].join("\n");
}
