/** The suppliers' side of the books. Dollars; days are those of the operator's time zone, as `2026-03-02`. */
import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { dayText, recordId } from "#contract/fields.ts";
import { statementEntryKinds } from "#contract/invoices/supplier-statement.ts";
import { paging } from "#contract/paging.ts";
import { bookAccounts } from "#contract/rules/books.ts";
import { documentKinds } from "#contract/rules/invoice.ts";

const id = z.number().int();
const day = z.string();

export const days = {
  /** First day; from the first entry on if left out. */
  fromDate: dayText("Please enter the first day, as 2026-03-02.").optional(),
  /** Last day, inclusive; all entries, future ones too, if left out. */
  toDate: dayText("Please enter the last day, as 2026-03-31.").optional(),
};

export const bookDays = z.object(days);

export const postingFilters = z.object({
  ...days,
  account: z.enum(bookAccounts).optional(),
  supplierId: recordId.optional(),
});

/** Those of the journal, on some days. */
export type PostingFilters = Partial<z.output<typeof postingFilters>>;

export const journalInput = postingFilters.extend(paging(["date"]).shape);
export const journalExport = postingFilters.extend(exportFormat);

export const posting = z.object({
  kind: z.enum(statementEntryKinds),
  /** The id of the invoice, of the payment run, or of the charge that an opening balance is. */
  id,
  day,
  account: z.enum(bookAccounts),
  supplierId: id,
  supplierName: z.string(),
  /** Null for what is no document. */
  documentKind: z.enum(documentKinds).nullish(),
  isAdjustment: z.boolean(),
  /** One of the two is 0, and neither is negative. */
  debit: z.number(),
  credit: z.number(),
});
export type Posting = z.output<typeof posting>;

export const trialBalanceInput = postingFilters.extend(paging(["account"]).shape);
export const trialBalanceExport = bookDays.extend(exportFormat);

/** Above zero: debit. */
export const accountBalance = z.object({
  account: z.enum(bookAccounts),
  /** Before the first day. */
  opening: z.number(),
  debit: z.number(),
  credit: z.number(),
  /** After the last day. */
  closing: z.number(),
});
export type AccountBalance = z.output<typeof accountBalance>;

/* ---- GST ---- */

/** Of the documents that were issued on the days. Adjustment notes are deducted, and their part is named. */
const gstSide = z.object({
  /** GST. */
  gst: z.number(),
  /** The part of it that adjustment notes make; negative if they reduce it. */
  gstOfAdjustments: z.number(),
  /** Ex GST: supplies with GST, and those without. */
  withGst: z.number(),
  withoutGst: z.number(),
});
export type GstSide = z.output<typeof gstSide>;

export const gstFigures = z.object({
  /** Commission and charges, which the marketplaces supply to suppliers. */
  sales: gstSide,
  /** Goods and shipping, which suppliers supply. Those of suppliers without a registration have no GST. */
  purchases: gstSide,
});
export type GstFigures = z.output<typeof gstFigures>;
