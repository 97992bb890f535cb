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

/** Only an empty draft can be voided. */
export const voidInvoice = z.object({ InvoiceId: recordId });

export const maxPairs = 20_000;

const id = z.number().int();

export const generateInvoices = z
  .object({
    /** Of what is owed by then, UTC; nothing is now. */
    InvoiceDate: zonedMoment.nullish().transform((value) => value ?? null),
    /** Makes this one again instead, of what is owed now. */
    InvoiceId: recordIdOrNone,
    /** Of these suppliers on these marketplaces; nothing is all of them. Ours. */
    Only: list(z.object({ SupplierId: recordId, MarketplaceId: recordId }), { max: maxPairs }).nullish(),
  })
  .refine(({ InvoiceDate, InvoiceId }) => InvoiceDate === null || InvoiceId === null, {
    path: ["InvoiceDate"],
    message: "An invoice that is generated again takes the current date.",
  });

/** Of few line items the invoices are there at once; of many they are made in the background, and `processing` says how far that is. */
export const generatedInvoices = z.object({ invoiceIds: z.array(id), processId: z.guid().nullable() }).nullable();

const paymentDateMessage = "Please enter the expected payment date.";

export const mostNotified = 20_000;

export const notifySuppliers = z.object({
  /** Of all invoices up to then, UTC, of which nobody was told; nothing is now. */
  InvoiceDate: zonedMoment.nullish().transform((value) => value ?? null),
  /** Of these invoices alone; nothing is all of them. Those whose suppliers were notified meanwhile are left out. Ours. */
  InvoiceIds: list(recordId, { max: mostNotified }).nullish(),
  /** A day, as `2026-03-02`. */
  ExpectedPaymentDate: dayText(paymentDateMessage),
});

/** How many invoices. */
export const notifiedSuppliers = z.object({ notified: id, withoutContact: id }).nullable();
