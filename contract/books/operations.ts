import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, download, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { closeMonth, closingInput, closingRow, closingSchema, closingSortFields, reopenMonth } from "./closing.ts";
import { billCodesSchema, billExportRow, billExportSortFields, exportBills, updateBillCodes } from "./exports.ts";
import {
  accountBalance,
  bookDays,
  gstFigures,
  journalExport,
  journalInput,
  posting,
  trialBalanceExport,
  trialBalanceInput,
} from "./schema.ts";

const reading = { permission: "books.view", scope: "books.read" } as const;

/** Not part of other APIs. */
export const books = {
  journal: query("books/journal", {
    ...reading,
    description:
      "Lists the postings of the suppliers' side of the books, a page at a time: documents, opening balances, payments and returned payments.",
    input: journalInput,
    output: paged(posting),
  }),
  journalExport: download("books/journal/Export", {
    ...reading,
    description: "Returns `Journal.xlsx` with the postings that match the filters.",
    input: journalExport,
  }),
  trialBalance: query("books/trialBalance", {
    ...reading,
    description: "Returns each account with its balances at both ends of the days, and its debits and credits.",
    input: trialBalanceInput,
    output: paged(accountBalance),
  }),
  trialBalanceExport: download("books/trialBalance/Export", {
    ...reading,
    description: "Returns `TrialBalance.xlsx` with the balances of all accounts.",
    input: trialBalanceExport,
  }),
  gst: query("books/gst", {
    ...reading,
    description: "Returns the GST of the documents that were issued on the days, without sales to customers.",
    input: bookDays,
    output: gstFigures,
  }),
  billCodes: query("books/billCodes", {
    description: "Returns the codes of accounts and tax rates that bills for the accounting program have.",
    permission: "books.view",
    input: z.object({}),
    output: billCodesSchema,
  }),
  updateBillCodes: command("books/UpdateBillCodes", {
    description: "Changes the codes of accounts and tax rates. Exports that were made stay as they are.",
    permission: "books.edit",
    effect: "work",
    input: updateBillCodes,
  }),
  billExports: query("books/billExports", {
    description: "Lists the exports of documents for the accounting program, a page at a time.",
    permission: "books.view",
    input: paging(billExportSortFields, { direction: "Descending" }),
    output: paged(billExportRow),
  }),
  exportBills: command("books/ExportBills", {
    description:
      "Makes a file of bills for the accounting program with the documents issued on the days that no export has yet. Returns the number of the export.",
    permission: "books.edit",
    effect: "work",
    input: exportBills,
    output: z.number().int(),
  }),
  billFile: download("books/billExports/{id}/file", {
    description:
      "Returns `Bills-12.csv`, or a zip of such files with at most 500 documents each. It always has the same bytes.",
    permission: "books.view",
    input: z.object({ id: recordId }),
  }),
  closing: query("books/closing", {
    ...reading,
    description: "Returns what is to be looked at before a month is closed, and the last closed month.",
    input: closingInput,
    output: closingSchema,
  }),
  closings: query("books/closings", {
    ...reading,
    description: "Lists the months that were closed and reopened, a page at a time.",
    input: paging(closingSortFields, { direction: "Descending" }),
    output: paged(closingRow),
  }),
  closeMonth: command("books/CloseMonth", {
    description: "Closes a month that is over: nothing is entered for its days, nor for those before it.",
    permission: "books.edit",
    effect: "work",
    input: closeMonth,
  }),
  reopenMonth: command("books/ReopenMonth", {
    description: "Reopens the last closed month, with a reason.",
    permission: "books.edit",
    effect: "work",
    input: reopenMonth,
  }),
};
