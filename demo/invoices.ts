/** The invoices of the months before, made as the product makes them at the end of each; suppliers know all but the last, and the first are paid. */
import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { makeInvoices } from "#api/areas/invoices/make.ts";
import { paymentOf, writePayment } from "#api/areas/invoices/make-payment.ts";
import { learnSizes, owedParties } from "#api/areas/invoices/owed.ts";
import { bySupplier, problemsOf, withSuppliers } from "#api/areas/invoices/payable.ts";
import { isAgreedNow, isRegisteredNow } from "#api/areas/invoices/registration.ts";
import { demoPayer } from "#api/config.ts";
import type { Db } from "#api/database/connection.ts";
import { invoiceEmails, invoices, suppliers } from "#api/database/schema/index.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { insertMany } from "./insert-many.ts";
import { dayMs } from "./product-rows.ts";

/** Of Finance. */
const madeBy = { userId: 4 };
/** The administrator, who confirms accounts, too. */
const other = { userId: 1 };
const zone = "Australia/Sydney";
/** Of so many suppliers one waits for somebody who confirms its account. */
const unconfirmed = 7;
/** What is older is in the first of these: the demo is to be there soon. */
const months = 3;

/** The orders, and what left of them, must be there. */
export async function seedInvoices(db: Db, today: Date): Promise<void> {
  await learnSizes(db);
  const days = Array.from({ length: months }, (_, i) => lastNoon(today, months - 1 - i));
  for (const date of days) {
    await tellOfEarlier(db, date);
    await makeInvoices({ db, caller: madeBy, now: date }, await owedParties(db, date), date);
  }
  await storeEmails(db);
  await confirmAccounts(db, lastNoon(today, months));
  await payFirst(db, lastNoon(today, months - 2));
}

/** By two people in turn. */
async function confirmAccounts(db: Db, at: Date): Promise<void> {
  const by = sql`case when ${suppliers.id} % 2 = 0 then ${other.userId}::integer else ${madeBy.userId}::integer end`;
  await db
    .update(suppliers)
    .set({ bankDetailsVerifiedAt: at, bankDetailsVerifiedBy: by })
    .where(and(ne(suppliers.bsb, ""), sql`${suppliers.id} % ${unconfirmed} <> 0`));
}

/** What suppliers were told of by then, two days before the day that was named. */
async function payFirst(db: Db, date: Date): Promise<void> {
  const bankDate = expectedDay(date);
  const groups = bySupplier(await withSuppliers(db, eq(invoices.expectedPaymentDate, bankDate)));
  const payments = groups
    .map((group) => ({ ...group, ...paymentOf(group) }))
    .filter(({ supplier, amount }) => amount > 0 && problemsOf(supplier).length === 0);
  await writePayment(
    { db, caller: madeBy, now: new Date(Date.parse(bankDate) - 2 * dayMs) },
    { payer: demoPayer, bankDate },
    payments,
  );
}

/** The fifteenth of the month. */
const expectedDay = (date: Date) => `${date.toISOString().slice(0, 8)}15`;

/** Noon of the last day of a month, UTC: of the last full one, or of so many before it. */
const lastNoon = (today: Date, before: number) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - before, 1) - dayMs / 2);

/** They were told in the month after, of a payment on the fifteenth of this one. */
async function tellOfEarlier(db: Db, date: Date): Promise<void> {
  const notifiedAt = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
  await db
    .update(invoices)
    .set({
      notifiedAt,
      notifiedBy: madeBy.userId,
      expectedPaymentDate: expectedDay(date),
      supplierGstRegistered: isRegisteredNow(zone),
      hasAgreement: isAgreedNow,
    })
    .where(isNull(invoices.notifiedAt));
}

async function storeEmails(db: Db): Promise<void> {
  const notified = await db
    .select({ id: invoices.id, at: invoices.notifiedAt, contacts: suppliers.billingContactEmails })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .where(isNotNull(invoices.notifiedAt));
  const emails = notified.flatMap(({ id, at, contacts }) =>
    splitEmails(contacts).map((address) => ({ invoiceId: id, address, sentAt: at })),
  );
  await insertMany(db, invoiceEmails, emails);
}
