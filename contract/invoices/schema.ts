import { z } from "zod";
import { chargeLine } from "#contract/charges/schema.ts";
import { exportFormat } from "#contract/exports.ts";
import { chosenId, filterText, recordId, yesNo, zonedMoment } from "#contract/fields.ts";
import { addressSchema } from "#contract/locations/schema.ts";
import { documentKinds, invoiceStates } from "#contract/rules/invoice.ts";
import { readinessProblems } from "#contract/rules/invoice-readiness.ts";
import { issueProblems } from "#contract/rules/supplier-tax.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";
import { invoiceAnswer } from "./answers.ts";
import { heldRows, holdSchema, noHeldRows } from "./holds.ts";

export const invoiceSortFields = ["invoiceDate", "id", "supplierName", "marketplaceName", "total"] as const;

export const invoiceFilters = z.object({
  /** Part of the marketplace's number of an order in the invoice, or the invoice's own number: `INV-0000012` or 12. */
  marketplaceOrderId: filterText(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  /** Start of the period, UTC. */
  fromDate: zonedMoment.optional(),
  /** End of the period, UTC, inclusive. */
  toDate: zonedMoment.optional(),
  /** Only invoices with an unanswered query. */
  queriedOnly: yesNo.optional(),
  /** Only drafts that must not be issued, and issued documents that should not have been. Ignored for supplier staff. */
  notIssuableOnly: yesNo.optional(),
  /** Only drafts, and issued invoices in no payment. */
  unpaidOnly: yesNo.optional(),
  state: z.enum(invoiceStates).optional(),
  /** Only documents whose payment is held. Not part of other APIs. */
  heldOnly: yesNo.optional(),
});

const exportedMarketplace = chosenId("Please select a marketplace.");

export const invoicesExport = z.object({ marketplaceId: exportedMarketplace });

const invalidFrom = "Invalid from date.";
const invalidTo = "Invalid to date.";
/** A missing value gets the same message as an invalid one. */
const moment = (message: string) =>
  z
    .string()
    .max(50)
    .catch("")
    .refine((value) => zonedMoment.safeParse(value).success, message);

/** Transactions of a period, UTC, including both ends. */
export const reconciliation = z
  .object({
    marketplaceId: exportedMarketplace,
    fromDate: moment(invalidFrom),
    toDate: moment(invalidTo),
    ...exportFormat,
  })
  .refine(({ fromDate, toDate }) => !(Date.parse(fromDate) > Date.parse(toDate)), {
    path: ["toDate"],
    message: invalidTo,
  });

const id = z.number().int();

const documentFields = {
  documentKind: z.enum(documentKinds).default("taxInvoice"),
  /** True if it changes the amounts of earlier documents. */
  isAdjustment: z.boolean().default(false),
};

/** Dollars. Those of a statement of supplies have no GST, except on the commission. */
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
  ...documentFields,
  supplierId: id.nullish(),
  supplierName: z.string(),
  marketplaceId: id.nullish(),
  marketplaceName: z.string(),
  ...amounts,
  /** Charges by the marketplace, which the supplier pays; negative for credits. Not part of other APIs. */
  chargesAmountExTax: z.number().default(0),
  chargesAmountTax: z.number().default(0),
  /** Dollars inc GST: the amount paid to the supplier. */
  total: z.number(),
  /** When the bank pays it, as `2026-03-02`; null while it is in no released payment run. */
  paidDate: z.string().nullish(),
  /** Supplier staff never receive drafts or void invoices. Left out by APIs that do not support states. */
  state: z.enum(invoiceStates).nullish(),
  /** Rows with an unanswered query. */
  queriedRows: id.default(0),
  /** Why it must not be issued, or should not have been; null for supplier staff. Not part of other APIs. */
  issueProblem: z.enum(issueProblems).nullish(),
  /** Its payment is held. Not part of other APIs. */
  isHeld: z.boolean().default(false),
});
export type InvoiceRow = z.output<typeof invoiceRow>;

