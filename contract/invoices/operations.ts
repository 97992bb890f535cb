import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, download, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { answerQuery, confirmRow, confirmRows, queryRow } from "./answers.ts";
import { generatedInvoices, generateInvoices, notifiedSuppliers, notifySuppliers, voidInvoice } from "./commands.ts";
import { makePayment, payableSchema, paymentRunRow, paymentRunSchema, paymentRunSortFields } from "./payments.ts";
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

export const invoices = {
  list: query("Invoices", {
    permission: "invoices.view",
    input: invoiceFilters.extend(paging(invoiceSortFields, { direction: "Descending" }).shape),
    output: paged(invoiceRow),
  }),
  get: query("invoices/{id}", {
    permission: "invoices.view",
    input: z.object({ id: recordId }),
    output: invoiceSchema,
  }),
  /** What would be invoiced, and who is not ready. Not among the calls of other APIs. */
  readiness: query("invoices/readiness", {
    permission: "invoices.add",
    input: readinessInput,
    output: z.array(readinessRow),
  }),
  generate: command("invoices/GenerateInvoices", {
    permission: "invoices.add",
    input: generateInvoices,
    output: generatedInvoices,
  }),
  /** Voids an empty draft, which keeps its number. Not among the calls of other APIs. */
  void: command("invoices/VoidInvoice", { permission: "invoices.add", input: voidInvoice }),
  /** Whom `notifySuppliers` would tell. Not among the calls of other APIs. */
  toNotify: query("invoices/toNotify", { permission: "invoices.add", input: z.object({}), output: toNotifySchema }),
  /** Mails each invoice to the billing contacts of its supplier. */
  notifySuppliers: command("invoices/NotifySuppliers", {
    permission: "invoices.add",
    input: notifySuppliers,
    output: notifiedSuppliers,
  }),
  /** The supplier says that a row is right. Not among the calls of other APIs, as the three after it. */
  confirmRow: command("invoices/ConfirmRow", { permission: "invoices.view", input: confirmRow }),
  /** The same of every row to which nothing was said yet. Answers with how many those were. */
  confirmRows: command("invoices/ConfirmRows", {
    permission: "invoices.view",
    input: confirmRows,
    output: z.number().int(),
  }),
  /** The supplier asks about a row, which is mailed to Finance. */
  queryRow: command("invoices/QueryRow", { permission: "invoices.view", input: queryRow }),
  /** Closes what was queried with an answer, which is mailed to the person who asked. */
  answerQuery: command("invoices/AnswerQuery", { permission: "invoices.add", input: answerQuery }),
  /** What can be paid, and to whom. Not among the calls of other APIs, as the four after it. */
  payable: query("invoices/payable", { permission: "invoices.add", input: z.object({}), output: payableSchema }),
  /** Pays invoices with one file for the bank. Answers with the number of the payment. */
  makePayment: command("invoices/MakePayment", {
    permission: "invoices.add",
    stepUp: true,
    input: makePayment,
    output: z.number().int(),
  }),
  paymentRuns: query("invoices/paymentRuns", {
    permission: "invoices.add",
    input: paging(paymentRunSortFields, { direction: "Descending" }),
    output: paged(paymentRunRow),
  }),
  paymentRun: query("invoices/paymentRuns/{id}", {
    permission: "invoices.add",
    input: z.object({ id: recordId }),
    output: paymentRunSchema,
  }),
  /** `PAY-0000003.aba`, always the same bytes. */
  paymentFile: download("invoices/paymentRuns/{id}/file", {
    permission: "invoices.add",
    input: z.object({ id: recordId }),
  }),
  /** `InvoicesExport.zip` with the document and the workbook of each invoice of a marketplace. */
  exportAll: download("invoices/ExportInvoices", { permission: "invoices.view", input: invoicesExport }),
  /** `ReconciliationExport.xlsx` with every transaction and what became of it. */
  exportReconciliation: download("invoices/ExportReconciliationReport", {
    permission: "invoices.view",
    input: reconciliation,
  }),
  /** `Invoice-12.xlsx` with a row for each line item. */
  export: download("invoices/Export", { permission: "invoices.view", input: z.object({ invoiceId: recordId }) }),
  /** `INV-0000012.pdf`, the tax invoice itself. Not among the calls of other APIs. */
  document: download("invoices/{id}/document", { permission: "invoices.view", input: z.object({ id: recordId }) }),
};
