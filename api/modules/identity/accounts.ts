/** Users as accounts of the provider. An inactive user does not exist for it: no sign-in, no refresh, no session. */
import { and, eq, sql } from "drizzle-orm";
import type { Account, KoaContextWithOIDC } from "oidc-provider";
import type { Db } from "#api/core/database/connection.ts";
import { users } from "#api/core/database/schema/index.ts";

export type User = typeof users.$inferSelect;

/** @param accountId the subject of a token or session: the user's id in decimal */
export async function findActiveUser(db: Db, accountId: string): Promise<User | undefined> {
  if (!/^\d{1,9}$/.test(accountId)) return undefined;
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, Number(accountId)), eq(users.isActive, true)));
  return user;
}

/** Finds and locks a user, whatever the state of the account. */
export async function lockUser(db: Db, userId: number): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for("no key update");
  return user;
}

/** Finds a user case-insensitively by email address, whatever the state of the account. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return user;
}

export const fullName = (user: User) => `${user.givenName} ${user.surname}`.trim();

/** Claims of each scope; their values come from `claimsOf`. */
export const claimsByScope = {
  /** In addition to the subject: how and when the user authenticated. */
  openid: ["sub", "acr", "amr", "auth_time"],
  email: ["email", "email_verified"],
  profile: ["given_name", "family_name", "name"],
};

/** The provider's `findAccount`. */
export function accountFinder(db: Db) {
  return async (_context: KoaContextWithOIDC, accountId: string): Promise<Account | undefined> => {
    const user = await findActiveUser(db, accountId);
    return user && { accountId, email: user.email, claims: () => claimsOf(user) };
  };
}

function claimsOf(user: User) {
  return {
    sub: String(user.id),
    email: user.email,
    // Accounts are created by an administrator, and the password is set through a link in an email to this address.
    email_verified: true,
    given_name: user.givenName,
    family_name: user.surname,
    name: fullName(user),
  };
}
