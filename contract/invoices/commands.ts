import { z } from "zod";
import { dayText, list, recordId, recordIdOrNone, zonedMoment } from "#contract/fields.ts";

export const invoiceMessages = {
  generated: "Request successfully processed.",
  notGenerated: "Oh dear, we could not process your request.",
  regenerated: "Invoice updated successfully.",
  voided: "Invoice voided successfully.",
  notVoided: "Oh dear, we could not void the invoice due to an unexpected error.",
  notRegenerated: "Oh dear, we could not update the invoice due to an unexpected error.",
} as const;

/** Only a draft that is empty or must not be issued can be voided. */
export const voidInvoice = z.object({ InvoiceId: recordId });

export const maxPairs = 20_000;

const id = z.number().int();

export const generateInvoices = z
  .object({
    /** Includes amounts owed up to this moment, UTC; now if left out. */
    InvoiceDate: zonedMoment.nullish().transform((value) => value ?? null),
    /** Regenerates this draft instead, from the amounts owed now. */
    InvoiceId: recordIdOrNone,
    /** Only these suppliers on these marketplaces; all of them if left out. An extension of this API. */
    Only: list(z.object({ SupplierId: recordId, MarketplaceId: recordId }), { max: maxPairs }).nullish(),
  })
  .refine(({ InvoiceDate, InvoiceId }) => InvoiceDate === null || InvoiceId === null, {
    path: ["InvoiceDate"],
    message: "An invoice that is generated again takes the current date.",
  });

/** A few line items are invoiced at once; many are invoiced in the background, with the progress in `processing`. */
export const generatedInvoices = z.object({ invoiceIds: z.array(id), processId: z.guid().nullable() }).nullable();

const paymentDateMessage = "Please enter the expected payment date.";

export const maxNotified = 20_000;

export const notifySuppliers = z.object({
  /** All unissued invoices up to this moment, UTC; now if left out. */
  InvoiceDate: zonedMoment.nullish().transform((value) => value ?? null),
  /** Only these invoices; all if left out. Those issued meanwhile are skipped. An extension of this API. */
  InvoiceIds: list(recordId, { max: maxNotified }).nullish(),
  /** A day, as `2026-03-02`. */
  ExpectedPaymentDate: dayText(paymentDateMessage),
});

/** How many invoices. */
export const notifiedSuppliers = z
  .object({
    notified: id,
    withoutContact: id,
    /** Numbers of those left out because the law forbids to issue them. Not part of other APIs. */
    notIssuable: z.array(id).nullish(),
  })
  .nullable();
