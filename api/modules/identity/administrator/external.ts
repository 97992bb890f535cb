/** The first administrator where another OpenID provider knows the people: the variable FIRST_ADMIN names them. */
import { sql } from "drizzle-orm";
import type { Identified } from "#api/core/access/tokens.ts";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { users } from "#api/core/database/schema/index.ts";
import { findUserByEmail } from "#api/modules/identity/accounts.ts";
import { hasNoAdministrator } from "./links.ts";

const lockNumber = 7402;

/**
 * Makes the named person an administrator at their first sign-in, once: not while or after anybody else is or was one.
 * @returns true if that has happened now
 */
export async function admitFirstAdministrator(
  database: Database,
  { oidc, firstAdministrator }: Pick<Config, "oidc" | "firstAdministrator">,
  { email }: Identified,
): Promise<boolean> {
  if (!oidc.external || email === undefined || email.toLowerCase() !== firstAdministrator?.toLowerCase()) return false;
  return database.transaction(async (db) => {
    // The requests of a first page arrive at once.
    await db.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
    if (!(await hasNoAdministrator(db))) return false;
    const known = await findUserByEmail(db, email);
    if (known) {
      await db
        .update(users)
        .set({ roles: sql`array_append(${users.roles}, 'Administrator')`, isActive: true })
        .where(sql`${users.id} = ${known.id}`);
    } else {
      await db.insert(users).values({ email, givenName: "", surname: "", roles: ["Administrator"] });
    }
    return true;
  });
}
