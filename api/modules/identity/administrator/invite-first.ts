import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { hasNoAdministrator, newLink, storeLink, validHours } from "./links.ts";

/** `npm start` shows the line that begins like this after everything else. */
export const announcement = "First administrator:";

/**
 * Tells whoever started the process how the first administrator gets in.
 * @returns a line to print; undefined if there is an administrator, or another OpenID provider knows the people
 */
export async function inviteFirstAdministrator(database: Database, { oidc }: Config): Promise<string | undefined> {
  if (oidc.external || !(await hasNoAdministrator(database.db))) return undefined;
  const { inviting, address } = newLink(oidc.authority, null);
  await storeLink(database.db, inviting);
  return `${announcement} ${address} (works once, for ${validHours} hours)`;
}
