import { z } from "zod";
import { recordId, yesNo } from "#contract/fields.ts";
import { command, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { addedKey, addKey, currentKey, keyRow, keySortFields, revokeKey } from "./schema.ts";

const feature = "keys";

/** Keys with which machines call this API. Not part of other APIs. */
export const keys = {
  list: query("keys", {
    description:
      "Lists keys of machines, a page at a time. All of them for administrators; those of their suppliers for staff who manage users there.",
    permission: "keys.view",
    feature,
    input: z
      .object({
        supplierId: recordId.optional(),
        marketplaceId: recordId.optional(),
        keyId: recordId.optional(),
        /** Without those that were revoked or have ended. */
        showActiveOnly: yesNo.default(false),
      })
      .extend(paging(keySortFields, { direction: "Descending" }).shape),
    output: paged(keyRow),
  }),
  add: command("keys/AddKey", {
    description: "Adds a key. Answers the secret, which is never answered again.",
    permission: "keys.edit",
    effect: "access",
    feature,
    input: addKey,
    output: addedKey,
    secretAnswers: ["secret"],
  }),
  revoke: command("keys/RevokeKey", {
    description: "Revokes a key, which is refused from the next request on. Revoking it again changes nothing.",
    permission: "keys.edit",
    effect: "withdrawal",
    feature,
    input: revokeKey,
  }),
  current: query("keys/current", {
    description: "Returns the key that sends the request. Null if a person does.",
    permission: "signedIn",
    feature,
    scope: "any",
    input: z.object({}),
    output: currentKey.nullable(),
  }),
};
