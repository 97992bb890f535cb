import { z } from "zod";
import { supplierPermissions } from "#contract/enumerations.ts";
import {
  dayText,
  email,
  emailMessage,
  filterText,
  fourDecimals,
  list,
  optionalText,
  optionalTypedAmount,
  recordId,
  text,
  typedPercent,
  yesNo,
} from "#contract/fields.ts";
import { addressSchema } from "#contract/locations/schema.ts";
import { inputsOf, shownOf } from "#contract/records/schemas.ts";
import { billingAddressFields, detailFields, financeFields, gstFields } from "./fields.ts";

/* ---- what is shown ---- */

export const supplierSortFields = ["name", "city", "state"] as const;

/** Days before the end of an agreement's initial term from which on it ends soon. */
export const agreementEndsSoonDays = 30;

export const supplierFilters = z.object({
  name: filterText(),
  city: filterText(),
  state: filterText(),
  /** Only suppliers with an active agreement whose initial term ends soon. Not part of other APIs, nor are the next two. */
  agreementEndsSoon: yesNo.optional(),
  /** Only suppliers whose bank details the caller can confirm. Nobody for callers who can confirm none. */
  bankDetailsToConfirm: yesNo.optional(),
  /** Only suppliers to which the caller may add products and shipping rules. */
  canManageProducts: yesNo.optional(),
});

