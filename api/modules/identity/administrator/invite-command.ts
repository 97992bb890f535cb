/**
 * `npm run invite -- EMAIL` prints an address at which this person becomes an administrator, for when the
 * first address was not used in time, or an administrator has lost everything.
 */
import { authorityOf, onDatabase } from "#api/core/command-line/server-command.ts";
import { email as emailField } from "#contract/fields.ts";
import { inviteRequest, newLink, storeLink, validHours } from "./links.ts";

/**
 * @param env with the database of the API
 * @returns the address, for the person at the keyboard
 * @throws Error in words for that person
 */
export async function inviteCommand([typed, ...more]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const email = emailField().safeParse(typed);
  if (!email.success || more.length > 0) throw new Error("Whom? npm run invite -- EMAIL");
  if (env.OIDC_AUTHORITY)
    throw new Error("People sign in with another OpenID provider here: FIRST_ADMIN names the first administrator.");
  const { inviting, address } = newLink(authorityOf(env), email.data);
  await onDatabase(env, { kind: inviteRequest, input: inviting, work: ({ db }) => storeLink(db, inviting) });
  return `${email.data} becomes an administrator at this address. It works once, for ${validHours} hours:\n${address}`;
}
