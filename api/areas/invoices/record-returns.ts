/** Records the credits in a bank's return file, each as if it were entered by hand: see `return-payment.ts`. */
import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { paymentRuns, supplierPayments } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { plainAccount, type ReturnedCredit, readReturns } from "#contract/rules/direct-entry-returns.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { lockSuppliers } from "./make.ts";
import { namedReasons } from "./make-payment.ts";
import { recordReturn } from "./return-payment.ts";
import { todayOf } from "./state.ts";

type RecordReturns = Operations["invoices"]["recordReturns"];

export const recordReturns: Handler<RecordReturns> = async ({ Content, SkipOthers }, context) => {
  const file = readReturns(Content);
  if (typeof file === "string") throw invalid({ Content: [file] });
  const payments = await paymentsFor(context, file.credits);
  const found = matched(file.credits, payments);
  const others = found.filter(({ payment }) => payment === undefined);
  if (others.length > 0 && !SkipOthers)
    throw conflict(
      `${namedReasons(others.map(({ credit }) => otherText(credit)))}\nNothing was recorded. What fits no payment can be left out.`,
    );
  const news = found.flatMap(({ payment }) => (payment && payment.returnedOn === null ? [payment] : []));
  const withReasons = found.filter(({ payment }) => payment && news.includes(payment));
  await lockSuppliers(
    context.db,
    news.map(({ supplierId }) => supplierId),
  );
  for (const { credit, payment } of withReasons)
    if (payment)
      await recordReturn(
        {
          PaymentRunId: payment.paymentRunId,
          SupplierId: payment.supplierId,
          ReturnedOn: file.day ?? todayOf(context),
          Reason: credit.reason,
        },
        context,
      );
  return { recorded: news.length, known: found.length - others.length - news.length, others: others.length };
};

const otherText = ({ line, reference, amount, accountName }: ReturnedCredit) =>
  `Line ${line}: no payment of ${formatDollars(amount)} with the reference “${reference}” went to this account of ${accountName}.`;

/** Released payments with one of the references, newest first. The bank's file has the first 18 characters of each. */
function paymentsFor({ db }: Context, credits: readonly ReturnedCredit[]) {
  const { paymentRunId, supplierId, amount, reference, bsb, accountNumber, returnedOn } = supplierPayments;
  return db
    .select({ paymentRunId, supplierId, amount, reference, bsb, accountNumber, returnedOn })
    .from(supplierPayments)
    .innerJoin(paymentRuns, eq(paymentRuns.id, paymentRunId))
    .where(
      and(
        isNotNull(paymentRuns.releasedAt),
        inArray(reference, [...new Set(credits.map((credit) => credit.reference))]),
      ),
    )
    .orderBy(desc(paymentRuns.bankDate), desc(paymentRunId));
}

type Payment = Awaited<ReturnType<typeof paymentsFor>>[number];

/** Each payment is the one of at most one credit in the file. One that has not come back yet is preferred. */
function matched(credits: readonly ReturnedCredit[], payments: readonly Payment[]) {
  const left = new Set(payments);
  return credits.map((credit) => {
    const fitting = [...left].filter(
      ({ amount, reference, bsb, accountNumber }) =>
        amount === credit.amount &&
        reference === credit.reference &&
        credit.accounts.includes(plainAccount(bsb + accountNumber)),
    );
    const payment = fitting.find(({ returnedOn }) => returnedOn === null) ?? fitting[0];
    if (payment) left.delete(payment);
    return { credit, payment };
  });
}
