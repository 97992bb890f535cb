/** Payments of suppliers: the list, the page of a payment with its file, and the page that creates one. */

import type { FormValues } from "#app/lib/form-answer.ts";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { statementPaths } from "#app/lib/statement-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import {
  makePayment,
  mostInvoices,
  type PayableSupplier,
  type PaymentRun,
  type PaymentRunRow,
  type PaymentRunState,
  paymentMessages,
} from "#contract/invoices/payments.ts";
import { formatBsb } from "#contract/rules/abn.ts";
import { dayOf, formatDay, formatPlainDay } from "#contract/rules/dates.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { add } from "#contract/rules/money.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { withheldText } from "#contract/rules/withholding.ts";

const momentText = (moment: string | null | undefined, zone: string) =>
  moment ? formatMoment(moment, zone) : undefined;

interface Account {
  bsb: string;
  accountNumber: string;
  accountName?: string;
}

export const accountText = ({ bsb, accountNumber, accountName = "" }: Account) =>
  [formatBsb(bsb), accountNumber, accountName].filter(Boolean).join(" · ");

/* ---- those that were made ---- */

export async function loadPayments(context: RequestContext) {
  const [list, zone] = await Promise.all([
    loadList(context, invoices.paymentRuns, { views: "payments", buttons: { canPay: invoices.makePayment } }),
    operatorZone(),
  ]);
  return { ...list, data: { ...list.data, rows: list.data.rows.map((row) => listed(row, zone)) } };
}

const stateText: Record<PaymentRunState, string> = {
  waiting: "Not released yet",
  released: "Released",
  cancelled: "Cancelled",
};

const listed = ({ id, madeDate, madeByUserFullName, bankDate, state, ...row }: PaymentRunRow, zone: string) => ({
  ...row,
  state: { name: state, label: stateText[state] },
  id,
  number: paymentNumber(id),
  madeDay: formatDay(madeDate, zone),
  madeBy: madeByUserFullName,
  bankDay: formatPlainDay(bankDate),
});

/** A row of the list. */
export type ListedPayment = ReturnType<typeof listed>;

export const getPayment = (context: RequestContext) => context.api(invoices.paymentRun, { id: context.param("id") });

export async function loadPayment(context: RequestContext) {
  const [payment, zone, hasStatements] = await Promise.all([
    getPayment(context),
    operatorZone(),
    hasFeature(invoices.statement.feature),
  ]);
  return shown(payment, zone, hasStatements);
}

export type PaymentPage = ReturnType<typeof shown>;

type Returned = NonNullable<PaymentRun["payments"][number]["returned"]>;

const shown = (
  { id, madeDate, madeByUserFullName, bankDate, payments, released, cancelled, ...run }: PaymentRun,
  zone: string,
  hasStatements: boolean,
) => ({
  ...run,
  id,
  number: paymentNumber(id),
  madeAt: formatMoment(madeDate, zone),
  madeBy: madeByUserFullName,
  bankDay: formatPlainDay(bankDate),
  stateText: stateText[run.state],
  released: released && {
    at: formatMoment(released.date, zone),
    by: released.byUserFullName,
    // Those of earlier versions were not released by anybody.
    isAlone: released.isAlone,
  },
  cancelled: cancelled && {
    at: formatMoment(cancelled.date, zone),
    by: cancelled.byUserFullName,
    reason: cancelled.reason,
  },
  invoiceCount: payments.reduce((sum, { invoices: paid }) => sum + paid.length, 0),
  withheld: withheldText(add(...payments.map(({ withheld }) => withheld))),
  payments: payments.map(
    ({
      supplierId,
      supplierName,
      amount,
      withheld,
      reference,
      adviceTo,
      bankDetailsChangedDate,
      invoices: paid,
      returned,
      canReturn,
      ...account
    }) => ({
      canReturn,
      statementPath: hasStatements ? statementPaths.ofMonth(supplierId, bankDate) : undefined,
      returned: returned && returnedText(returned, zone),
      supplierId,
      supplierName,
      account: accountText(account),
      changedAt: momentText(bankDetailsChangedDate, zone),
      amount,
      withheld: withheldText(withheld),
      reference,
      adviceTo: adviceTo ?? [],
      invoices: paid.map((each) => ({ id: each.id, number: invoiceNumber(each.id) })),
    }),
  ),
});

function returnedText({ returnedOn, reason, recordedDate, recordedByUserFullName: by }: Returned, zone: string) {
  return {
    what: `Came back ${formatPlainDay(returnedOn)}: ${reason}`,
    recorded: `Recorded ${formatMoment(recordedDate, zone)}${by ? ` by ${by}` : ""}`,
  };
}

