import type { FastifyBaseLogger } from "fastify";
import type { BrowserSignIn } from "#api/core/access/grants.ts";
import type { Database } from "#api/core/database/connection.ts";
import type { ProofErrors } from "#api/modules/identity/second-factor/prove.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { User } from "./accounts.ts";
import { type NewPasswordFields, newPasswordErrors, setPassword } from "./new-password.ts";
import { hashPassword } from "./passwords.ts";
import { signedInBrowser, signIn, waitMessage } from "./sign-in.ts";

export interface PasswordFields extends NewPasswordFields {
  current: string;
}

export type PasswordErrors = Partial<Record<keyof PasswordFields, string>> & ProofErrors;

/**
 * Sets a new password and ends every other sign-in of the user. A wrong current password counts as a failed sign-in.
 * @param provesFactor returns what is wrong with the proof of a second factor, if one is needed; a code is used up only
 *   together with the right password and an acceptable new one
 * @returns a message for each invalid field, or undefined if the password was changed
 */
export async function changePassword(
  database: Database,
  log: FastifyBaseLogger,
  user: User,
  fields: PasswordFields,
  current: BrowserSignIn,
  provesFactor: () => Promise<ProofErrors | undefined>,
): Promise<PasswordErrors | undefined> {
  const errors: PasswordErrors = {
    current: await checkCurrentPassword(database, log, user, fields.current),
    ...newPasswordErrors(user.email, fields),
  };
  if (errors.current || errors.next || errors.again) return errors;
  const unproved = await provesFactor();
  if (unproved) return unproved;

  const passwordHash = await hashPassword(fields.next);
  await database.transaction((db) => setPassword(db, user.id, passwordHash, current));
  log.info({ userId: user.id }, "password changed");
  return undefined;
}

/** Returns a message if the typed password is wrong, which counts as a failed sign-in; otherwise undefined. */
export async function checkCurrentPassword(database: Database, log: FastifyBaseLogger, { email }: User, typed: string) {
  if (typed === "") return requiredMessage;
  const { user, refusal } = await signIn(database, log, email, typed, signedInBrowser);
  if (user) return undefined;
  const message = "This is not your current password.";
  return refusal === "wrong" ? message : `${message} ${waitMessage}`;
}
