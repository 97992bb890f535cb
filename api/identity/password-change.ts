import { eq } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { requiredMessage } from "../../contract/fields.ts";
import type { Database } from "../database/connection.ts";
import { users } from "../database/schema/index.ts";
import type { User } from "./accounts.ts";
import { hashPassword } from "./passwords.ts";
import { type BrowserSignIn, forgetAccount } from "./payload-store.ts";
import { signIn } from "./sign-in.ts";

const minLength = 12;
const maxLength = 200;

export interface PasswordFields {
  current: string;
  next: string;
  again: string;
}

export type PasswordErrors = Partial<Record<keyof PasswordFields, string>>;

/**
 * Sets a new password and ends every other sign-in of the user. A wrong current password counts as a failed sign-in.
 * @returns a message for each field that is not right, or nothing when the password was changed
 */
export async function changePassword(
  database: Database,
  log: FastifyBaseLogger,
  user: User,
  fields: PasswordFields,
  kept: BrowserSignIn,
): Promise<PasswordErrors | undefined> {
  const { next, again } = fields;
  const errors: PasswordErrors = {
    current: await wrongCurrentPassword(database, log, user, fields.current),
    next: wrongNewPassword(user, next),
    again: again === "" ? requiredMessage : again === next ? undefined : "The two new passwords are not the same.",
  };
  if (errors.current || errors.next || errors.again) return errors;

  const passwordHash = await hashPassword(next);
  await database.transaction(async (db) => {
    await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    await forgetAccount(db, String(user.id), kept);
  });
  log.info({ userId: user.id }, "password changed");
  return undefined;
}

async function wrongCurrentPassword(database: Database, log: FastifyBaseLogger, { email }: User, typed: string) {
  if (typed === "") return requiredMessage;
  const { user } = await signIn(database, log, email, typed);
  return user ? undefined : "This is not your current password.";
}

function wrongNewPassword(user: User, password: string): string | undefined {
  if (password === "") return requiredMessage;
  if (password.length < minLength) return `Please use at least ${minLength} characters.`;
  if (password.length > maxLength) return `Please use no more than ${maxLength} characters.`;
  if (password.trim().toLowerCase() === user.email.toLowerCase()) return "Please do not use your email address as your password.";
  return undefined;
}
