/** Payments to suppliers: payable invoices, payment runs, and their results. Dollars inc GST. */
import { z } from "zod";
import { dayText, exactText, list, recordId, yesNo } from "#contract/fields.ts";
import { paymentProblems } from "#contract/rules/payment.ts";
import { taxWarnings } from "#contract/rules/supplier-tax.ts";

const id = z.number().int();

const account = { bsb: z.string(), accountNumber: z.string(), accountName: z.string() };

/** When the supplier's account was changed (UTC), if within the last 24 hours. */
const bankDetailsChangedDate = z.string().nullish();

const payableInvoice = z.object({
  id,
  /** UTC. */
  invoiceDate: z.string(),
  marketplaceName: z.string(),
  /** Negative if the supplier owes the amount; it is deducted from other invoices of the payment. */
  total: z.number(),
  /** A day, as `2026-03-02`. */
  expectedPaymentDate: z.string().nullish(),
  /** Fields of the account to be paid that differ from the invoice. */
  otherBankDetails: z.array(z.enum(["bsb", "accountNumber", "accountName"])),
  /** Rows with an unanswered query. */
  queriedRows: id.default(0),
  /** Why its payment is held; null if it is not. Not part of other APIs. */
  holdReason: z.string().nullish(),
});

export const payableSupplier = z.object({
  supplierId: id,
  supplierName: z.string(),
  ...account,
  bankDetailsChangedDate,
  /** Reasons why nothing can be paid yet; empty if there are none. */
  problems: z.array(z.enum(paymentProblems)),
  /** Points to check before paying; they do not prevent a payment. */
  warnings: z.array(z.enum(taxWarnings)).default([]),
  /** What is withheld if all its invoices are paid, because it quoted no ABN. Not part of other APIs. */
  withheld: z.number().default(0),
  /** The addresses that a remittance advice goes to. Not part of other APIs. */
  adviceTo: z.array(z.string()).nullish(),
  /** Oldest first. */
  invoices: z.array(payableInvoice),
});
export type PayableSupplier = z.output<typeof payableSupplier>;

