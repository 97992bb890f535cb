/** Loaders of the invoice list and the invoice page, their files, and the forms that regenerate an invoice. */

import { redirect } from "@remix-run/node";
import { invoicesFile, notExported, reconciliationFile } from "#app/lib/export.ts";
import { holdPaths } from "#app/lib/order-hold-paths.ts";
import { heldText } from "#app/lib/order-hold-text.ts";
import { paths } from "#app/lib/paths.ts";
import { answersOf, rowKey } from "#app/lib/row-answers.ts";
import { statementPaths } from "#app/lib/statement-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { marketplaceFilter, marketplaceOptions, supplierFilter } from "#app/services/forms/pickers.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { exportedAs, wrongDays } from "#app/services/pages/exports.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { charges } from "#contract/charges/operations.ts";
import type { InvoiceAnswer } from "#contract/invoices/answers.ts";
import { invoiceMessages } from "#contract/invoices/commands.ts";
import { invoicesExportForm, reconciliationForm } from "#contract/invoices/forms.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Invoice, InvoiceCharge, InvoiceRow, InvoiceTransaction } from "#contract/invoices/schema.ts";
import { can } from "#contract/permissions.ts";
import { capitalised } from "#contract/rules/capital.ts";
import { chargeKindNames, chargesTitle } from "#contract/rules/charge.ts";
import { dayOf, endOfDay, formatDay, formatPlainDay, startOfDay } from "#contract/rules/dates.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { hasEInvoice } from "#contract/rules/e-invoice.ts";
import {
  documentMark,
  documentName,
  type InvoiceState,
  invoiceFigures,
  invoiceNumber,
  invoiceStates,
  periodText,
  rowName,
  unissuedMark,
} from "#contract/rules/invoice.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { add } from "#contract/rules/money.ts";
import { issuedProblemText } from "#contract/rules/supplier-tax.ts";
import { hasUntaxed, untaxedName } from "#contract/rules/tax-class.ts";
import { withheldText } from "#contract/rules/withholding.ts";

export async function loadInvoices(context: RequestContext) {
  const [list, days, hasCharges] = await Promise.all([
    loadList(context, invoices.list, {
      views: "invoices",
      buttons: { canGenerate: invoices.generate, canExport: invoices.exportAll, canPay: invoices.makePayment },
      days: { fromDate: "start", toDate: "end" },
      options: {
        supplierId: () => supplierFilter(context, paths.invoices()),
        marketplaceId: () => marketplaceFilter(context),
        state: stateOptions,
      },
    }),
    daysFor(),
    seesCharges(context),
  ]);
  const rows = list.data.rows.map((row) => listed(row, days.timeZone));
  return { ...list, data: { ...list.data, rows, days, hasCharges } };
}

const seesCharges = async (context: RequestContext) =>
  (await hasFeature("charges")) && can(await permissionsOf(context), charges.list);

const stateText: Record<InvoiceState, string> = {
  draft: "Draft",
  notified: "Notified",
  scheduled: "Payment scheduled",
  paid: "Paid",
  void: "Void",
};

/** Without a bank date, an invoice is in a payment that was not released, or needs none. */
function stateLabel(state: InvoiceState, paidDate: string | null | undefined): string {
  if (state === "paid" && !paidDate) return "Nothing to pay";
  return state === "scheduled" && !paidDate ? "Payment not released" : stateText[state];
}

const stateOptions = async () => invoiceStates.map((value) => ({ value, label: stateText[value] }));

const dayText = (day: string | null | undefined) => (day ? formatPlainDay(day) : undefined);

/** Amounts ex GST, and their GST, as the list shows them. */
const listed = (
  {
    id,
    invoiceDate,
    documentKind,
    isAdjustment,
    supplierName,
    marketplaceName,
    total,
    paidDate,
    state,
    queriedRows,
    issueProblem,
    isHeld,
    ...row
  }: InvoiceRow,
  timeZone: string,
) => ({
  id,
  number: invoiceNumber(id),
  mark: capitalised(documentMark({ documentKind, isAdjustment })),
  day: formatDay(invoiceDate, timeZone),
  supplierName,
  marketplaceName,
  purchase: { exTax: row.purchaseAmountExTax, tax: row.purchaseAmountTax },
  commission: { exTax: row.commissionAmountExTax, tax: row.commissionAmountTax },
  shipping: { exTax: row.shippingAmountExTax, tax: row.shippingAmountTax },
  total,
  state: state && { name: state, label: stateLabel(state, paidDate) },
  paidDay: dayText(paidDate),
  isHeld,
  queriedRows,
  issueMark: issueProblem ? (state === "draft" ? "Not to be issued" : "Not valid as tax invoice") : undefined,
});

