/**
 * Permissions, shared by app and API.
 *
 * A permission is a path into the caller's grants: either the permissions object of `GET users/permissions`
 * (`suppliers.add`), or the flags of one record (`canUpdateGeneralDetails`). `can` answers for both, so that a button
 * and the endpoint behind it cannot disagree.
 */
import { z } from "zod";
import { factsOf } from "./areas.ts";
import { mapped } from "./rules/keys-of.ts";

const grants = factsOf("grants");

type FlagsSchema<F> = z.ZodPrefault<z.ZodObject<{ -readonly [K in keyof F]: z.ZodDefault<z.ZodBoolean> }>>;

/** The flags of an area, each with its value where an API does not send it. */
const flagsSchema = (defaults: Readonly<Record<string, boolean>>) =>
  z.object(mapped(defaults, (flag) => z.boolean().default(defaults[flag] ?? false))).prefault({});

export const permissionsSchema = z.object({
  /** The caller's current name: the token has that of sign-in time. Not part of other APIs. */
  name: z.string().optional(),
  enabledForReferrals: z.boolean().default(false),
  ...(mapped(grants, (area) => flagsSchema(grants[area])) as {
    [A in keyof typeof grants]: FlagsSchema<(typeof grants)[A]>;
  }),
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
