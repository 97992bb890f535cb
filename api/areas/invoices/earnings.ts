/** What suppliers are owed now, what comes next, and what they were paid last. */
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { total } from "#api/areas/shared/invoice-total.ts";
import type { Db } from "#api/core/database/connection.ts";
import { invoices, paymentRuns, supplierPayments, suppliers } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { type Earnings, mostEarningSuppliers, mostLastPayments } from "#contract/invoices/supplier-statement.ts";
import type { Operations } from "#contract/operations.ts";
import { todayOf } from "./state.ts";
import { hasStatement, invoiceOfPayment, notIssuedOf, sumsOf, supplierOf } from "./supplier-statement.ts";

export const earnings: Handler<Operations["invoices"]["earnings"]> = async ({ supplierId }, context) => {
  const { found, more } =
    supplierId === undefined
      ? await ownSuppliers(context)
      : { found: [await supplierOf(context, supplierId)], more: 0 };
  const each: Earnings[] = [];
  for (const supplier of found) each.push(await earningsOf(context, supplier));
  return { suppliers: each, more };
};

/** None for the operator's staff, who have no suppliers of their own. */
async function ownSuppliers({ db, caller }: Context) {
  if (caller.seesAllSuppliers) return { found: [], more: 0 };
  const own = hasStatement(caller);
  const found = await db
    .select()
    .from(suppliers)
    .where(own)
    .orderBy(byText(suppliers.name), asc(suppliers.id))
    .limit(mostEarningSuppliers);
  return { found, more: (await db.$count(suppliers, own)) - found.length };
}

async function earningsOf(context: Context, { id, name }: { id: number; name: string }): Promise<Earnings> {
  const { db } = context;
  const today = todayOf(context);
  return {
    supplierId: id,
    supplierName: name,
    balance: (await sumsOf(context, id, { toDate: today })).closingBalance,
    ...(await notIssuedOf(context, id)),
    expected: await expectedOf(db, id),
    scheduled: await paymentsOf(db, id, gt(paymentRuns.bankDate, today), asc(paymentRuns.bankDate)),
    lastPayments: (await paymentsOf(db, id, lte(paymentRuns.bankDate, today), desc(paymentRuns.bankDate))).slice(
      0,
      mostLastPayments,
    ),
  };
}

/** A payment that has not been released may still be cancelled. A document of exactly nothing is not paid. */
const expectedOf = (db: Db, supplierId: number): Promise<Earnings["expected"]> =>
  db
    .select({
      day: invoices.expectedPaymentDate,
      documents: count(),
      total: sql`sum(${total})`.mapWith(Number),
    })
    .from(invoices)
    .leftJoin(paymentRuns, eq(paymentRuns.id, invoices.paymentRunId))
    .where(
      and(
        eq(invoices.supplierId, supplierId),
        isNotNull(invoices.notifiedAt),
        isNull(paymentRuns.releasedAt),
        ne(total, sql`0`),
      ),
    )
    .groupBy(invoices.expectedPaymentDate)
    .orderBy(sql`${invoices.expectedPaymentDate} nulls last`);

const mostScheduled = 20;

function paymentsOf(db: Db, supplierId: number, which: SQL, order: SQL) {
  const { paymentRunId, amount, withheld, reference, returnedOn } = supplierPayments;
  return db
    .select({
      paymentRunId,
      bankDate: paymentRuns.bankDate,
      amount,
      withheld,
      reference,
      returnedOn,
      invoiceId: invoiceOfPayment,
    })
    .from(supplierPayments)
    .innerJoin(paymentRuns, eq(paymentRuns.id, paymentRunId))
    .where(and(eq(supplierPayments.supplierId, supplierId), isNotNull(paymentRuns.releasedAt), which))
    .orderBy(order, asc(paymentRunId))
    .limit(mostScheduled);
}
