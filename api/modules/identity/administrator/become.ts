/** Gives an account all permissions when somebody opens the address of an administrator. */
import { eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { users } from "#api/core/database/schema/index.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { findUserByEmail, lockUser, type User } from "#api/modules/identity/accounts.ts";
import { setPassword } from "#api/modules/identity/new-password.ts";
import { hasNoName, type Names } from "#api/modules/identity/own-name.ts";
import { resetFactors } from "#api/modules/identity/second-factor/reset.ts";
import { clearFailedSignIns } from "#api/modules/identity/sign-in.ts";
import { at } from "#contract/rules/at.ts";
import { takeLink } from "./links.ts";

export interface Chosen {
  email: string;
  /** Undefined if the account has a name already. */
  names: Names | undefined;
  passwordHash: string;
}

interface Parts {
  db: Db;
  jobs: Pick<Jobs, "enqueue">;
  /** URL of the built-in provider. */
  authority: string;
}

/**
 * Makes the account, or opens an existing one again: activates it, removes its lock and its second factor, and ends
 * what was signed in. Runs in a transaction.
 * @returns undefined if the link was used in the meantime
 */
export async function becomeAdministrator(
  { db, jobs, authority }: Parts,
  token: string,
  { email, names, passwordHash }: Chosen,
): Promise<User | undefined> {
  if (!(await takeLink(db, token))) return undefined;
  const known = await findUserByEmail(db, email);
  const user = known ? await lockUser(db, known.id) : undefined;
  if (!user) {
    const rows = await db
      .insert(users)
      .values({ email, givenName: names?.givenName ?? "", surname: names?.surname ?? "", roles: ["Administrator"] })
      .returning();
    const made = at(rows, 0);
    await setPassword(db, made.id, passwordHash);
    return made;
  }
  const roles = [...new Set([...user.roles, "Administrator"])];
  await db
    .update(users)
    .set({ roles, isActive: true, ...(names && hasNoName(user) && names) })
    .where(eq(users.id, user.id));
  await setPassword(db, user.id, passwordHash);
  await clearFailedSignIns(db, user.email);
  await resetFactors({ db, jobs, authority }, user);
  return { ...user, roles, isActive: true };
}
