/**
 * Permissions, shared by app and API.
 *
 * A permission is a path into the caller's grants: either the permissions object of `GET users/permissions`
 * (`suppliers.add`), or the flags of one record (`canUpdateGeneralDetails`). `can` answers for both, so that a button
 * and the endpoint behind it cannot disagree.
 */
import { z } from "zod";

const flag = z.boolean().default(false);
/** Defaults to true, so that an API works that only sends the specified flags. */
const view = z.boolean().default(true);

export const permissionsSchema = z.object({
  /** The caller's current name: the token has that of sign-in time. Not part of other APIs. */
  name: z.string().optional(),
  suppliers: z.object({ view, add: flag }).prefault({}),
  products: z.object({ view, add: flag, edit: flag }).prefault({}),
  enabledForReferrals: flag,
  approvals: z.object({ view, edit: flag }).prefault({}),
  shippingRules: z.object({ view, add: flag, edit: flag }).prefault({}),
  orders: z.object({ view, add: flag, edit: flag }).prefault({}),
  /** `mark`: prints packaging slips and records that they were printed. */
  shipments: z.object({ view, edit: flag, mark: view }).prefault({}),
  invoices: z.object({ view, add: flag }).prefault({}),
  productTypes: z.object({ view, add: flag, edit: flag }).prefault({}),
  attributes: z.object({ view, add: flag, edit: flag }).prefault({}),
  users: z.object({ view, add: flag, edit: flag }).prefault({}),
  // Areas beyond the specification: APIs without them send nothing, so that nothing is allowed.
  marketplaces: z.object({ view: flag, add: flag, edit: flag }).prefault({}),
  categories: z.object({ view: flag, edit: flag }).prefault({}),
  /** Deliveries to the webhooks of marketplaces. */
  deliveries: z.object({ view: flag, edit: flag }).prefault({}),
  /** `confirm`: the paying account that somebody else has entered. */
  settings: z.object({ view: flag, edit: flag, confirm: flag }).prefault({}),
  /** Keys of machines. */
  keys: z.object({ view: flag, edit: flag }).prefault({}),
});

export type Permissions = z.output<typeof permissionsSchema>;

type Area = {
  [K in keyof Permissions]-?: Permissions[K] extends object ? `${K}.${string & keyof Permissions[K]}` : never;
}[keyof Permissions];

/** Flags of a record about its caller. */
export type RecordFlag =
  | "canUpdateGeneralDetails"
  | "canUpdateBankDetails"
  | "canVerifyBankDetails"
  | "canCheckGst"
  | "canManageMarketplaces"
  | "canManageUsers"
  | "canAgreeToMarketplaceTerms"
  | "canEdit"
  | "canEditDetails"
  | "canUpdateLineItemStatus"
  | "canGenerateInvoices"
  | "canRegenerate";

/**
 * `anyone` needs no token, `signedIn` only a token, `mayWrite` a role that may change anything, which Read Only may
 * not.
 */
export type Permission = "anyone" | "signedIn" | "mayWrite" | "enabledForReferrals" | Area | RecordFlag;

/** True if the grants (the permissions object, or a record with its flags) allow the operation. */
export function can(grants: object, operation: { readonly permission: Permission }): boolean {
  const { permission } = operation;
  if (permission === "anyone" || permission === "signedIn" || permission === "mayWrite") return true;
  let value: unknown = grants;
  for (const key of permission.split(".")) {
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return permission.endsWith(".view") ? value !== false : value === true;
}

/** True if the permission depends on the caller alone, not on a record. */
export function isCallerWide(permission: Permission): boolean {
  return permission.includes(".") || permission === "enabledForReferrals";
}