/** A row of the list. */
export type ListedInvoice = ReturnType<typeof listed>;

export const invoiceId = ({ param }: RequestContext) => param("id");
export const getInvoice = (context: RequestContext) => context.api(invoices.get, { id: invoiceId(context) });

export async function loadInvoice(context: RequestContext) {
  const [invoice, timeZone, permissions, hasStatements, hasEInvoices] = await Promise.all([
    getInvoice(context),
    operatorZone(),
    permissionsOf(context),
    hasFeature(invoices.statement.feature),
    hasFeature(invoices.eInvoice.feature),
  ]);
  return shown(invoice, { timeZone, canPay: can(permissions, invoices.paymentRun), hasStatements, hasEInvoices });
}

export type InvoicePage = ReturnType<typeof shown>;

interface Reader {
  timeZone: string;
  canPay: boolean;
  hasStatements: boolean;
  hasEInvoices: boolean;
}

function shown(
  {
    transactions,
    charges,
    invoiceDate,
    letters,
    notifiedDate,
    expectedPaymentDate,
    paidDate,
    bankDetailsChangedDate,
    payment,
    hold,
    heldRows,
    returnedPayments,
    ...invoice
  }: Invoice,
  { timeZone, canPay, hasStatements, hasEInvoices }: Reader,
) {
  return {
    ...invoice,
    canPay,
    number: invoiceNumber(invoice.id),
    day: formatDay(invoiceDate, timeZone),
    period: periodText({ invoiceDate, transactions }, timeZone),
    unissued: unissuedMark(invoice.state, invoice.issueProblem),
    hasEInvoice: hasEInvoices && hasEInvoice({ ...invoice, notifiedDate }),
    issuedWrongly: notifiedDate && invoice.issueProblem ? issuedProblemText[invoice.issueProblem] : undefined,
    /** The statement of account with the day of issue. */
    statementPath:
      hasStatements && notifiedDate && invoice.supplierId
        ? statementPaths.ofMonth(invoice.supplierId, dayOf(notifiedDate, timeZone))
        : undefined,
    notifiedAt: notifiedDate ? formatMoment(notifiedDate, timeZone) : undefined,
    expectedPaymentDay: dayText(expectedPaymentDate),
    paidDay: dayText(paidDate),
    ...shownHolds({ ...invoice, hold, heldRows }, timeZone),
    paidWith: payment && (payment.invoiceCount > 1 || payment.withheld > 0) ? paidWith(payment) : undefined,
    paymentReference: payment?.reference,
    returned: returnedPayments.map(({ paymentRunId, bankDate, returnedOn, amount, reason }) => ({
      paymentRunId,
      text: `${formatDollars(amount)} of ${formatPlainDay(bankDate)} came back on ${formatPlainDay(returnedOn)}: ${reason}`,
    })),
    bankDetailsChangedAt: bankDetailsChangedDate ? formatMoment(bankDetailsChangedDate, timeZone) : undefined,
    letters: letters.map(({ address, sentDate, failedDate }) => ({
      address,
      state: emailState(sentDate, failedDate, timeZone),
    })),
    summary: summaryOf(invoice),
    /** GST on the supplier's own supplies, and on the marketplace's commission. */
    suppliesTax: add(invoice.purchaseAmountTax, invoice.shippingAmountTax),
    rows: transactions.map((row) => shownRow(row, invoice, timeZone)),
    hasUntaxed: hasUntaxed(transactions),
    ...shownCharges(invoice, charges, timeZone),
    openRows: [...transactions, ...charges].filter(({ answers }) => answers.length === 0).length,
  };
}

