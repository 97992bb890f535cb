/** The payment runs, and the bank file of each that was released. */
import { and, asc, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import { totalOf } from "#api/areas/shared/invoice-total.ts";
import { isToRelease } from "#api/areas/shared/payment-release.ts";
import { fullName } from "#api/areas/shared/users.ts";
import type { Db } from "#api/core/database/connection.ts";
import { invoices, paymentRuns, supplierPayments, suppliers, users } from "#api/core/database/schema/index.ts";
import { pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { PaymentRun, PaymentRunState } from "#contract/invoices/payments.ts";
import type { Operations } from "#contract/operations.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { todayOf } from "./state.ts";

type Invoices = Operations["invoices"];

const { content: _, ...withoutFile } = getTableColumns(paymentRuns);
const suppliersIn = sql<number>`(select count(*)::int from ${supplierPayments} where ${supplierPayments.paymentRunId} = ${paymentRuns.id})`;
const invoicesIn = sql<number>`((select count(*)::int from ${invoices} where ${invoices.paymentRunId} = ${paymentRuns.id})
  + (select coalesce(sum(cardinality(${supplierPayments.formerInvoices})), 0)::int from ${supplierPayments} where ${supplierPayments.paymentRunId} = ${paymentRuns.id}))`;

const runs = (db: Db) =>
  db
    .select({ run: withoutFile, madeBy: fullName, suppliers: suppliersIn, invoices: invoicesIn })
    .from(paymentRuns)
    .innerJoin(users, eq(users.id, paymentRuns.madeBy))
    .$dynamic();

type Run = Awaited<ReturnType<typeof runs>>[number];

const stateOf = ({ releasedAt, cancelledAt }: Run["run"]): PaymentRunState =>
  (releasedAt && "released") || (cancelledAt && "cancelled") || "waiting";

const described = ({ run, madeBy }: Run) => ({
  id: run.id,
  madeDate: run.madeAt.toISOString(),
  madeByUserFullName: madeBy,
  bankDate: run.bankDate,
  state: stateOf(run),
  total: run.total,
});

export const list: Handler<Invoices["paymentRuns"]> = async (input, { db, caller }) => {
  const sort = { madeDate: paymentRuns.madeAt, bankDate: paymentRuns.bankDate, total: paymentRuns.total };
  // Users who may pay see every supplier.
  const page = await pageOf(
    db,
    {
      rows: runs(db),
      visible: undefined,
      filters: [input.toReleaseOnly ? isToRelease(caller) : undefined],
      sort,
      uniqueKey: paymentRuns.id,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map((row) => ({ ...described(row), suppliers: row.suppliers, invoices: row.invoices })),
  };
};

export const get: Handler<Invoices["paymentRun"]> = async ({ id }, context) => {
  const { db, caller } = context;
  const [found] = await runs(db).where(eq(paymentRuns.id, id));
  if (!found) throw notFound("This payment");
  const { run } = found;
  return {
    ...described(found),
    ...(await endOf(db, run)),
    sha256: run.sha256,
    isOwn: run.madeBy === caller.userId,
    canRelease: (await db.$count(paymentRuns, and(eq(paymentRuns.id, id), isToRelease(caller)))) > 0,
    canCancel: stateOf(run) === "waiting",
    payments: await paymentsIn(db, run, todayOf(context)),
  };
};

/** Who released or cancelled it, and when. */
async function endOf(db: Db, run: Run["run"]): Promise<Pick<PaymentRun, "released" | "cancelled">> {
  const by = run.releasedBy ?? run.cancelledBy;
  const [user] = by === null ? [] : await db.select({ byUserFullName: fullName }).from(users).where(eq(users.id, by));
  const end = (at: Date | null) => at && { date: at.toISOString(), byUserFullName: user?.byUserFullName };
  const [released, cancelled] = [end(run.releasedAt), end(run.cancelledAt)];
  return {
    released: released && { ...released, isAlone: run.isReleasedAlone },
    cancelled: cancelled && { ...cancelled, reason: run.cancelReason },
  };
}

async function paymentsIn(db: Db, { id, bankDate, releasedAt }: Run["run"], today: string) {
  const payments = await db
    .select({ payment: supplierPayments, supplierName: suppliers.name, returnedBy: fullName })
    .from(supplierPayments)
    .innerJoin(suppliers, eq(suppliers.id, supplierPayments.supplierId))
    .leftJoin(users, eq(users.id, supplierPayments.returnedBy))
    .where(eq(supplierPayments.paymentRunId, id))
    .orderBy(asc(supplierPayments.position));
  const returned = payments.flatMap(({ payment }) => payment.formerInvoices);
  const paid = await db
    .select()
    .from(invoices)
    .where(or(eq(invoices.paymentRunId, id), inArray(invoices.id, returned)))
    .orderBy(asc(invoices.invoicedAt), asc(invoices.id));
  return payments.map(({ payment: { supplierId, bankDetailsChangedAt, ...payment }, supplierName, returnedBy }) => ({
    supplierId,
    supplierName,
    bsb: payment.bsb,
    accountNumber: payment.accountNumber,
    accountName: payment.accountName,
    bankDetailsChangedDate: bankDetailsChangedAt?.toISOString() ?? null,
    amount: payment.amount,
    withheld: payment.withheld,
    reference: payment.reference,
    adviceTo: splitEmails(payment.adviceTo),
    invoices: paid
      .filter((invoice) => invoice.supplierId === supplierId)
      .map((invoice) => ({ id: invoice.id, total: totalOf(invoice) })),
    returned:
      payment.returnedOn && payment.returnedAt
        ? {
            returnedOn: payment.returnedOn,
            reason: payment.returnReason,
            recordedDate: payment.returnedAt.toISOString(),
            recordedByUserFullName: returnedBy,
          }
        : null,
    canReturn: releasedAt !== null && payment.returnedOn === null && bankDate <= today,
  }));
}

export const file: Handler<Invoices["paymentFile"]> = async ({ id }, { db }) => {
  const { content, cancelledAt } = paymentRuns;
  const [run] = await db.select({ content, cancelledAt }).from(paymentRuns).where(eq(paymentRuns.id, id));
  if (!run) throw notFound("This payment");
  if (run.cancelledAt) throw conflict(`${paymentNumber(id)} was cancelled, so there is no file.`);
  if (!run.content)
    throw conflict(`${paymentNumber(id)} has not been released yet. Its file is created when it is released.`);
  return { content: run.content, contentType: "text/plain; charset=us-ascii", fileName: `${paymentNumber(id)}.aba` };
};
