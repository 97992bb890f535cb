/** Changing many suppliers at once: their agreements with a marketplace, and emails to them. */
import { z } from "zod";
import { recordId, text } from "#contract/fields.ts";
import { changeOf } from "#contract/many.ts";
import { supplierFilters, upsertSupplierMarketplace } from "./schema.ts";

const ofMarketplace = { MarketplaceId: recordId };

/** Agreements that are offered, disabled or enabled, by the rules of a supplier's own page. */
const agreementChanges = [
  z.object({ Kind: z.literal("offer"), ...upsertSupplierMarketplace.omit({ SupplierId: true }).shape }),
  z.object({ Kind: z.literal("disable"), ...ofMarketplace }),
  z.object({ Kind: z.literal("enable"), ...ofMarketplace }),
] as const;

/** What is written to the contacts for orders of each supplier. */
export const supplierMail = z.object({
  Subject: text({ max: 150, required: "Please enter a subject." }),
  Text: text({ max: 5_000, required: "Please enter a text." }),
});

export const supplierChange = z.discriminatedUnion("Kind", [
  ...agreementChanges,
  supplierMail.extend({ Kind: z.literal("mail") }),
]);

/** Who gets an email is seen before it is written. */
const supplierTrial = z.discriminatedUnion("Kind", [
  ...agreementChanges,
  supplierMail.partial().extend({ Kind: z.literal("mail") }),
]);

export const changeSuppliers = changeOf("supplier", { filter: supplierFilters, change: supplierChange });
export const tryChangingSuppliers = changeOf("supplier", { filter: supplierFilters, change: supplierTrial });
