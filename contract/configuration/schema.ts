import { z } from "zod";
import {
  attributeSelectionTypes,
  marketplaceStatuses,
  orderLineItemStatuses,
  shipmentStatuses,
} from "#contract/enumerations.ts";

const choice = z.object({ value: z.number().nullable(), displayName: z.string() });

/** The configuration that every client loads first. Labels default to the enumerations of the contract. */
export const configurationSchema = z.object({
  identity: z.object({
    authority: z.url(),
    clientId: z.string(),
    redirectUrl: z.string().nullish(),
    responseType: z.string().default("code"),
    scope: z.string().default("openid"),
    postLogoutRedirectUrl: z.string().nullish(),
    /** The resource for which access tokens are requested (RFC 8707), if the authority requires one. */
    resource: z.string().nullish(),
    /** Where users edit their own profile; linked from the account menu. */
    profileUrl: z.string().nullish(),
  }),
  cdnBaseUrl: z.string(),
  /** An IANA zone; server times are UTC and shown in it. */
  defaultTimeZone: z.string().default("Australia/Sydney"),
  /** Shown at the top of every page. Not part of other APIs. */
  organisation: z.object({ name: z.string(), logoId: z.string().nullish() }).default({ name: "Countinghouse" }),
  /** A fraction: 0.1 is ten percent. */
  gstRate: z.number().min(0).max(1).default(0.1),
  /** `contract/features.ts`; other APIs name none. Names that this program does not know are ignored. */
  features: z.array(z.string()).default([]),
  orderLineItemStatuses: z.array(choice).default([...orderLineItemStatuses]),
  shipmentStatuses: z.array(choice).default([...shipmentStatuses]),
  marketplaceStatuses: z.array(choice).default([...marketplaceStatuses]),
  attributeSelectionTypes: z.array(choice).default([...attributeSelectionTypes]),
});
export type Configuration = z.output<typeof configurationSchema>;