/** One line item of an order, with everything that this invoice pays for it. */
export const invoiceTransaction = z.object({
  orderId: id,
  marketplaceOrderId: z.string(),
  /** UTC. */
  orderDate: z.string(),
  lineItemId: id.nullish(),
  productName: z.string(),
  /** As at the time of the sale; null if that was not recorded. Not part of other APIs. */
  taxClass: z.enum(taxClasses).nullish(),
  /** Quantity bought less returns; 0 if the row is only about money. */
  quantity: id.nullish(),
  ...amounts,
  /** Dollars inc GST, like the amounts that follow except the tax. */
  purchaseAmountIncTax: z.number(),
  shippingAmountIncTax: z.number(),
  commissionAmountIncTax: z.number(),
  /** GST of purchase and shipping less GST of the commission. */
  supplierPaymentTax: z.number(),
  supplierPaymentIncTax: z.number(),
  /** Refunds and other adjustments in these amounts, oldest first, with the reason as entered. */
  adjustments: z.array(z.object({ date: z.string(), amountIncTax: z.number(), reason: z.string() })).default([]),
  /** For an adjustment note: the tax invoices whose supplies it adjusts. Dates are UTC. */
  originals: z.array(z.object({ id, invoiceDate: z.string(), issuedDate: z.string().nullish() })).default([]),
  /** Answers to the row, oldest first; the last one decides its status. */
  answers: z.array(invoiceAnswer).default([]),
});
export type InvoiceTransaction = z.output<typeof invoiceTransaction>;

/** A charge or a credit in a document. */
export const invoiceCharge = chargeLine.extend({
  /** Answers to it, oldest first; the last one decides its status. */
  answers: z.array(invoiceAnswer).default([]),
});
export type InvoiceCharge = z.output<typeof invoiceCharge>;

/** Invoices of the same payment that an invoice names. */
export const mostPaidTogether = 50;

/** Both parties as they were when the invoice was made. */
export const invoiceSchema = invoiceRow.extend({
  /** Its legal name. */
  supplierName: z.string(),
  supplierABN: z.string().nullish(),
  supplierAddress: addressSchema.nullish(),
  /** Null for callers who may not see the supplier's bank details, like the two fields that follow. */
  supplierBSB: z.string().nullish(),
  supplierAccountNumber: z.string().nullish(),
  supplierAccountName: z.string().nullish(),
  /**
   * When the supplier's account was changed (UTC), if within the last 24 hours; null for callers who may not see it.
   */
  bankDetailsChangedDate: z.string().nullish(),
  marketplace: z.object({ legalName: z.string(), abn: z.string().nullish(), businessAddress: addressSchema.nullish() }),
  /**
   * The caller may generate invoices, and this is the latest one of its supplier and marketplace and not issued yet.
   */
  canRegenerate: z.boolean().default(false),
  /** The caller may generate invoices, and this is a draft that is empty or must not be issued. */
  canVoid: z.boolean().default(false),
  /** The invoice is issued, and the caller is supplier staff with the permission for invoices. */
  canAnswerRows: z.boolean().default(false),
  /** The caller may generate invoices. */
  canAnswerQueries: z.boolean().default(false),
  /** Null if it is not known whether the supplier is registered for GST. */
  isSupplierRegistered: z.boolean().nullish(),
  /** Supplier and marketplace have an active agreement, or had one when the invoice was issued. */
  hasAgreement: z.boolean().default(false),
  /** When the supplier was notified (UTC), which is the date of issue. From then on the invoice is final. */
  notifiedDate: z.string().nullish(),
  notifiedByUserFullName: z.string().nullish(),
  /** A day, as `2026-03-02`. */
  expectedPaymentDate: z.string().nullish(),
  /** Why and since when Finance holds its payment; null if it does not. Not part of other APIs. */
  hold: holdSchema.nullish(),
  canHold: z.boolean().default(false),
  canEndHold: z.boolean().default(false),
  /** Line items in it can be held from being invoiced. Not part of other APIs. */
  canHoldRows: z.boolean().default(false),
  /** Of a draft, for those who may generate it: what could be in it if it were not held; null if nothing is. */
  heldRows: heldRows.nullish(),
  /** The payment run that contains it. */
  paymentRunId: id.nullish(),
  /** The payment of the supplier that contains it, with all invoices in it. Not part of other APIs. */
  payment: z
    .object({
      /** The reference on the supplier's bank statement. */
      reference: z.string(),
      /** What the bank pays. */
      amount: z.number(),
      /** What is kept for the Tax Office, because the supplier quoted no ABN. */
      withheld: z.number().default(0),
      invoiceCount: id,
      /** The first ones, at most `mostPaidTogether`. */
      invoices: z.array(z.object({ id, ...documentFields, total: z.number() })),
    })
    .nullish(),
  /** Credits with this invoice that the bank returned, oldest first. Not part of other APIs. */
  returnedPayments: z
    .array(
      z.object({
        paymentRunId: id,
        /** Days, as `2026-03-02`. */
        bankDate: z.string(),
        returnedOn: z.string(),
        amount: z.number(),
        reference: z.string(),
        reason: z.string(),
      }),
    )
    .default([]),
  /** The emails with this invoice, for callers who may see the supplier's billing contacts. */
  letters: z
    .array(z.object({ address: z.string(), sentDate: z.string().nullish(), failedDate: z.string().nullish() }))
    .default([]),
  transactions: z.array(invoiceTransaction).default([]),
  /** Charges and credits, oldest first. Not part of other APIs. */
  charges: z.array(invoiceCharge).default([]),
});
export type Invoice = z.output<typeof invoiceSchema>;

