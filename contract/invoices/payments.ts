/** Paying suppliers: what can be paid, a payment, and what came of it. Dollars inc GST. */
import { z } from "zod";
import { dayText, list, recordId } from "#contract/fields.ts";
import { paymentProblems } from "#contract/rules/payment.ts";
import { taxWarnings } from "#contract/rules/supplier-tax.ts";

const id = z.number().int();

const account = { bsb: z.string(), accountNumber: z.string(), accountName: z.string() };

/** When the supplier's account was changed, UTC, if that was in the last 24 hours. */
const bankDetailsChangedDate = z.string().nullish();

const payableInvoice = z.object({
  id,
  /** UTC. */
  invoiceDate: z.string(),
  marketplaceName: z.string(),
  /** Below zero it is owed by the supplier, and taken from what else is paid. */
  total: z.number(),
  /** A day, as `2026-03-02`. */
  expectedPaymentDate: z.string().nullish(),
  /** What of the account that is paid to is not as the invoice says. */
  otherBankDetails: z.array(z.enum(["bsb", "accountNumber", "accountName"])),
  /** How many of its rows are queried, and not answered yet. */
  queriedRows: id.default(0),
});

export const payableSupplier = z.object({
  supplierId: id,
  supplierName: z.string(),
  ...account,
  bankDetailsChangedDate,
  /** Why nothing can be paid yet; none where all is right. */
  problems: z.array(z.enum(paymentProblems)),
  /** What to look at before paying; it does not prevent a payment. */
  warnings: z.array(z.enum(taxWarnings)).default([]),
  /** The oldest first. */
  invoices: z.array(payableInvoice),
});
export type PayableSupplier = z.output<typeof payableSupplier>;

export const payableSchema = z.object({
  /** Where the money comes from; null where no account was set up. */
  payer: z.object({ userName: z.string(), bsb: z.string(), accountNumber: z.string() }).nullable(),
  suppliers: z.array(payableSupplier),
});

export const mostInvoices = 5_000;
const chooseInvoices = "Please select at least one invoice.";
const enterDate = "Please enter the date on which the bank pays.";

export const makePayment = z.object({
  InvoiceIds: list(recordId, {
    min: 1,
    max: mostInvoices,
    required: chooseInvoices,
    tooMany: "Please choose at most 5,000 invoices.",
  }).transform((ids) => [...new Set(ids)]),
  /** A day, as `2026-03-02`. */
  BankDate: dayText(enterDate),
});

export const paymentRunSortFields = ["madeDate", "bankDate", "total"] as const;

export const paymentRunRow = z.object({
  id,
  /** UTC. */
  madeDate: z.string(),
  madeByUserFullName: z.string().nullish(),
  /** A day, as `2026-03-02`. */
  bankDate: z.string(),
  total: z.number(),
  suppliers: id,
  invoices: id,
});
export type PaymentRunRow = z.output<typeof paymentRunRow>;

export const paymentRunSchema = paymentRunRow.omit({ suppliers: true, invoices: true }).extend({
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z.string(),
  /** In the order of the file. */
  payments: z.array(
    z.object({
      supplierId: id,
      supplierName: z.string(),
      /** As it was paid to. */
      ...account,
      /** The same, as it was when the payment was made. */
      bankDetailsChangedDate,
      amount: z.number(),
      /** What the supplier reads beside it. */
      reference: z.string(),
      invoices: z.array(z.object({ id, total: z.number() })),
    }),
  ),
});
export type PaymentRun = z.output<typeof paymentRunSchema>;

export const paymentMessages = {
  made: "Payment file created successfully.",
  notMade: "Oh dear, we could not create the payment file due to an unexpected error.",
  notDownloaded: "Oh dear, the payment file could not be downloaded due to an unexpected error. Please try again.",
} as const;