export const supplierRow = z.object({
  id: z.number().int(),
  name: z.string(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  /**
   * Whether the caller may add products and shipping rules; if an API leaves it out, it refuses the command instead.
   */
  canManageProducts: z.boolean().nullish(),
});
export type SupplierRow = z.output<typeof supplierRow>;

export const supplierUser = z.object({
  /** For an invited person, a number that stands for them until they accept. */
  userId: z.number().int(),
  email: z.string(),
  /** Left out for an invited person. Not part of other APIs. */
  fullName: z.string().optional(),
  /** Bits of `SupplierPermission`, as a list. */
  permissions: z.array(z.number().int()),
  /** Has not accepted yet, and has no access to the supplier. */
  isInvited: z.boolean().optional(),
  /**
   * Is deactivated or no longer has the role Supplier, so that the permissions have no effect. Not part of other APIs.
   */
  hasNoAccess: z.boolean().optional(),
});

export const supplierMarketplace = z.object({
  marketplaceId: z.number().int(),
  marketplaceName: z.string(),
  status: z.number().int(),
  /** A fraction: 0.3 is thirty percent. */
  commissionRate: z.number(),
  /** Dollars ex GST per click. */
  referralCostPerClickCharge: z.number().nullish(),
  agreementDate: z.string().nullish(),
  agreementExecutedByUserId: z.number().int().nullish(),
  agreementExecutedByGivenName: z.string().nullish(),
  agreementExecutedBySurname: z.string().nullish(),
  agreementDocumentFileId: z.string().nullish(),
  /** When the agreement's initial term ends (UTC). Nothing ends automatically. */
  agreementEndDate: z.string().nullish(),
  /** Number of products that Disable, or Enable, would change. */
  productCount: z.number().int().nullish(),
});
export type SupplierMarketplace = z.output<typeof supplierMarketplace>;

const flag = z.boolean().default(false);

/** The caller's permissions on this supplier. */
export const supplierFlags = z.object({
  canUpdateGeneralDetails: flag,
  canUpdateSupplierNotes: flag,
  canUpdateBankDetails: flag,
  /** If false, the bank details are null, whatever is stored. */
  canViewBankDetails: z.boolean().default(true),
  /** The bank details are unverified, and somebody other than the caller changed them. */
  canVerifyBankDetails: flag,
  /** May record whether the supplier is registered for GST. */
  canCheckGst: flag,
  canManageMarketplaces: flag,
  canManageUsers: flag,
  canAgreeToMarketplaceTerms: flag,
});
export type SupplierFlags = z.output<typeof supplierFlags>;

export const supplierSchema = z.object({
  id: z.number().int(),
  ...shownOf(detailFields),
  name: z.string(),
  ...shownOf(financeFields),
  ...shownOf(gstFields),
  /** UTC. */
  gstCheckedDate: z.string().nullish(),
  gstCheckedByUserFullName: z.string().nullish(),
  /** When BSB, account name or account number were changed (UTC), if within the last 24 hours. */
  bankDetailsChangedDate: z.string().nullish(),
  /** When a second person verified the current bank details (UTC); nothing is paid to them before. */
  bankDetailsVerifiedDate: z.string().nullish(),
  bankDetailsVerifiedByUserFullName: z.string().nullish(),
  billingAddress: addressSchema.nullish(),
  users: z.array(supplierUser).default([]),
  marketplaces: z.array(supplierMarketplace).default([]),
  /** Only whether there is one: the key itself never leaves the API. */
  shippitApiKey: z.union([z.boolean(), z.string()]).nullish(),
  /** The last four characters of that key. Not part of other APIs. */
  carrierKeyEnding: z.string().nullish(),
  /** When the key was set (UTC), and by whom; null if it is from a version that did not record it. */
  carrierKeySetDate: z.string().nullish(),
  carrierKeySetByUserFullName: z.string().nullish(),
  /** The application that the supplier was accepted with, for callers who may see it. Not part of other APIs. */
  applicationId: z.number().int().nullish(),
  ...supplierFlags.shape,
});
export type Supplier = z.output<typeof supplierSchema>;

/* ---- what is typed ---- */

const supplierNameMessage = "Please enter the supplier's name";

export const addSupplier = z.object({
  SupplierName: text({ max: 255, required: supplierNameMessage }),
  PrimaryContactEmail: email(),
});

export const updateSupplierDetails = z.object({ SupplierId: recordId, ...inputsOf(detailFields) });
export const updateSupplierAddress = z.object({ SupplierId: recordId, ...inputsOf(billingAddressFields) });
export const updateSupplierFinancialDetails = z.object({ SupplierId: recordId, ...inputsOf(financeFields) });

/** The details that were compared. */
export const verifySupplierBankDetails = updateSupplierFinancialDetails.pick({
  SupplierId: true,
  BSB: true,
  AccountNumber: true,
  AccountName: true,
});

export const gstStates = ["yes", "no", "unknown"] as const;
export type GstState = (typeof gstStates)[number];

const registrationDay = z
  .union([z.literal("").transform(() => null), dayText("Please enter the date as day, month and year."), z.null()])
  .optional();

/** The days are ignored unless there is a registration. */
export const checkSupplierGst = z.object({
  SupplierId: recordId,
  Registered: z.enum(gstStates, "Please choose whether the supplier is registered for GST."),
  RegisteredFrom: registrationDay,
  /** The last day. */
  RegisteredUntil: registrationDay,
  /** Why nothing is withheld without an ABN. It stays as it is if left out. */
  NoAbnReason: optionalText({ max: gstFields.noAbnReason.max }).optional(),
});

/** The length of a carrier's key, in characters. */
const keyLength = { min: 8, max: 200 } as const;

/** A key is sent in a header of a request, which has only printable ASCII characters. */
function whyNoKey(key: string): string | undefined {
  if (key === "") return "Please enter the key.";
  if (/\s/.test(key)) return "A key has no spaces. Please copy it again.";
  if (!/^[!-~]+$/.test(key)) return "This key contains a character that no key has. Please copy it again.";
  return key.length < keyLength.min ? `A key has at least ${keyLength.min} characters.` : undefined;
}

export const setCarrierKey = z.object({
  SupplierId: recordId,
  Key: z
    .string("Please enter the key.")
    .trim()
    .max(keyLength.max, { error: `A key has at most ${keyLength.max} characters.`, abort: true })
    .superRefine((key, context) => {
      const message = whyNoKey(key);
      if (message) context.addIssue({ code: "custom", message });
    }),
});

export const removeCarrierKey = z.object({ SupplierId: recordId });

const permissionsMessage = "Please select at least one user permission";
const bits = supplierPermissions.map(({ value }) => value);
const permissionBits = list(
  z.coerce.number().refine((bit) => bits.includes(bit), permissionsMessage),
  { min: 1, max: bits.length, required: permissionsMessage, tooMany: permissionsMessage },
);

export const addSupplierUser = z.object({ SupplierId: recordId, UserEmail: email(), Permissions: permissionBits });
export const updateSupplierUser = z.object({ SupplierId: recordId, UserId: recordId, Permissions: permissionBits });
export const removeSupplierUser = z.object({ SupplierId: recordId, UserId: recordId });

/** Suggested terms for a new marketplace. */
export const marketplaceDefaults = { commissionRate: 0.3, referralCostPerClickIncTax: 1 } as const;

const commission = { min: 0, max: 0.99, message: "Please enter the commission rate." };
const referralCost = { min: 0, max: 100_000, message: "If provided, this must be a number greater than 0." };
/** The database stores four decimals. */

const link = { SupplierId: recordId, MarketplaceId: recordId };

/** Adds the supplier to a marketplace, or changes the terms there. */
export const upsertSupplierMarketplace = z.object({
  ...link,
  /** A fraction: 0.3 is thirty percent. */
  CommissionRate: z
    .number(commission.message)
    .min(commission.min, commission.message)
    .max(commission.max, commission.message)
    .refine(fourDecimals, commission.message),
  /** Dollars ex GST per click, with four decimals. */
  ReferralCostPerClickCharge: z
    .number(referralCost.message)
    .min(referralCost.min, referralCost.message)
    .max(referralCost.max, referralCost.message)
    .refine(fourDecimals, referralCost.message)
    .nullish(),
});

/** The same as a form: percent, and dollars inc GST. */
export const supplierMarketplaceForm = z.object({
  MarketplaceId: recordId,
  CommissionRate: typedPercent(commission),
  ReferralCostPerClickCharge: optionalTypedAmount(referralCost),
});

export const agreeToMarketplaceAgreement = z.object({
  ...link,
  /** The document that was read. If it is no longer the one to agree to, the command is refused. */
  AgreementDocumentFileId: z.guid().optional(),
});

export const supplierMarketplaceLink = z.object(link);

export const supplierMessages = {
  marketplaceSaved: "Marketplace updated successfully.",
  userSaved: "User updated successfully.",
  userRemoved: "User removed successfully.",
  unexpected: "Oh dear, an unexpected error occurred.",
  saved: "Supplier updated successfully.",
  notSaved: "Oh dear, we could not save the supplier due to an unexpected error.",
  addressSaved: "Address updated successfully.",
  addressNotSaved: "Oh dear, we could not save the address to an unexpected error.",
  financialSaved: "Supplier financial details updated successfully.",
  financialNotSaved: "Oh dear, we could not save the supplier financial details due to an unexpected error.",
  gstChecked: "GST registration updated successfully.",
  gstNotChecked: "Oh dear, we could not save the GST registration due to an unexpected error.",
  carrierKeyRemoved: "Shippit key removed successfully.",
  carrierKeyNotRemoved: "Oh dear, we could not remove the Shippit key due to an unexpected error.",
  bankDetailsConfirmed: "Bank details confirmed successfully.",
  bankDetailsNotConfirmed: "Oh dear, we could not confirm the bank details due to an unexpected error.",
  logoNotUploaded: "A problem occurred uploading the supplier logo. Please try again.",
  email: emailMessage,
} as const;