/** The amounts that would be invoiced between a supplier and a marketplace. */
export const readinessRow = z.object({
  supplierId: id,
  supplierName: z.string(),
  marketplaceId: id,
  marketplaceName: z.string(),
  lineItems: id,
  /** How many of these line items are on issued invoices already and go into an adjustment note. */
  adjustments: id.default(0),
  /** Number of charges and credits. */
  charges: id.default(0),
  /** The kinds of documents that would be made. */
  documentKinds: z.array(z.enum(documentKinds)).default(["taxInvoice"]),
  /** Dollars inc GST: the amount that would be paid to the supplier. */
  total: z.number(),
  /** What would be invoiced, too, if it were not held. A row of which all is held has no line items, charges or kinds. */
  held: heldRows.default(noHeldRows),
  /** Reasons why the supplier should not get an invoice yet; empty if there are none. */
  problems: z.array(z.enum(readinessProblems)),
});
export type ReadinessRow = z.output<typeof readinessRow>;

/** Amounts recorded up to this moment, UTC; now if left out. At the latest the end of today. */
export const readinessInput = z.object({ date: zonedMoment.optional() });

/** Invoices whose suppliers have not been notified. */
export const toNotifySchema = z.object({
  /** Invoices of suppliers with a billing contact, by supplier and number. */
  invoices: z
    .array(
      z.object({
        id,
        /** UTC. */
        invoiceDate: z.string(),
        ...documentFields,
        supplierName: z.string(),
        marketplaceName: z.string(),
        /** Dollars inc GST: the amount paid to the supplier. */
        total: z.number(),
      }),
    )
    .default([]),
  /** Number of invoices of suppliers with a billing contact. */
  count: id,
  /** UTC. */
  newestDate: z.string().nullable(),
  /** Suppliers without a billing contact; their invoices wait until there is one. */
  withoutContact: z.array(z.object({ supplierId: id, supplierName: z.string() })),
  /** Suppliers with documents that must not be issued. */
  notIssuable: z
    .array(z.object({ supplierId: id, supplierName: z.string(), count: id, problem: z.enum(issueProblems) }))
    .default([]),
});