export const payableSchema = z.object({
  /** The account that pays; null if none is configured. */
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

export const releasePayment = z.object({
  PaymentRunId: recordId,
  /** A day, as `2026-03-02`: the one of the payment run, or another one. */
  BankDate: dayText(enterDate),
});

export const releaseForm = releasePayment.pick({ BankDate: true });

const longestReason = 500;

export const cancelPayment = z.object({
  PaymentRunId: recordId,
  Reason: exactText({ max: longestReason, required: "Please enter a reason." }),
});

export const cancelForm = cancelPayment.pick({ Reason: true });

/** A credit of a payment run that the bank has returned. */
export const returnPayment = z.object({
  PaymentRunId: recordId,
  SupplierId: recordId,
  /** A day, as `2026-03-02`. */
  ReturnedOn: dayText("Please enter the day on which the credit came back."),
  /** As the bank says it. The supplier is told. */
  Reason: exactText({ max: longestReason, required: "Please enter the reason that the bank gives." }),
});

/** The content of a bank's return file. */
const longestReturnsFile = 200_000;

export const recordReturns = z.object({
  Content: z
    .string("Please paste the bank's file.")
    .refine((content) => content.trim() !== "", "Please paste the bank's file.")
    .max(longestReturnsFile, "This is more than a file of returned credits has. Please paste a part of it."),
  /** Credits that fit no payment are left out, instead of refusing the file. */
  SkipOthers: yesNo.optional(),
});

/** How many credits of the file were recorded, had been recorded before, and fit no payment. */
export const recordedReturns = z.object({ recorded: id, known: id, others: id });

export const returnForm = returnPayment.pick({ ReturnedOn: true, Reason: true });

export const paymentRunSortFields = ["madeDate", "bankDate", "total"] as const;

export const paymentRunFilters = z.object({
  /** Only payment runs that the caller may release. Not part of other APIs. */
  toReleaseOnly: yesNo.optional(),
});

/** A run that is `waiting` has no bank file yet; one that is `cancelled` never has one. */
export const paymentRunStates = ["waiting", "released", "cancelled"] as const;
export type PaymentRunState = (typeof paymentRunStates)[number];

export const paymentRunRow = z.object({
  id,
  /** UTC. */
  madeDate: z.string(),
  madeByUserFullName: z.string().nullish(),
  /** A day, as `2026-03-02`. */
  bankDate: z.string(),
  /** Other APIs have released payments only. */
  state: z.enum(paymentRunStates).default("released"),
  total: z.number(),
  suppliers: id,
  invoices: id,
});
export type PaymentRunRow = z.output<typeof paymentRunRow>;

export const paymentRunSchema = paymentRunRow.omit({ suppliers: true, invoices: true }).extend({
  /** SHA-256 of the file, in hexadecimal; null without one. */
  sha256: z.string().nullish(),
  /** Null until then. Not part of other APIs, like the others about releasing. */
  released: z
    .object({
      /** UTC. */
      date: z.string(),
      byUserFullName: z.string().nullish(),
      /** By whoever made it, because nobody else could. */
      isAlone: z.boolean(),
    })
    .nullish(),
  cancelled: z
    .object({
      /** UTC. */
      date: z.string(),
      byUserFullName: z.string().nullish(),
      reason: z.string(),
    })
    .nullish(),
  /** The caller made it. */
  isOwn: z.boolean().default(false),
  canRelease: z.boolean().default(false),
  canCancel: z.boolean().default(false),
  /** In the order of the file. */
  payments: z.array(
    z.object({
      supplierId: id,
      supplierName: z.string(),
      /** At the time of payment. */
      ...account,
      /** The value at the time of payment. */
      bankDetailsChangedDate,
      /** What the bank pays. */
      amount: z.number(),
      /** What is kept for the Tax Office, because the supplier quoted no ABN. Not part of other APIs. */
      withheld: z.number().default(0),
      /** The reference on the supplier's statement. */
      reference: z.string(),
      /** The addresses that the remittance advice went to, or will; empty if there are none. Not part of other APIs. */
      adviceTo: z.array(z.string()).nullish(),
      invoices: z.array(z.object({ id, total: z.number() })),
      /** Null unless the bank has returned the credit. Its invoices can be paid again. Not part of other APIs. */
      returned: z
        .object({
          /** A day, as `2026-03-02`. */
          returnedOn: z.string(),
          reason: z.string(),
          /** UTC. */
          recordedDate: z.string(),
          recordedByUserFullName: z.string().nullish(),
        })
        .nullish(),
      /** The caller may record that the credit came back. */
      canReturn: z.boolean().default(false),
    }),
  ),
});
export type PaymentRun = z.output<typeof paymentRunSchema>;

export const paymentMessages = {
  made: "Payment made. Its file for the bank is created when it is released.",
  notMade: "Oh dear, we could not make the payment due to an unexpected error.",
  released: "Payment released. Its file can be downloaded now.",
  notReleased: "Oh dear, we could not release the payment due to an unexpected error.",
  cancelled: "Payment cancelled. Its invoices can be paid again.",
  notCancelled: "Oh dear, we could not cancel the payment due to an unexpected error.",
  held: "The payment is held. The supplier sees the reason.",
  notHeld: "Oh dear, we could not hold the payment due to an unexpected error.",
  holdEnded: "The document can be paid again.",
  holdNotEnded: "Oh dear, we could not end the hold due to an unexpected error.",
  returned: "The returned credit has been recorded. Its invoices can be paid again.",
  returnsNotRecorded: "Oh dear, we could not record the returned credits due to an unexpected error.",
  notReturned: "Oh dear, we could not record the returned credit due to an unexpected error.",
  notDownloaded: "Oh dear, the payment file could not be downloaded due to an unexpected error. Please try again.",
} as const;
