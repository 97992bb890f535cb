/** Loaders of the invoice list and the invoice page, their files, and the forms that regenerate an invoice. */

import { z } from "zod";
import { invoicesFile, notExported, reconciliationFile } from "#app/lib/export.ts";
import { paths } from "#app/lib/paths.ts";
import { answersOf } from "#app/lib/row-answers.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { marketplaceOptions, supplierOptions } from "#app/services/forms/pickers.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { download } from "#app/services/request/download.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { invoiceMessages } from "#contract/invoices/commands.ts";
import { invoicesExportForm, reconciliationForm } from "#contract/invoices/forms.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Invoice, InvoiceRow, InvoiceTransaction } from "#contract/invoices/schema.ts";
import { can } from "#contract/permissions.ts";
import { endOfDay, formatDay, formatPlainDay, startOfDay } from "#contract/rules/dates.ts";
import {
  type InvoiceState,
  invoiceFigures,
  invoiceNumber,
  invoiceStates,
  unissuedMark,
} from "#contract/rules/invoice.ts";
import { formatMoment, formatZonedMoment } from "#contract/rules/moments.ts";
import { add } from "#contract/rules/money.ts";

export async function loadInvoices(call: Call) {
  const [list, days] = await Promise.all([
    loadList(call, invoices.list, {
      buttons: { canGenerate: invoices.generate, canExport: invoices.exportAll, canPay: invoices.makePayment },
      days: { fromDate: "start", toDate: "end" },
      options: {
        supplierId: () => supplierOptions(call),
        marketplaceId: () => marketplaceOptions(call),
        state: stateOptions,
      },
    }),
    daysFor(call),
  ]);
  return { ...list, data: { ...list.data, rows: list.data.rows.map((row) => listed(row, days.filterZone)), days } };
}

const stateWords: Record<InvoiceState, string> = {
  draft: "Draft",
  notified: "Notified",
  scheduled: "Payment scheduled",
  paid: "Paid",
  void: "Void",
};

const stateOptions = async () => invoiceStates.map((value) => ({ value, label: stateWords[value] }));

const dayWords = (day: string | null | undefined) => (day ? formatPlainDay(day) : undefined);

/** Amounts ex GST, and their GST, as the list shows them. */
const listed = (
  {
    id,
    invoiceDate,
    isAdjustment,
    supplierName,
    marketplaceName,
    total,
    paidDate,
    state,
    queriedRows,
    ...row
  }: InvoiceRow,
  timeZone: string,
) => ({
  id,
  number: invoiceNumber(id),
  isAdjustment,
  day: formatDay(invoiceDate, timeZone),
  supplierName,
  marketplaceName,
  purchase: { exTax: row.purchaseAmountExTax, tax: row.purchaseAmountTax },
  commission: { exTax: row.commissionAmountExTax, tax: row.commissionAmountTax },
  shipping: { exTax: row.shippingAmountExTax, tax: row.shippingAmountTax },
  total,
  state: state && { name: state, label: state === "paid" && !paidDate ? "Nothing to pay" : stateWords[state] },
  paidDay: dayWords(paidDate),
  queriedRows,
});

/** A row of the list. */
export type ListedInvoice = ReturnType<typeof listed>;

export const invoiceId = ({ params }: Call): string => params.id ?? "";
export const getInvoice = (call: Call) => call.api(invoices.get, { id: invoiceId(call) });

/** Dates are in the operator's time zone, as in the invoice document. */
export async function loadInvoice(call: Call) {
  const [invoice, { defaultTimeZone }, permissions] = await Promise.all([
    getInvoice(call),
    configuration(),
    permissionsOf(call),
  ]);
  return shown(invoice, { timeZone: defaultTimeZone, canPay: can(permissions, invoices.paymentRun) });
}

export type InvoicePage = ReturnType<typeof shown>;

interface Reader {
  timeZone: string;
  canPay: boolean;
}

function shown(
  {
    transactions,
    invoiceDate,
    letters,
    notifiedDate,
    expectedPaymentDate,
    paidDate,
    bankDetailsChangedDate,
    ...invoice
  }: Invoice,
  { timeZone, canPay }: Reader,
) {
  const summary = invoiceFigures({
    purchase: { exTax: invoice.purchaseAmountExTax, tax: invoice.purchaseAmountTax },
    shipping: { exTax: invoice.shippingAmountExTax, tax: invoice.shippingAmountTax },
    commission: { exTax: invoice.commissionAmountExTax, tax: invoice.commissionAmountTax },
  });
  return {
    ...invoice,
    canPay,
    number: invoiceNumber(invoice.id),
    day: formatDay(invoiceDate, timeZone),
    unissued: unissuedMark(invoice.state),
    notifiedAt: notifiedDate ? formatZonedMoment(notifiedDate, timeZone) : undefined,
    expectedPaymentDay: dayWords(expectedPaymentDate),
    paidDay: dayWords(paidDate),
    bankDetailsChangedAt: bankDetailsChangedDate ? formatZonedMoment(bankDetailsChangedDate, timeZone) : undefined,
    letters: letters.map(({ address, sentDate, failedDate }) => ({
      address,
      state: letterState(sentDate, failedDate, timeZone),
    })),
    summary,
    /** GST on the supplier's own supplies, and on the marketplace's commission. */
    suppliesTax: add(invoice.purchaseAmountTax, invoice.shippingAmountTax),
    rows: transactions.map((row) => shownRow(row, invoice.canAnswerRows, timeZone)),
    openRows: transactions.filter(({ answers }) => answers.length === 0).length,
    timeZone,
  };
}

