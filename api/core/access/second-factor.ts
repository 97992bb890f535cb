/** Which users should set up a second factor, and which have one. */
import { eq } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { authenticatorApps, passkeys } from "#api/core/database/schema/index.ts";
import { demoAccounts } from "./demo-accounts.ts";

/** Authentication context class of a sign-in with a password and a second factor: the REFEDS MFA profile. */
export const twoFactors = "https://refeds.org/profile/mfa";

interface Person {
  email: string;
  roles: readonly string[];
}

/**
 * True for users with a role for which the operator requires it. Demo accounts are exempt while demo data is on: their
 * password is public, and visitors should get in with one click.
 */
export function shouldSetUpFactor({ secondFactor, demo }: Config, { email, roles }: Person): boolean {
  const isDemoAccount = demo && demoAccounts.some((account) => account.email === email.toLowerCase());
  return !isDemoAccount && secondFactor.roles.some((role) => roles.includes(role));
}

/** True if the user cannot sign in without a second factor. */
export const mustHaveFactor = (config: Config, person: Person) =>
  config.secondFactor.isRequired && shouldSetUpFactor(config, person);

/** True if the user has an authenticator app or a passkey. Recovery codes are not a factor by themselves. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return (
    (await db.$count(authenticatorApps, eq(authenticatorApps.userId, userId))) > 0 ||
    (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0
  );
}
