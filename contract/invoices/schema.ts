import { z } from "zod";
import { chosenId, filterText, recordId, yesNo, zonedMoment } from "#contract/fields.ts";
import { addressSchema } from "#contract/locations/schema.ts";
import { invoiceStates } from "#contract/rules/invoice.ts";
import { readinessProblems } from "#contract/rules/invoice-readiness.ts";
import { invoiceAnswer } from "./answers.ts";

export const invoiceSortFields = ["invoiceDate", "id", "supplierName", "marketplaceName", "total"] as const;

export const invoiceFilters = z.object({
  /** In the marketplace's number of an order that is in it; the invoice's own number, `INV-0000012` or 12, finds it too. */
  marketplaceOrderId: filterText(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  /** The first moment, UTC. */
  fromDate: zonedMoment.optional(),
  /** The last moment, UTC. */
  toDate: zonedMoment.optional(),
  /** Those alone with a row that is queried, and not answered yet. */
  queriedOnly: yesNo.optional(),
  state: z.enum(invoiceStates).optional(),
});

const exportedMarketplace = chosenId("Please select a marketplace.");

export const invoicesExport = z.object({ marketplaceId: exportedMarketplace });

const invalidFrom = "Invalid from date.";
const invalidTo = "Invalid to date.";
/** What is missing has the same words as what is none. */
const moment = (message: string) =>
  z
    .string()
    .max(50)
    .catch("")
    .refine((value) => zonedMoment.safeParse(value).success, message);

/** Transactions from a moment to another, UTC, both included. */
export const reconciliation = z
  .object({ marketplaceId: exportedMarketplace, fromDate: moment(invalidFrom), toDate: moment(invalidTo) })
  .refine(({ fromDate, toDate }) => !(Date.parse(fromDate) > Date.parse(toDate)), {
    path: ["toDate"],
    message: invalidTo,
  });

const id = z.number().int();

/** Dollars. */
const amounts = {
  purchaseAmountExTax: z.number(),
  purchaseAmountTax: z.number(),
  commissionAmountExTax: z.number(),
  commissionAmountTax: z.number(),
  shippingAmountExTax: z.number(),
  shippingAmountTax: z.number(),
};

export const invoiceRow = z.object({
  id,
  /** UTC. */
  invoiceDate: z.string(),
  /** An adjustment note, which changes what earlier invoices have invoiced. Otherwise a tax invoice. */
  isAdjustment: z.boolean().default(false),
  supplierId: id.nullish(),
  supplierName: z.string(),
  marketplaceId: id.nullish(),
  marketplaceName: z.string(),
  ...amounts,
  /** Dollars inc GST: what the supplier is paid. */
  total: z.number(),
  /** When the bank pays it, a day, as `2026-03-02`; null while it is in no payment. */
  paidDate: z.string().nullish(),
  /** Supplier staff never receive drafts or void ones. Missing from APIs that do not know it. */
  state: z.enum(invoiceStates).nullish(),
  /** How many of its rows are queried, and not answered yet. */
  queriedRows: id.default(0),
});
export type InvoiceRow = z.output<typeof invoiceRow>;

/** One line item of an order, with all of it that this invoice pays. */
export const invoiceTransaction = z.object({
  orderId: id,
  marketplaceOrderId: z.string(),
  /** UTC. */
  orderDate: z.string(),
  lineItemId: id.nullish(),
  productName: z.string(),
  /** How many were bought, less those that were taken back; 0 where it is about money alone. */
  quantity: id.nullish(),
  ...amounts,
  /** Dollars inc GST, as those that follow but the tax. */
  purchaseAmountIncTax: z.number(),
  shippingAmountIncTax: z.number(),
  commissionAmountIncTax: z.number(),
  /** GST of purchase and shipping less that of the commission. */
  supplierPaymentTax: z.number(),
  supplierPaymentIncTax: z.number(),
  /** Refunds and other adjustments in these amounts, the oldest first, with the reason as it was typed. */
  adjustments: z.array(z.object({ date: z.string(), amountIncTax: z.number(), reason: z.string() })).default([]),
  /** Of an adjustment note: the tax invoices whose supplies it adjusts. Dates are UTC. */
  originals: z.array(z.object({ id, invoiceDate: z.string() })).default([]),
  /** What was said to it, the oldest first: the last says how it stands. */
  answers: z.array(invoiceAnswer).default([]),
});
export type InvoiceTransaction = z.output<typeof invoiceTransaction>;

/** Both parties as they were when it was made. */
export const invoiceSchema = invoiceRow.extend({
  /** Its legal name. */
  supplierName: z.string(),
  supplierABN: z.string().nullish(),
  supplierAddress: addressSchema.nullish(),
  /** Null for users who may not see the supplier's bank details, as the two after it. */
  supplierBSB: z.string().nullish(),
  supplierAccountNumber: z.string().nullish(),
  supplierAccountName: z.string().nullish(),
  /** When the supplier's account was changed, UTC, if that was in the last 24 hours; null for users who may not see it. */
  bankDetailsChangedDate: z.string().nullish(),
  marketplace: z.object({ legalName: z.string(), abn: z.string().nullish(), businessAddress: addressSchema.nullish() }),
  /** The newest of its supplier and marketplace, of which the supplier was not told yet, and the reader generates invoices. */
  canRegenerate: z.boolean().default(false),
  /** It is an empty draft, and the reader generates invoices. */
  canVoid: z.boolean().default(false),
  /** The supplier was told, and the reader is one of its people with the right for invoices. */
  canAnswerRows: z.boolean().default(false),
  /** The reader generates invoices. */
  canAnswerQueries: z.boolean().default(false),
  /** Null where it is not known whether the supplier is registered for GST. */
  isSupplierRegistered: z.boolean().nullish(),
  /** The supplier and the marketplace have an active agreement, or had one when the invoice was issued. */
  hasAgreement: z.boolean().default(false),
  /** When the supplier was notified, UTC: the date of issue. From then on it does not change. */
  notifiedDate: z.string().nullish(),
  notifiedByUserFullName: z.string().nullish(),
  /** A day, as `2026-03-02`. */
  expectedPaymentDate: z.string().nullish(),
  /** The payment that it is in. */
  paymentRunId: id.nullish(),
  /** The mails with it, for users who may see the supplier's billing contacts. */
  letters: z
    .array(z.object({ address: z.string(), sentDate: z.string().nullish(), failedDate: z.string().nullish() }))
    .default([]),
  transactions: z.array(invoiceTransaction).default([]),
});
export type Invoice = z.output<typeof invoiceSchema>;

/** What would be invoiced between a supplier and a marketplace. */
export const readinessRow = z.object({
  supplierId: id,
  supplierName: z.string(),
  marketplaceId: id,
  marketplaceName: z.string(),
  lineItems: id,
  /** Of those, line items of issued invoices, which go into an adjustment note. */
  adjustments: id.default(0),
  /** Dollars inc GST: what the supplier would be paid. */
  total: z.number(),
  /** Why the supplier should not get one yet; none where all is right. */
  problems: z.array(z.enum(readinessProblems)),
});
export type ReadinessRow = z.output<typeof readinessRow>;

/** Amounts recorded by then, UTC; nothing is now. At the latest the end of today. */
export const readinessInput = z.object({ date: zonedMoment.optional() });

/** Invoices of which their suppliers were not told yet. */
export const toNotifySchema = z.object({
  /** Of suppliers with a billing contact, by supplier and number. */
  invoices: z
    .array(
      z.object({
        id,
        /** UTC. */
        invoiceDate: z.string(),
        isAdjustment: z.boolean(),
        supplierName: z.string(),
        marketplaceName: z.string(),
        /** Dollars inc GST: what the supplier is paid. */
        total: z.number(),
      }),
    )
    .default([]),
  /** Of suppliers with a billing contact. */
  count: id,
  /** UTC. */
  newestDate: z.string().nullable(),
  /** Those of the others wait until there is one. */
  withoutContact: z.array(z.object({ supplierId: id, supplierName: z.string() })),
});