const summaryOf = (invoice: Omit<InvoiceRow, "invoiceDate">) =>
  invoiceFigures({
    purchase: { exTax: invoice.purchaseAmountExTax, tax: invoice.purchaseAmountTax },
    shipping: { exTax: invoice.shippingAmountExTax, tax: invoice.shippingAmountTax },
    commission: { exTax: invoice.commissionAmountExTax, tax: invoice.commissionAmountTax },
  });

const shownHolds = (
  { hold, heldRows, ...invoice }: Pick<Invoice, "hold" | "heldRows" | "supplierId" | "marketplaceId">,
  timeZone: string,
) => ({
  held: hold ? heldText(hold, timeZone) : undefined,
  heldRows: heldRows && { ...heldRows, path: holdPaths.orders(invoice) },
});

/** All invoices of the supplier's payment. */
const paidWith = ({ amount, withheld, invoiceCount, invoices: paid }: NonNullable<Invoice["payment"]>) => ({
  amount,
  withheld: withheldText(withheld),
  invoices: paid.map(({ id, total, ...document }) => ({
    id,
    number: invoiceNumber(id),
    kind: documentName(document),
    total,
  })),
  more: invoiceCount - paid.length,
});

/** The answers to a row, and what the caller may add. */
function answered(answers: readonly InvoiceAnswer[], canAnswer: boolean, timeZone: string) {
  const shown = answersOf(answers, timeZone);
  return { ...shown, confirmId: canAnswer && shown.latest?.kind !== "confirmed" ? newCommandId() : undefined };
}

type ChargeSums = Pick<Invoice, "chargesAmountExTax" | "chargesAmountTax" | "canAnswerRows">;

function shownCharges(
  { chargesAmountExTax, chargesAmountTax, canAnswerRows }: ChargeSums,
  charges: readonly InvoiceCharge[],
  timeZone: string,
) {
  const chargesTotal = add(chargesAmountExTax, chargesAmountTax);
  return {
    charges: charges.map((charge) => shownCharge(charge, canAnswerRows, timeZone)),
    chargesTitle: chargesTitle({ total: chargesTotal, hasGst: chargesAmountTax !== 0 }),
    chargesTotal,
  };
}

const shownCharge = ({ answers, ...charge }: InvoiceCharge, canAnswer: boolean, timeZone: string) => ({
  ...charge,
  ...answered(answers, canAnswer, timeZone),
  rowKey: rowKey({ chargeId: charge.id }),
  name: charge.description,
  kindName: chargeKindNames[charge.kind],
  amount: 0 - charge.amountIncTax,
  dayText: formatPlainDay(charge.day),
  untaxed: untaxedName(charge.taxClass),
});

function shownRow(
  { orderDate, answers, adjustments, originals, ...row }: InvoiceTransaction,
  { id: invoiceId, canAnswerRows, canHoldRows }: Pick<Invoice, "id" | "canAnswerRows" | "canHoldRows">,
  timeZone: string,
) {
  return {
    ...row,
    ...answered(answers, canAnswerRows, timeZone),
    holdPath: canHoldRows && row.lineItemId ? holdPaths.row(invoiceId, row.lineItemId) : undefined,
    rowKey: rowKey(row),
    name: rowName({ name: row.productName, orderNumber: row.marketplaceOrderId }),
    amount: row.supplierPaymentIncTax,
    orderDay: formatDay(orderDate, timeZone),
    untaxed: untaxedName(row.taxClass),
    adjustments: adjustments.map(({ date, ...adjustment }, key) => ({
      ...adjustment,
      key,
      day: formatDay(date, timeZone),
    })),
    originals: originals.map(({ id, invoiceDate }) => ({
      id,
      number: invoiceNumber(id),
      day: formatDay(invoiceDate, timeZone),
    })),
  };
}

function emailState(
  sentDate: string | null | undefined,
  failedDate: string | null | undefined,
  timeZone: string,
): string {
  if (sentDate) return `Sent ${formatMoment(sentDate, timeZone)}`;
  return failedDate ? `Failed ${formatMoment(failedDate, timeZone)}` : "Queued";
}

export async function loadInvoiceToRegenerate(context: RequestContext) {
  const { id, canRegenerate } = await getInvoice(context);
  if (!canRegenerate) throw missing();
  return { id, number: invoiceNumber(id) };
}

