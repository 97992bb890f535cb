/** Records that the bank has returned a credit. Its invoices can be paid again, to an account that somebody has confirmed. */
import { and, eq } from "drizzle-orm";
import { heldClosedMonth } from "#api/areas/shared/closed-months.ts";
import { invoices, paymentRuns, supplierPayments, suppliers } from "#api/core/database/schema/index.ts";
import { returnedPaymentEmail } from "#api/core/mail/emails.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { whyClosed } from "#contract/rules/books.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { maskedAccount, paymentNumber } from "#contract/rules/payment.ts";
import { lockSuppliers } from "./make.ts";
import { accountOf, adviceTo } from "./payable.ts";

type ReturnPayment = Operations["invoices"]["returnPayment"];

export const returnPayment: Handler<ReturnPayment> = (input, context) => recordReturn(input, context);

export async function recordReturn(
  { PaymentRunId, SupplierId, ReturnedOn, Reason }: Omit<InputOf<ReturnPayment>, "Id">,
  context: Context,
): Promise<null> {
  const { db, now, caller, config } = context;
  // The next payment of the supplier waits for this lock.
  await lockSuppliers(db, [SupplierId]);
  const isThis = and(eq(supplierPayments.paymentRunId, PaymentRunId), eq(supplierPayments.supplierId, SupplierId));
  const [found] = await db
    .select({
      payment: supplierPayments,
      bankDate: paymentRuns.bankDate,
      releasedAt: paymentRuns.releasedAt,
      supplier: suppliers,
    })
    .from(supplierPayments)
    .innerJoin(paymentRuns, eq(paymentRuns.id, supplierPayments.paymentRunId))
    .innerJoin(suppliers, eq(suppliers.id, supplierPayments.supplierId))
    .where(isThis);
  if (!found) throw notFound("This payment");
  const { payment, bankDate, releasedAt, supplier } = found;
  if (!releasedAt)
    throw conflict(`${paymentNumber(PaymentRunId)} has not been released, so the bank cannot return it.`);
  if (payment.returnedOn)
    throw conflict(
      `That the payment to ${supplier.name} in ${paymentNumber(PaymentRunId)} came back on ${formatPlainDay(payment.returnedOn)} has already been recorded.`,
    );
  refuse({
    ReturnedOn:
      (ReturnedOn < bankDate &&
        `The bank made this payment on ${formatPlainDay(bankDate)}: it cannot have come back before.`) ||
      (ReturnedOn > dayOf(now.toISOString(), config.timeZone) && "This day is in the future.") ||
      whyClosed(ReturnedOn, await heldClosedMonth(db)),
  });
  const freed = await db
    .update(invoices)
    .set({ paymentRunId: null })
    .where(and(eq(invoices.paymentRunId, PaymentRunId), eq(invoices.supplierId, SupplierId)))
    .returning({ id: invoices.id });
  await db
    .update(supplierPayments)
    .set({
      returnedOn: ReturnedOn,
      returnReason: Reason,
      returnedAt: now,
      returnedBy: caller.userId,
      formerInvoices: freed.map(({ id }) => id),
    })
    .where(isThis);
  if (isSameAccount(payment, supplier))
    await db
      .update(suppliers)
      .set({ bankDetailsVerifiedAt: null, bankDetailsVerifiedBy: null })
      .where(eq(suppliers.id, SupplierId));
  await tellSupplier(context, supplier, { ...payment, returnedOn: ReturnedOn, returnReason: Reason });
  return null;
}

type Supplier = typeof suppliers.$inferSelect;
type Payment = typeof supplierPayments.$inferSelect;

function isSameAccount(payment: Payment, supplier: Supplier): boolean {
  const { bsb, accountNumber } = accountOf(supplier);
  return payment.bsb === bsb && payment.accountNumber === accountNumber;
}

/** Whoever was told that the money comes, and the billing contacts of now. */
async function tellSupplier(
  { db, jobs, config }: Pick<Context, "db" | "jobs" | "config">,
  supplier: Supplier,
  payment: Payment & { returnedOn: string },
): Promise<void> {
  const email = returnedPaymentEmail({
    supplierName: supplier.name,
    amount: payment.amount,
    day: formatPlainDay(payment.returnedOn),
    reference: payment.reference,
    account: maskedAccount(payment),
    reason: payment.returnReason,
    link: `${config.publicUrl}/suppliers/${supplier.id}`,
  });
  for (const to of new Set([...splitEmails(payment.adviceTo), ...adviceTo(supplier)]))
    await jobs.enqueue(db, "mail", { to, ...email });
}