function shownRow(
  { orderDate, answers, adjustments, originals, ...row }: InvoiceTransaction,
  canAnswer: boolean,
  timeZone: string,
) {
  const said = answersOf(answers, timeZone);
  const confirmId = canAnswer && said.latest?.kind !== "confirmed" ? newCommandId() : undefined;
  return {
    ...row,
    ...said,
    confirmId,
    orderDay: formatDay(orderDate, timeZone),
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

function letterState(
  sentDate: string | null | undefined,
  failedDate: string | null | undefined,
  timeZone: string,
): string {
  if (sentDate) return `Sent ${formatMoment(sentDate, timeZone)}`;
  return failedDate ? `Failed ${formatMoment(failedDate, timeZone)}` : "Queued";
}

export async function loadInvoiceToRegenerate(call: Call) {
  const { id, canRegenerate } = await getInvoice(call);
  if (!canRegenerate) throw missing();
  return { id, number: invoiceNumber(id), commandId: newCommandId() };
}

export const regenerateForms: Record<string, CommandForm> = {
  regenerate: commandForm({
    operation: invoices.generate,
    schema: z.object({}),
    input: (_, call) => ({ InvoiceId: Number(invoiceId(call)) }),
    saved: invoiceMessages.regenerated,
    notSaved: invoiceMessages.notRegenerated,
    next: (call) => `${paths.invoice(invoiceId(call))}${call.url.search}`,
  }),
};

export async function loadInvoiceToVoid(call: Call) {
  const { id, canVoid } = await getInvoice(call);
  if (!canVoid) throw missing();
  return { id, number: invoiceNumber(id), commandId: newCommandId() };
}

export const voidForms: Record<string, CommandForm> = {
  void: commandForm({
    operation: invoices.void,
    schema: z.object({}),
    input: (_, call) => ({ InvoiceId: Number(invoiceId(call)) }),
    saved: invoiceMessages.voided,
    notSaved: invoiceMessages.notVoided,
    next: (call) => `${paths.invoice(invoiceId(call))}${call.url.search}`,
  }),
};

/* ---- files ---- */

export async function exportInvoice(call: Call): Promise<Response> {
  const id = invoiceId(call);
  const page = `${paths.invoice(id)}${call.url.search}`;
  return download(call, {
    operation: invoices.export,
    input: { invoiceId: id },
    fileName: `Invoice-${id}.xlsx`,
    page,
    notDownloaded: notExported,
  });
}

export async function downloadInvoice(call: Call): Promise<Response> {
  const { id } = await getInvoice(call);
  return download(call, {
    operation: invoices.document,
    input: { id },
    fileName: `${invoiceNumber(id)}.pdf`,
    isShown: true,
    page: paths.invoice(id),
    notDownloaded: notExported,
  });
}

const typedIn = ({ url }: Call) => Object.fromEntries(url.searchParams);

/** For the export dialogs: the filters of the query string, as typed. */
export async function loadInvoicesExport(call: Call) {
  return { filters: typedIn(call), defaults: {}, options: { marketplaceId: await marketplaceOptions(call) } };
}

export async function exportInvoices(call: Call): Promise<Response> {
  const page = `${paths.exportInvoices()}${call.url.search}`;
  const typed = invoicesExportForm.safeParse(typedIn(call));
  if (!typed.success) return redirectWithError(page, typed.error.issues[0]?.message ?? notExported);
  return download(call, {
    operation: invoices.exportAll,
    input: typed.data,
    fileName: invoicesFile,
    page,
    notDownloaded: notExported,
  });
}

export async function exportReconciliation(call: Call): Promise<Response> {
  const page = `${paths.reconciliation()}${call.url.search}`;
  const typed = reconciliationForm.safeParse(typedIn(call));
  if (!typed.success) return redirectWithError(page, typed.error.issues[0]?.message ?? notExported);
  const { defaultTimeZone } = await configuration();
  const { marketplaceId, fromDate, toDate } = typed.data;
  return download(call, {
    operation: invoices.exportReconciliation,
    input: {
      marketplaceId,
      fromDate: startOfDay(fromDate, defaultTimeZone),
      toDate: endOfDay(toDate, defaultTimeZone),
    },
    fileName: reconciliationFile,
    page,
    notDownloaded: notExported,
  });
}