export const regenerateForms: Record<string, CommandForm> = {
  regenerate: commandForm({
    operation: invoices.generate,
    input: (_, context) => ({ InvoiceId: Number(invoiceId(context)) }),
    saved: invoiceMessages.regenerated,
    notSaved: invoiceMessages.notRegenerated,
    next: (context) => `${paths.invoice(invoiceId(context))}${context.url.search}`,
  }),
};

function whyVoidable(items: number, charges: number): string {
  if (items > 0) return "must not be issued. Its amounts become free for other invoices.";
  return charges > 0 ? "has only charges. They become free for other invoices." : "is empty.";
}

export async function loadInvoiceToVoid(context: RequestContext) {
  const { id, canVoid, transactions, charges } = await getInvoice(context);
  if (!canVoid) throw missing();
  return { id, number: invoiceNumber(id), why: whyVoidable(transactions.length, charges.length) };
}

export const voidForms: Record<string, CommandForm> = {
  void: commandForm({
    operation: invoices.void,
    input: (_, context) => ({ InvoiceId: Number(invoiceId(context)) }),
    saved: invoiceMessages.voided,
    notSaved: invoiceMessages.notVoided,
    next: (context) => `${paths.invoice(invoiceId(context))}${context.url.search}`,
  }),
};

/* ---- files ---- */

export async function exportInvoice(context: RequestContext): Promise<Response> {
  const id = invoiceId(context);
  const page = `${paths.invoice(id)}${context.url.search}`;
  const { format, fileName } = exportedAs(context, `Invoice-${id}.xlsx`);
  return download(context, {
    operation: invoices.export,
    input: { invoiceId: id, ...format },
    fileName,
    page,
    notDownloaded: notExported,
  });
}

export async function downloadInvoice(context: RequestContext): Promise<Response> {
  const { id } = await getInvoice(context);
  return download(context, {
    operation: invoices.document,
    input: { id },
    fileName: `${invoiceNumber(id)}.pdf`,
    isShown: true,
    page: paths.invoice(id),
    notDownloaded: notExported,
  });
}

export async function downloadEInvoice(context: RequestContext): Promise<Response> {
  const { id } = await getInvoice(context);
  return download(context, {
    operation: invoices.eInvoice,
    input: { id },
    fileName: `${invoiceNumber(id)}.xml`,
    page: paths.invoice(id),
    notDownloaded: notExported,
  });
}

const typedIn = ({ url }: RequestContext) => Object.fromEntries(url.searchParams);

/** For the export dialogs: the filters of the query string, as typed. */
export async function loadInvoicesExport(context: RequestContext) {
  return {
    filters: typedIn(context),
    defaults: {},
    options: { marketplaceId: await marketplaceOptions(context) },
    wrong: wrongDays(typedIn(context)),
  };
}

export async function exportInvoices(context: RequestContext): Promise<Response> {
  const page = `${paths.exportInvoices()}${context.url.search}`;
  const typed = invoicesExportForm.safeParse(typedIn(context));
  if (!typed.success) return redirectWithError(page, typed.error.issues[0]?.message ?? notExported);
  return download(context, {
    operation: invoices.exportAll,
    input: typed.data,
    fileName: invoicesFile,
    page,
    notDownloaded: notExported,
  });
}

export async function exportReconciliation(context: RequestContext): Promise<Response> {
  const page = `${paths.reconciliation()}${context.url.search}`;
  const typed = reconciliationForm.safeParse(typedIn(context));
  // The page says it at the field.
  if (wrongDays(typedIn(context)).length > 0) return redirect(page);
  if (!typed.success) return redirectWithError(page, typed.error.issues[0]?.message ?? notExported);
  const zone = await operatorZone();
  const { marketplaceId, fromDate, toDate } = typed.data;
  const { format, fileName } = exportedAs(context, reconciliationFile);
  return download(context, {
    operation: invoices.exportReconciliation,
    input: {
      marketplaceId,
      fromDate: startOfDay(fromDate, zone),
      toDate: endOfDay(toDate, zone),
      ...format,
    },
    fileName,
    page,
    notDownloaded: notExported,
  });
}