export async function downloadPayment(context: RequestContext): Promise<Response> {
  const { id } = await getPayment(context);
  return download(context, {
    operation: invoices.paymentFile,
    input: { id },
    fileName: `${paymentNumber(id)}.aba`,
    page: paths.payment(id),
    notDownloaded: paymentMessages.notDownloaded,
  });
}

/* ---- the next one ---- */

export async function loadPayable(context: RequestContext) {
  const [{ payer, suppliers }, zone] = await Promise.all([context.api(invoices.payable, {}), operatorZone()]);
  const payees = suppliers.map((supplier) => payee(supplier, zone));
  const today = dayOf(new Date().toISOString(), zone);
  return {
    payer: payer && { name: payer.userName, account: accountText(payer) },
    payable: payees.filter(({ problems }) => problems.length === 0),
    blocked: payees.filter(({ problems }) => problems.length > 0),
    due: dueBy(today, suppliers),
    today,
    parent: wayBack(paths.payments(), context.url.search),
    commandId: newCommandId(),
  };
}

export type PayablePage = Awaited<ReturnType<typeof loadPayable>>;

const payee = (
  {
    supplierId,
    supplierName,
    problems,
    warnings,
    withheld,
    bankDetailsChangedDate,
    adviceTo,
    invoices: owed,
    ...account
  }: PayableSupplier,
  zone: string,
) => ({
  id: supplierId,
  name: supplierName,
  account: accountText(account),
  changedAt: momentText(bankDetailsChangedDate, zone),
  problems,
  warnings,
  withheld: withheld > 0 ? `Without an ABN: ${formatDollars(withheld)} is withheld if all of it is paid.` : "",
  advice: adviceText(adviceTo),
  total: totalOf(owed),
  invoices: owed.map(
    ({ id, invoiceDate, marketplaceName, total, expectedPaymentDate, otherBankDetails, queriedRows, holdReason }) => ({
      id,
      number: invoiceNumber(id),
      day: formatDay(invoiceDate, zone),
      marketplaceName,
      total,
      expectedDay: expectedPaymentDate ? formatPlainDay(expectedPaymentDate) : undefined,
      otherBankDetails,
      queriedRows,
      holdReason,
    }),
  ),
});

/** Undefined if that is not known. */
function adviceText(adviceTo: readonly string[] | null | undefined): string | undefined {
  if (!adviceTo) return undefined;
  return adviceTo.length > 0
    ? `Remittance advice to ${adviceTo.join(", ")}`
    : "No remittance advice, because there is no email address for billing";
}

/** A supplier with its invoices, payable or not. */
export type Payee = ReturnType<typeof payee>;

const totalOf = (owed: readonly { total: number }[]) => add(...owed.map(({ total }) => total));

const isPayable = ({ problems }: PayableSupplier) => problems.length === 0;

/**
 * Selects the invoices that are due by the day or have no due date, except those of suppliers whose total would be
 * nothing.
 */
function dueBy(day: string, suppliers: readonly PayableSupplier[]): string[] {
  return suppliers.filter(isPayable).flatMap(({ invoices: owed }) => {
    const due = owed.filter(({ expectedPaymentDate }) => !expectedPaymentDate || expectedPaymentDate <= day);
    return totalOf(due) > 0 ? due.map(({ id }) => String(id)) : [];
  });
}

async function withChosen(typed: FormValues, what: string, context: RequestContext): Promise<FormValues> {
  if (what === "totals") return typed;
  const [{ suppliers }, zone] = await Promise.all([context.api(invoices.payable, {}), operatorZone()]);
  const choices: Record<string, () => string[]> = {
    due: () => dueBy(dayOf(new Date().toISOString(), zone), suppliers),
    all: () => suppliers.filter(isPayable).flatMap(({ invoices: owed }) => owed.map(({ id }) => String(id))),
  };
  return { ...typed, InvoiceIds: choices[what]?.() ?? [] };
}

/** One field for each invoice, plus the form's other fields. */
export const maxPaymentFields = mostInvoices + 100;

export const paymentForms: Record<string, CommandForm> = {
  pay: commandForm({
    operation: invoices.makePayment,
    schema: makePayment,
    input: (values) => values,
    refresh: withChosen,
    saved: paymentMessages.made,
    notSaved: paymentMessages.notMade,
    next: ({ url: { search } }, id) => `${paths.payment(id)}${search}`,
  }),
};
