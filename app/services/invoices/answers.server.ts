/** Confirmations and queries of invoice rows by suppliers, and Finance's answers: dialogs and forms. */

import { z } from "zod";
import { paths } from "#app/lib/paths.ts";
import { shownAnswer } from "#app/lib/row-answers.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { answerMessages } from "#contract/invoices/answers.ts";
import { answerForm, confirmForm, queryForm } from "#contract/invoices/forms.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { getInvoice, invoiceId } from "./invoices.server.ts";

const lineItemId = ({ params }: Call) => params.lineItemId ?? "";
const invoicePage = (call: Call) => `${paths.invoice(invoiceId(call))}${call.url.search}`;

type Row = Invoice["transactions"][number];

async function loadRow(call: Call, mayAnswer: (invoice: Invoice, row: Row) => boolean) {
  const [invoice, { defaultTimeZone }] = await Promise.all([getInvoice(call), configuration()]);
  const row = invoice.transactions.find((each) => String(each.lineItemId) === lineItemId(call));
  if (!row || !mayAnswer(invoice, row)) throw missing();
  return {
    number: invoiceNumber(invoice.id),
    productName: row.productName,
    marketplaceOrderId: row.marketplaceOrderId,
    amount: row.supplierPaymentIncTax,
    answers: row.answers.map((answer) => shownAnswer(answer, defaultTimeZone)),
    timeZone: defaultTimeZone,
    parent: invoicePage(call),
    commandId: newCommandId(),
  };
}

/** The invoice row of a dialog. */
export type DialogRow = Awaited<ReturnType<typeof loadRow>>;

export const loadRowToQuery = (call: Call) => loadRow(call, ({ canAnswerRows }) => canAnswerRows);

/** Also loads a row that was answered in the meantime, so that the user sees that answer and keeps the input. */
export const loadRowToAnswer = (call: Call) =>
  loadRow(
    call,
    ({ canAnswerQueries }, { answers }) => canAnswerQueries && answers.some(({ kind }) => kind === "queried"),
  );

export async function loadRowsToConfirm(call: Call) {
  const { canAnswerRows, transactions } = await getInvoice(call);
  if (!canAnswerRows) throw missing();
  const open = transactions.filter(({ answers }) => answers.length === 0);
  return {
    count: open.length,
    total: add(...open.map(({ supplierPaymentIncTax }) => supplierPaymentIncTax)),
    parent: invoicePage(call),
    commandId: newCommandId(),
  };
}

const ofDialog = (call: Call) => ({ InvoiceId: invoiceId(call), LineItemId: lineItemId(call) });

export const answerForms: Record<string, CommandForm> = {
  confirm: commandForm({
    operation: invoices.confirmRow,
    schema: confirmForm,
    input: (row, call) => ({ ...row, InvoiceId: invoiceId(call) }),
    saved: answerMessages.confirmed,
    notSaved: answerMessages.notKept,
    next: invoicePage,
  }),
  confirmAll: commandForm({
    operation: invoices.confirmRows,
    schema: z.object({}),
    input: (_, call) => ({ InvoiceId: invoiceId(call) }),
    saved: answerMessages.allConfirmed,
    notSaved: answerMessages.notKept,
    next: invoicePage,
  }),
  query: commandForm({
    operation: invoices.queryRow,
    schema: queryForm,
    input: (typed, call) => ({ ...typed, ...ofDialog(call) }),
    saved: answerMessages.queried,
    notSaved: answerMessages.notKept,
    next: invoicePage,
  }),
  answer: commandForm({
    operation: invoices.answerQuery,
    schema: answerForm,
    input: (typed, call) => ({ ...typed, ...ofDialog(call) }),
    saved: answerMessages.answered,
    notSaved: answerMessages.notKept,
    next: invoicePage,
  }),
};
