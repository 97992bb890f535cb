/** Changing many suppliers at once: their agreements with a marketplace, their GST registration, and emails to them. */
import { z } from "zod";
import { recordId, text } from "#contract/fields.ts";
import { changeOf } from "#contract/many.ts";
import { checkSupplierGst, supplierFilters, upsertSupplierMarketplace } from "./schema.ts";

const ofMarketplace = { MarketplaceId: recordId };

/** Agreements that are offered, disabled or enabled, by the rules of a supplier's own page. */
const agreementChanges = [
  z.object({ Kind: z.literal("offer"), ...upsertSupplierMarketplace.omit({ SupplierId: true }).shape }),
  z.object({ Kind: z.literal("disable"), ...ofMarketplace }),
  z.object({ Kind: z.literal("enable"), ...ofMarketplace }),
] as const;

/** The registration for GST, without its first day, which each supplier has for itself. For administrators. */
const gstChange = z.object({ Kind: z.literal("gst"), Registered: checkSupplierGst.shape.Registered });

/** The email to the order contacts of each supplier. */
export const supplierMail = z.object({
  Subject: text({ max: 150, required: "Please enter a subject." }),
  Text: text({ max: 5_000, breaks: "kept", required: "Please enter a text." }),
});

export const supplierChange = z.discriminatedUnion("Kind", [
  ...agreementChanges,
  gstChange,
  supplierMail.extend({ Kind: z.literal("mail") }),
]);

/** The preview shows the receivers of an email before it is written. */
const supplierTrial = z.discriminatedUnion("Kind", [
  ...agreementChanges,
  gstChange,
  supplierMail.partial().extend({ Kind: z.literal("mail") }),
]);

export const changeSuppliers = changeOf("supplier", { filter: supplierFilters, change: supplierChange });
export const tryChangingSuppliers = changeOf("supplier", { filter: supplierFilters, change: supplierTrial });
