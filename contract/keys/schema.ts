import { z } from "zod";
import { dayText, list, recordId, recordIdOrNone, text } from "#contract/fields.ts";
import { keyScopes } from "./scopes.ts";

/** Most keys that are in use at a time, of the organisation with its marketplaces, and of each supplier. */
export const maxKeys = 50;

export const keySortFields = ["createdAt", "name", "lastUsedAt", "endsAt"] as const;

export const keyStates = ["active", "ended", "revoked"] as const;

export const keyRow = z.object({
  id: z.number().int(),
  name: z.string(),
  /** With the secret, what a machine signs in with (OAuth 2.0, client credentials). */
  clientId: z.string(),
  /** The first characters of the secret, to recognise it by. */
  secretStart: z.string(),
  scopes: z.array(z.string()),
  /** The key sees the orders of this marketplace alone. */
  marketplaceId: z.number().int().nullable(),
  marketplaceName: z.string().nullable(),
  /** The key sees the records of this supplier alone. */
  supplierId: z.number().int().nullable(),
  supplierName: z.string().nullable(),
  state: z.enum(keyStates),
  /** UTC; null if it never ends. */
  endsAt: z.string().nullable(),
  /** UTC; null if it was never used. */
  lastUsedAt: z.string().nullable(),
  /** UTC. */
  createdAt: z.string(),
  createdByUserFullName: z.string().nullable(),
  /** False if the person who made the key may no longer manage it. The key stays valid. */
  isCreatorAllowed: z.boolean(),
  /** UTC. */
  revokedAt: z.string().nullable(),
  revokedByUserFullName: z.string().nullable(),
});
export type KeyRow = z.output<typeof keyRow>;

const chooseScope = "Please choose what the key may do.";
const enterEnd = "Please enter a day.";

export const addKey = z.object({
  Name: text({ max: 60 }),
  Scopes: list(z.enum(keyScopes, chooseScope), {
    min: 1,
    max: 10,
    required: chooseScope,
    tooMany: chooseScope,
  }).transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope))),
  /** A key belongs to a marketplace, to a supplier, or without either to the organisation. */
  MarketplaceId: recordIdOrNone,
  SupplierId: recordIdOrNone,
  /** The last day on which it works, in the organisation's time zone; empty for a key that never ends. */
  EndsOn: z
    .union([z.literal("", enterEnd), dayText(enterEnd)], enterEnd)
    .nullish()
    .transform((value) => value || null),
});
export type AddKey = z.output<typeof addKey>;

export const addedKey = z.object({
  id: z.number().int(),
  clientId: z.string(),
  /** Null where the command was repeated: it is answered once, and not stored. */
  secret: z.string().nullable(),
});

export const revokeKey = z.object({ KeyId: recordId });

/** The data that a key can read about itself. */
export const currentKey = keyRow
  .pick({ id: true, name: true, scopes: true, marketplaceId: true, supplierId: true, endsAt: true })
  .extend({ /** Null if there is no limit. */ callsPerMinute: z.number().int().nullable() });

export const keyMessages = {
  added: "The key has been added.",
  notAdded: "Oh dear, the key could not be added due to an unexpected error. Please try again.",
  revoked: "The key has been revoked. It is refused from now on.",
  notRevoked: "Oh dear, the key could not be revoked due to an unexpected error. Please try again.",
};
