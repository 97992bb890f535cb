/** Shared by every page that sets a password: which passwords are accepted, the messages, and what setting one ends. */
import { eq } from "drizzle-orm";
import { type BrowserSignIn, endAccount } from "#api/core/access/grants.ts";
import type { Db } from "#api/core/database/connection.ts";
import { users } from "#api/core/database/schema/index.ts";
import { requiredMessage } from "#contract/fields.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { deletePasswordLinks } from "./password-links.ts";

const minLength = 12;
const maxLength = 200;

export interface NewPasswordFields {
  next: string;
  again: string;
}

export type NewPasswordErrors = Partial<Record<keyof NewPasswordFields, string>>;

export function newPasswordErrors(email: string, { next, again }: NewPasswordFields): NewPasswordErrors {
  return {
    next: wrongNewPassword(email, next),
    again: again === "" ? requiredMessage : again === next ? undefined : "The two new passwords are not the same.",
  };
}

function wrongNewPassword(email: string, password: string): string | undefined {
  if (password === "") return requiredMessage;
  if (password.length < minLength) return `Please use at least ${minLength} characters.`;
  if (password.length > maxLength) return `Please use no more than ${maxLength} characters.`;
  if (password.trim().toLowerCase() === email.toLowerCase())
    return "Please do not use your email address as your password.";
  if (isCommonPassword(password))
    return "This password is easy to guess. Please choose another one, for instance several words that do not belong together.";
  return undefined;
}

/**
 * Stores a password inside a transaction. Ends every sign-in of the user except `current`, and all open password links.
 */
export async function setPassword(
  db: Db,
  userId: number,
  passwordHash: string,
  current?: BrowserSignIn,
): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await deletePasswordLinks(db, userId);
  await endAccount(db, String(userId), current);
}
