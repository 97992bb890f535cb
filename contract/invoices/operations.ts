import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
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
  /** Returns what would be invoiced, and which suppliers are not ready. Not part of other APIs. */
  readiness: query("invoices/readiness", {
    permission: "invoices.add",
    input: readinessInput,
    output: z.array(readinessRow),
  }),
  generate: command("invoices/GenerateInvoices", {
    permission: "invoices.add",
    effect: "work",
    input: generateInvoices,
    output: generatedInvoices,
  }),
  /** Voids a draft that is empty or must not be issued: it releases its amounts and keeps its number. Not part of other APIs. */
  void: command("invoices/VoidInvoice", { permission: "invoices.add", effect: "work", input: voidInvoice }),
  /** Returns whom `notifySuppliers` would notify. Not part of other APIs. */
  toNotify: query("invoices/toNotify", { permission: "invoices.add", input: z.object({}), output: toNotifySchema }),
  /** Emails each invoice to the billing contacts of its supplier. */
  notifySuppliers: command("invoices/NotifySuppliers", {
    permission: "invoices.add",
    effect: "message",
    input: notifySuppliers,
    output: notifiedSuppliers,
  }),
  /** The supplier confirms a row. Not part of other APIs, nor are the three that follow. */
  confirmRow: command("invoices/ConfirmRow", { permission: "invoices.view", effect: "work", input: confirmRow }),
  /** Confirms every row without an answer. Returns their number. */
  confirmRows: command("invoices/ConfirmRows", {
    permission: "invoices.view",
    effect: "work",
    input: confirmRows,
    output: z.number().int(),
  }),
  /** The supplier queries a row; the query is emailed to Finance. */
  queryRow: command("invoices/QueryRow", { permission: "invoices.view", effect: "work", input: queryRow }),
  /** Answers and closes a query; the answer is emailed to the person who asked. */
  answerQuery: command("invoices/AnswerQuery", { permission: "invoices.add", effect: "work", input: answerQuery }),
  /** Returns what can be paid, and to whom. Not part of other APIs, nor are the four that follow. */
  payable: query("invoices/payable", { permission: "invoices.add", input: z.object({}), output: payableSchema }),
  /** Pays invoices with one bank file. Returns the number of the payment run. */
  makePayment: command("invoices/MakePayment", {
    permission: "invoices.add",
    effect: "money",
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
  /** `ReconciliationExport.xlsx` with every transaction and its invoice and payment. */
  exportReconciliation: download("invoices/ExportReconciliationReport", {
    permission: "invoices.view",
    input: reconciliation,
  }),
  /** `Invoice-12.xlsx` with a row for each line item. */
  export: download("invoices/Export", {
    permission: "invoices.view",
    input: z.object({ invoiceId: recordId, ...exportFormat }),
  }),
  /** `INV-0000012.pdf`, the tax invoice itself. Not part of other APIs. */
  document: download("invoices/{id}/document", { permission: "invoices.view", input: z.object({ id: recordId }) }),
};
