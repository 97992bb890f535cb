/** The statement of account of a supplier, and its earnings. Dollars inc GST: what the marketplaces owe the supplier. */
import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { dayText, recordId } from "#contract/fields.ts";
import { paging } from "#contract/paging.ts";
import { documentKinds } from "#contract/rules/invoice.ts";
import { heldRows, noHeldRows } from "./holds.ts";

const id = z.number().int();
/** A day in the operator's time zone, as `2026-03-02`. */
const day = z.string();

/** In the order in which entries of the same day are listed. */
export const statementEntryKinds = ["openingBalance", "document", "payment", "returnedPayment"] as const;
export type StatementEntryKind = (typeof statementEntryKinds)[number];

const days = {
  /** First day, in the operator's time zone, as `2026-03-02`; from the first entry on if left out. */
  fromDate: dayText("Please enter the first day, as 2026-03-02.").optional(),
  /** Last day, inclusive; all entries, future ones too, if left out. */
  toDate: dayText("Please enter the last day, as 2026-03-31.").optional(),
};

export const statementDays = z.object({ id: recordId, ...days });
export const statementInput = statementDays.extend(paging(["date"]).shape);
export const statementExport = statementDays.extend(exportFormat);

export const statementEntry = z.object({
  kind: z.enum(statementEntryKinds),
  /** The id of the invoice, of the payment run, or of the charge that an opening balance is. */
  id,
  /** On which a document was issued, the bank pays, or the credit came back; of an opening balance the day it has. */
  day,
  /** Negative for a payment, and for a document that the supplier owes. Opening balances are not part of documents. */
  amount: z.number(),
  /** After this entry. */
  balance: z.number(),
  /** Null for others. */
  document: z
    .object({
      documentKind: z.enum(documentKinds),
      isAdjustment: z.boolean(),
      marketplaceName: z.string(),
      /** Goods and shipping. */
      supplies: z.number(),
      commission: z.number(),
      /** What the supplier pays for charges; negative for credits. */
      charges: z.number(),
    })
    .nullish(),
  /** Null for others. */
  payment: z
    .object({
      /** The reference on the supplier's bank statement. */
      reference: z.string(),
      /** One of the invoices in it, whose page shows all of them. */
      invoiceId: id.nullish(),
      /** The part of the amount that the bank did not pay: it is kept for the Tax Office without an ABN. */
      withheld: z.number().default(0),
      /** Why the bank returned the credit; empty for a payment. */
      reason: z.string(),
      /** The bank date is still to come. */
      isScheduled: z.boolean(),
    })
    .nullish(),
});
export type StatementEntry = z.output<typeof statementEntry>;

/** What is in no issued document yet, and so in no balance. */
const notIssued = {
  /** Settled sales, adjustments and charges that no document has, up to now. For supplier staff with those in drafts. */
  uninvoiced: z.number(),
  /** In documents that have not been issued. Null for supplier staff, who do not see drafts. */
  inDrafts: z.number().nullish(),
  /** Not counted in these: what is held from being invoiced. Not part of other APIs. */
  held: heldRows.default(noHeldRows),
};

export const statementBalances = z.object({
  supplierName: z.string(),
  /** Before the first day. */
  openingBalance: z.number(),
  /** Sums of the entries of the days, by kind. Opening balances are what was owed before the product was used. */
  openingBalances: z.number(),
  documents: z.number(),
  payments: z.number(),
  returnedPayments: z.number(),
  /** After the last day. */
  closingBalance: z.number(),
  ...notIssued,
});
export type StatementBalances = z.output<typeof statementBalances>;

/** The suppliers whose earnings are answered at once, by name. */
export const mostEarningSuppliers = 5;
/** The last payments in the earnings. */
export const mostLastPayments = 3;

const payment = z.object({
  paymentRunId: id,
  bankDate: day,
  /** What the bank pays. */
  amount: z.number(),
  /** What is kept for the Tax Office, because the supplier quoted no ABN. */
  withheld: z.number().default(0),
  reference: z.string(),
  /** One of the invoices in it. */
  invoiceId: id.nullish(),
});

export const earnings = z.object({
  supplierId: id,
  supplierName: z.string(),
  /** The balance at the end of today. */
  balance: z.number(),
  ...notIssued,
  /** Issued documents that are in no released payment, by the day on which their payment is expected; null without one. */
  expected: z.array(z.object({ day: day.nullable(), documents: id, total: z.number() })),
  /** Released payments whose bank date is still to come, the next one first. */
  scheduled: z.array(payment),
  /** The newest payments whose bank date has come. */
  lastPayments: z.array(
    payment.extend({ /** The day on which it came back; null if it did not. */ returnedOn: day.nullable() }),
  ),
});
export type Earnings = z.output<typeof earnings>;

export const earningsSchema = z.object({
  suppliers: z.array(earnings),
  /** Suppliers of the caller that are left out. */
  more: id,
});
