/** Which users should set up a second factor. */
import type { Config } from "#api/core/config.ts";
import { demoAccounts } from "#api/modules/identity/demo-accounts.ts";

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
