/**
 * A payment run: one bank file for any number of invoices, which somebody else releases (`release-payment.ts`). The
 * invoices and their suppliers are locked, so that concurrent requests cannot pay an invoice twice, and the account paid
 * is the one that the user saw.
 */

import { and, type SQL, sql } from "drizzle-orm";
import { freshChange } from "#api/areas/shared/bank-details.ts";
import { totalOf } from "#api/areas/shared/invoice-total.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { invoices, paymentRuns, supplierPayments } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { maxPaid, type Payer } from "#contract/rules/direct-entry.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { paymentProblemText, paymentReference } from "#contract/rules/payment.ts";
import { issuedProblemText } from "#contract/rules/supplier-tax.ts";
import { lockSuppliers } from "./make.ts";
import { accountOf, adviceTo, bySupplier, isValid, problemsOf, withheldOf, withSuppliers } from "./payable.ts";
import { whyNotPayable } from "./why-not-payable.ts";

type MakePayment = Operations["invoices"]["makePayment"];

export const makePayment: Handler<MakePayment> = async ({ InvoiceIds, BankDate }, context) => {
  payerOf(context);
  refuse({ BankDate: whyNotOn(BankDate, context) });
  const groups = bySupplier(await lockChosen(context, InvoiceIds));
  const payments = groups.map((group) => ({ ...group, ...paymentOf(group), adviceTo: adviceTo(group.supplier) }));
  assertPayable(payments);
  return writePayment(context, BankDate, payments);
};

/** @throws Refusal 409 if no account to pay from is set up */
export function payerOf({ config }: Context): Payer {
  if (!config.payer)
    throw conflict("The account that suppliers are paid from has not been set up yet. Ask an administrator to do it.");
  return config.payer;
}

interface Paying extends Pick<Context, "db" | "now"> {
  /** The user who creates the payment run. */
  caller: { userId: number };
}

/** Writes the payment run of payable, locked invoices. Returns its number. */
export async function writePayment(
  { db, now, caller }: Paying,
  bankDate: string,
  payments: readonly (Payment & { adviceTo?: readonly string[] })[],
) {
  const total = add(...payments.map(({ amount }) => amount));
  const run = { madeAt: now, madeBy: caller.userId, bankDate, total };
  const id = insertedId(await db.insert(paymentRuns).values(run).returning({ id: paymentRuns.id }));
  await db.insert(supplierPayments).values(
    payments.map(({ supplier, rows: _, adviceTo = [], ...payment }, i) => ({
      paymentRunId: id,
      position: i + 1,
      supplierId: supplier.id,
      bankDetailsChangedAt: freshChange(supplier, now),
      adviceTo: adviceTo.join(", "),
      ...payment,
    })),
  );
  const paid = payments.flatMap(({ rows }) => rows.map(({ invoice }) => invoice.id));
  await db.update(invoices).set({ paymentRunId: id }).where(isAny(paid));
  return id;
}

/** Passed as one array: there may be more ids than bind parameters allow. */
const isAny = (ids: readonly number[]): SQL => sql`${invoices.id} = any(${sql.param(ids)}::integer[])`;

/** The file stores a two-digit year; past dates are rejected. */
export function whyNotOn(bankDate: string, { now, config: { timeZone } }: Context): string | false {
  const today = dayOf(now.toISOString(), timeZone);
  const inAYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return (
    (bankDate < today && "The bank can't pay before today.") ||
    (bankDate > inAYear && "Please enter a date within a year.")
  );
}

/** @throws Refusal 404 */
async function lockChosen({ db, caller, config }: Context, ids: readonly number[]) {
  const which = and(isAny(ids), visibleInvoices(caller));
  const seen = await db.select({ supplierId: invoices.supplierId }).from(invoices).where(which);
  if (seen.length < ids.length) throw notFound("One of these invoices");
  await lockSuppliers(
    db,
    seen.map(({ supplierId }) => supplierId),
  );
  await db.select({ id: invoices.id }).from(invoices).where(which).orderBy(invoices.id).for("update");
  return withSuppliers(db, config.timeZone, which);
}

type Group = ReturnType<typeof bySupplier>[number];

export const paymentOf = ({ supplier, rows }: Group) => {
  const withheld = withheldOf({ supplier, rows });
  return {
    ...accountOf(supplier),
    amount: add(...rows.map(({ invoice }) => totalOf(invoice)), -withheld),
    withheld,
    reference: paymentReference(rows.map(({ invoice }) => invoice.id)),
  };
};

type Payment = Group & ReturnType<typeof paymentOf>;

function assertPayable(payments: readonly Payment[]): void {
  const reasons = [...payments.flatMap(({ rows }) => rows.flatMap(whyNotPaid)), ...payments.flatMap(whyNotTo)];
  if (reasons.length > 0) throw conflict(namedReasons(reasons));
  if (add(...payments.map(({ amount }) => amount)) > maxPaid)
    throw conflict(`A payment file can hold at most ${formatDollars(maxPaid)}. Please choose fewer invoices.`);
}

const mostNamed = 10;

/** Returns the first reasons, one a line, and how many more there are. */
export function namedReasons(reasons: readonly string[]): string {
  const named = reasons.slice(0, mostNamed).join("\n");
  return reasons.length > mostNamed ? `${named}\n… and ${reasons.length - mostNamed} more.` : named;
}

function whyNotPaid({ invoice, issueProblem }: Group["rows"][number]): string[] {
  const why = whyNotPayable(invoice);
  if (why) return [why];
  return issueProblem && !isValid({ issueProblem })
    ? [`${invoiceNumber(invoice.id)}: ${issuedProblemText[issueProblem]}`]
    : [];
}

function whyNotTo({ supplier, amount, withheld }: Payment): string[] {
  const problems = problemsOf(supplier).map(
    (problem) => `${supplier.name} can't be paid: ${paymentProblemText[problem]}`,
  );
  if (amount > 0) return problems;
  const total = `the selected invoices total ${formatDollars(add(amount, withheld))}`;
  const why = withheld > 0 ? `${total}, and ${formatDollars(withheld)} is withheld without an ABN` : total;
  return [...problems, `Nothing to pay ${supplier.name}: ${why}.`];
}
