import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId } from "#contract/fields.ts";
import { command, download, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { answerQuery, confirmRow, confirmRows, queryRow } from "./answers.ts";
import { generatedInvoices, generateInvoices, notifiedSuppliers, notifySuppliers, voidInvoice } from "./commands.ts";
import { endHold, endHoldOfLineItem, holdLineItem, holdPayment } from "./holds.ts";
import {
  cancelPayment,
  makePayment,
  payableSchema,
  paymentRunFilters,
  paymentRunRow,
  paymentRunSchema,
  paymentRunSortFields,
  recordedReturns,
  recordReturns,
  releasePayment,
  returnPayment,
} from "./payments.ts";
import {
  invoiceFilters,
  invoiceRow,
  invoiceSchema,
  invoiceSortFields,
  invoicesExport,
  readinessInput,
  readinessRow,
  reconciliation,
  toNotifySchema,
} from "./schema.ts";
import {
  earningsSchema,
  statementBalances,
  statementDays,
  statementEntry,
  statementExport,
  statementInput,
} from "./supplier-statement.ts";

/** The statement of account and the earnings of suppliers, which people and keys may read. Not part of other APIs. */
const ofStatements = { permission: "invoices.view", feature: "statements", scope: "statements.read" } as const;

export const invoices = {
  list: query("Invoices", {
    description: "Lists invoices, a page at a time.",
    permission: "invoices.view",
    input: invoiceFilters.extend(paging(invoiceSortFields, { direction: "Descending" }).shape),
    output: paged(invoiceRow),
  }),
  get: query("invoices/{id}", {
    description: "Returns an invoice with its rows and their answers.",
    permission: "invoices.view",
    input: z.object({ id: recordId }),
    output: invoiceSchema,
  }),
  /** Not part of other APIs. */
  readiness: query("invoices/readiness", {
    description: "Returns what would be invoiced, and which suppliers are not ready.",
    permission: "invoices.add",
    input: readinessInput,
    output: z.array(readinessRow),
  }),
  generate: command("invoices/GenerateInvoices", {
    description: "Generates invoices for what is owed by a date, one for each supplier and marketplace.",
    permission: "invoices.add",
    effect: "work",
    input: generateInvoices,
    output: generatedInvoices,
  }),
  /** Not part of other APIs. */
  void: command("invoices/VoidInvoice", {
    description: "Voids a draft that is empty or must not be issued. It releases its amounts and keeps its number.",
    permission: "invoices.add",
    effect: "work",
    input: voidInvoice,
  }),
  /** Not part of other APIs. */
  toNotify: query("invoices/toNotify", {
    description: "Returns whom `notifySuppliers` would notify.",
    permission: "invoices.add",
    input: z.object({}),
    output: toNotifySchema,
  }),
  notifySuppliers: command("invoices/NotifySuppliers", {
    description: "Emails each invoice to the billing contacts of its supplier.",
    permission: "invoices.add",
    effect: "message",
    input: notifySuppliers,
    output: notifiedSuppliers,
  }),
  /** Not part of other APIs, nor are the three that follow. */
  confirmRow: command("invoices/ConfirmRow", {
    description: "Confirms a row of an invoice, on behalf of the supplier.",
    permission: "invoices.view",
    effect: "work",
    input: confirmRow,
  }),
  confirmRows: command("invoices/ConfirmRows", {
    description: "Confirms every row of an invoice without an answer. Returns their number.",
    permission: "invoices.view",
    effect: "work",
    input: confirmRows,
    output: z.number().int(),
  }),
  queryRow: command("invoices/QueryRow", {
    description: "Queries a row of an invoice, on behalf of the supplier. The query is emailed to Finance.",
    permission: "invoices.view",
    effect: "work",
    input: queryRow,
  }),
  answerQuery: command("invoices/AnswerQuery", {
    description: "Answers and closes a query. The answer is emailed to the person who asked.",
    permission: "invoices.add",
    effect: "work",
    input: answerQuery,
  }),
  /** Not part of other APIs, nor are the seven that follow. */
  holdPayment: command("invoices/HoldPayment", {
    description:
      "Holds the payment of an issued document: no payment takes it until the hold ends. The supplier sees why.",
    permission: "invoices.add",
    effect: "withdrawal",
    input: holdPayment,
  }),
  endHold: command("invoices/EndHold", {
    description: "Ends the hold of a document's payment, so that the next payment can take it.",
    permission: "invoices.add",
    effect: "work",
    input: endHold,
  }),
  holdLineItem: command("invoices/HoldLineItem", {
    description:
      "Holds a line item from being invoiced: no new document has it until the hold ends. A draft that has it is generated again without it. The supplier sees why.",
    permission: "invoices.add",
    effect: "withdrawal",
    feature: "heldRows",
    input: holdLineItem,
  }),
  endHoldOfLineItem: command("invoices/EndHoldOfLineItem", {
    description: "Ends the hold of a line item, so that the next document can have it.",
    permission: "invoices.add",
    effect: "work",
    feature: "heldRows",
    input: endHoldOfLineItem,
  }),
  payable: query("invoices/payable", {
    description: "Returns what can be paid, and to whom.",
    permission: "invoices.add",
    input: z.object({}),
    output: payableSchema,
  }),
  makePayment: command("invoices/MakePayment", {
    description:
      "Makes a payment of invoices with one bank file, which somebody else releases. Returns the number of the payment run.",
    permission: "invoices.add",
    effect: "money",
    input: makePayment,
    output: z.number().int(),
  }),
  releasePayment: command("invoices/ReleasePayment", {
    description:
      "Releases a payment run: creates its bank file, and sends suppliers their remittance advice. Must be done by somebody other than who made it, unless nobody else may.",
    permission: "invoices.add",
    effect: "money",
    input: releasePayment,
  }),
  cancelPayment: command("invoices/CancelPayment", {
    description: "Cancels a payment run that has not been released. Its invoices can be paid again.",
    permission: "invoices.add",
    effect: "withdrawal",
    input: cancelPayment,
  }),
  returnPayment: command("invoices/ReturnPayment", {
    description:
      "Records that the bank has returned the credit to a supplier. Its invoices can be paid again, and its account has to be confirmed before.",
    permission: "invoices.add",
    effect: "work",
    input: returnPayment,
  }),
  recordReturns: command("invoices/RecordReturns", {
    description:
      "Records the credits in a bank's return file as `ReturnPayment` does. Credits that were recorded before are counted as known. A file with credits that fit no payment is refused, unless they are left out.",
    permission: "invoices.add",
    effect: "work",
    input: recordReturns,
    output: recordedReturns,
  }),
  paymentRuns: query("invoices/paymentRuns", {
    description: "Lists payment runs, a page at a time.",
    permission: "invoices.add",
    input: paymentRunFilters.extend(paging(paymentRunSortFields, { direction: "Descending" }).shape),
    output: paged(paymentRunRow),
  }),
  paymentRun: query("invoices/paymentRuns/{id}", {
    description: "Returns a payment run with the payment to each supplier.",
    permission: "invoices.add",
    input: z.object({ id: recordId }),
    output: paymentRunSchema,
  }),
  paymentFile: download("invoices/paymentRuns/{id}/file", {
    description:
      "Returns the bank file of a released payment run. It is `PAY-0000003.aba`, in the direct entry format of Australian banks, and always has the same bytes.",
    permission: "invoices.add",
    input: z.object({ id: recordId }),
  }),
  exportAll: download("invoices/ExportInvoices", {
    description: "Returns `InvoicesExport.zip` with the document and the workbook of each invoice of a marketplace.",
    permission: "invoices.view",
    input: invoicesExport,
  }),
  exportReconciliation: download("invoices/ExportReconciliationReport", {
    description: "Returns `ReconciliationExport.xlsx` with every transaction and its invoice and payment.",
    permission: "invoices.view",
    input: reconciliation,
  }),
  export: download("invoices/Export", {
    description: "Returns `Invoice-12.xlsx` with a row for each line item.",
    permission: "invoices.view",
    input: z.object({ invoiceId: recordId, ...exportFormat }),
  }),
  /** Not part of other APIs. */
  document: download("invoices/{id}/document", {
    description: "Returns `INV-0000012.pdf`, the tax invoice itself.",
    permission: "invoices.view",
    input: z.object({ id: recordId }),
  }),
  /** Not part of other APIs. */
  eInvoice: download("invoices/{id}/eInvoice", {
    description:
      "Returns an issued invoice, adjustment note or statement as an electronic invoice in UBL 2.1: a self-billed invoice or credit note of Peppol PINT A-NZ. It is `INV-0000012.xml`.",
    permission: "invoices.view",
    feature: "eInvoices",
    input: z.object({ id: recordId }),
  }),
  statement: query("suppliers/{id}/statement", {
    ...ofStatements,
    description:
      "Lists the statement of account of a supplier, a page at a time: issued documents, payments and returned payments, each with the balance after it.",
    input: statementInput,
    output: paged(statementEntry),
  }),
  statementBalances: query("suppliers/{id}/statement/balances", {
    ...ofStatements,
    description:
      "Returns the balances of a supplier's statement of account at both ends of the days, and what is in no issued document yet.",
    input: statementDays,
    output: statementBalances,
  }),
  statementExport: download("suppliers/{id}/statement/Export", {
    ...ofStatements,
    description: "Returns `Statement-12.xlsx` with the entries of a supplier's statement of account.",
    input: statementExport,
  }),
  statementDocument: download("suppliers/{id}/statement/document", {
    ...ofStatements,
    description: "Returns `Statement-12.pdf`, a supplier's statement of account on paper.",
    input: statementDays,
  }),
  earnings: query("invoices/earnings", {
    ...ofStatements,
    description:
      "Returns what a supplier is owed now, what comes next, and what it was paid last. Without `supplierId`, of the caller's own suppliers.",
    input: z.object({ supplierId: recordId.optional() }),
    output: earningsSchema,
  }),
};
