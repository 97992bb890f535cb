import { z } from "zod";
import { recordId, yesNo } from "#contract/fields.ts";
import { command, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { addedKey, addKey, currentKey, keyRow, keySortFields, revokeKey } from "./schema.ts";

const feature = "keys";

/** Keys with which machines call this API. Not part of other APIs. */
export const keys = {
  /** All of them for administrators; those of their suppliers for staff who manage users there. */
  list: query("keys", {
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
  /** Answers the secret, which is never answered again. */
  add: command("keys/AddKey", {
    permission: "keys.edit",
    effect: "access",
    feature,
    input: addKey,
    output: addedKey,
    secretAnswers: ["secret"],
  }),
  /** From the next request on the key is refused. Revoking it again changes nothing. */
  revoke: command("keys/RevokeKey", { permission: "keys.edit", effect: "withdrawal", feature, input: revokeKey }),
  /** Returns the key that sends the request; null if a person does. */
  current: query("keys/current", {
    permission: "signedIn",
    feature,
    scope: "any",
    input: z.object({}),
    output: currentKey.nullable(),
  }),
};
