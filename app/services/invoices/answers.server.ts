/** Confirmations and queries of invoice rows by suppliers, and Finance's answers: dialogs and forms. */

import { paths } from "#app/lib/paths.ts";
import { idsOfRow, rowKey, shownAnswer } from "#app/lib/row-answers.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { answerForm, answerMessages, confirmForm, type InvoiceAnswer, queryForm } from "#contract/invoices/answers.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { invoiceNumber, rowName } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { getInvoice, invoiceId } from "./invoices.server.ts";

const keyOfRow = ({ param }: RequestContext) => param("row");
const invoicePage = (context: RequestContext) => `${paths.invoice(invoiceId(context))}${context.url.search}`;

interface Row {
  key: string;
  name: string;
  /** Dollars inc GST: what the supplier is paid. */
  amount: number;
  answers: readonly InvoiceAnswer[];
}

/** The rows and the charges of an invoice. */
const rowsOf = ({ transactions, charges }: Invoice): Row[] => [
  ...transactions.map(({ lineItemId, productName, marketplaceOrderId, supplierPaymentIncTax, answers }) => ({
    key: rowKey({ lineItemId }),
    name: rowName({ name: productName, orderNumber: marketplaceOrderId }),
    amount: supplierPaymentIncTax,
    answers,
  })),
  ...charges.map(({ id, description, amountIncTax, answers }) => ({
    key: rowKey({ chargeId: id }),
    name: description,
    amount: 0 - amountIncTax,
    answers,
  })),
];

async function loadRow(context: RequestContext, mayAnswer: (invoice: Invoice, row: Row) => boolean) {
  const [invoice, timeZone] = await Promise.all([getInvoice(context), operatorZone()]);
  const row = rowsOf(invoice).find(({ key }) => key === keyOfRow(context));
  if (!row || !mayAnswer(invoice, row)) throw missing();
  return {
    number: invoiceNumber(invoice.id),
    name: row.name,
    amount: row.amount,
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
  const invoice = await getInvoice(context);
  if (!invoice.canAnswerRows) throw missing();
  const open = rowsOf(invoice).filter(({ answers }) => answers.length === 0);
  return { id: invoiceId(context), count: open.length, total: add(...open.map(({ amount }) => amount)) };
}

const ofDialog = (context: RequestContext) => ({ InvoiceId: invoiceId(context), ...idsOfRow(keyOfRow(context)) });

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
