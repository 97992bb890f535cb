/** Confirmations and queries of invoice rows by suppliers, and Finance's answers: dialogs and forms. */

import { paths } from "#app/lib/paths.ts";
import { shownAnswer } from "#app/lib/row-answers.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { answerMessages } from "#contract/invoices/answers.ts";
import { answerForm, confirmForm, queryForm } from "#contract/invoices/forms.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { getInvoice, invoiceId } from "./invoices.server.ts";

const lineItemId = ({ param }: RequestContext) => param("lineItemId");
const invoicePage = (context: RequestContext) => `${paths.invoice(invoiceId(context))}${context.url.search}`;

type Row = Invoice["transactions"][number];

async function loadRow(context: RequestContext, mayAnswer: (invoice: Invoice, row: Row) => boolean) {
  const [invoice, timeZone] = await Promise.all([getInvoice(context), operatorZone()]);
  const row = invoice.transactions.find((each) => String(each.lineItemId) === lineItemId(context));
  if (!row || !mayAnswer(invoice, row)) throw missing();
  return {
    number: invoiceNumber(invoice.id),
    productName: row.productName,
    marketplaceOrderId: row.marketplaceOrderId,
    amount: row.supplierPaymentIncTax,
    answers: row.answers.map((answer) => shownAnswer(answer, timeZone)),
    parent: invoicePage(context),
    commandId: newCommandId(),
  };
}

/** The invoice row of a dialog. */
export type DialogRow = Awaited<ReturnType<typeof loadRow>>;

export const loadRowToQuery = (context: RequestContext) => loadRow(context, ({ canAnswerRows }) => canAnswerRows);

/** Also loads a row that was answered in the meantime, so that the user sees that answer and keeps the input. */
export const loadRowToAnswer = (context: RequestContext) =>
  loadRow(
    context,
    ({ canAnswerQueries }, { answers }) => canAnswerQueries && answers.some(({ kind }) => kind === "queried"),
  );

export async function loadRowsToConfirm(context: RequestContext) {
  const { canAnswerRows, transactions } = await getInvoice(context);
  if (!canAnswerRows) throw missing();
  const open = transactions.filter(({ answers }) => answers.length === 0);
  return {
    id: invoiceId(context),
    count: open.length,
    total: add(...open.map(({ supplierPaymentIncTax }) => supplierPaymentIncTax)),
  };
}

const ofDialog = (context: RequestContext) => ({ InvoiceId: invoiceId(context), LineItemId: lineItemId(context) });

export const answerForms: Record<string, CommandForm> = {
  confirm: commandForm({
    operation: invoices.confirmRow,
    schema: confirmForm,
    input: (row, context) => ({ ...row, InvoiceId: invoiceId(context) }),
    saved: answerMessages.confirmed,
    notSaved: answerMessages.notSaved,
    next: invoicePage,
  }),
  confirmAll: commandForm({
    operation: invoices.confirmRows,
    input: (_, context) => ({ InvoiceId: invoiceId(context) }),
    saved: answerMessages.allConfirmed,
    notSaved: answerMessages.notSaved,
    next: invoicePage,
  }),
  query: commandForm({
    operation: invoices.queryRow,
    schema: queryForm,
    input: (typed, context) => ({ ...typed, ...ofDialog(context) }),
    saved: answerMessages.queried,
    notSaved: answerMessages.notSaved,
    next: invoicePage,
  }),
  answer: commandForm({
    operation: invoices.answerQuery,
    schema: answerForm,
    input: (typed, context) => ({ ...typed, ...ofDialog(context) }),
    saved: answerMessages.answered,
    notSaved: answerMessages.notSaved,
    next: invoicePage,
  }),
};
