/** Who is asked to set up a second factor. */
import type { Config } from "#api/config.ts";
import { demoAccounts } from "#api/identity/demo-accounts.ts";

interface Person {
  email: string;
  roles: readonly string[];
}

/**
 * Returns true for people with a role of which the operator asks it. Demo accounts are not asked while demo data is on:
 * their password is public, and a visitor should be inside with one click.
 */
export function isAskedForFactor({ secondFactor, demo }: Config, { email, roles }: Person): boolean {
  const isDemoAccount = demo && demoAccounts.some((account) => account.email === email.toLowerCase());
  return !isDemoAccount && secondFactor.roles.some((role) => roles.includes(role));
}

/** Returns true where signing in is not possible without one. */
export const mustHaveFactor = (config: Config, person: Person) =>
  config.secondFactor.isRequired && isAskedForFactor(config, person);
