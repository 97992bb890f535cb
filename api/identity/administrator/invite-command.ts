/**
 * What `npm run invite -- EMAIL` does: prints an address at which this person becomes an administrator, for when the
 * first address was not used in time, or an administrator has lost everything.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "#api/database/connection.ts";
import { FolderInUse } from "#api/database/folder-lock.ts";
import { requestFromApi } from "#api/server-requests.ts";
import { email as emailField } from "#contract/fields.ts";
import { type Inviting, newLink, storeLink, validHours } from "./links.ts";

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
  const authority = `${env.API_PUBLIC_URL || `http://localhost:${env.API_PORT || 3001}`}/identity`;
  const { inviting, address } = newLink(authority, email.data);
  await store(inviting, env);
  return `${email.data} becomes an administrator at this address. It works once, for ${validHours} hours:\n${address}`;
}

async function store(inviting: Inviting, env: NodeJS.ProcessEnv): Promise<void> {
  const url = env.DATABASE_URL || undefined;
  const dataDir = env.DATA_DIR || ".data";
  if (!url && !existsSync(join(dataDir, "database")))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the API.`);
  try {
    const database = await connect(url ? { url } : { folder: dataDir });
    await storeLink(database.db, inviting).finally(() => database.close());
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    await requestFromApi(dataDir, "invite", inviting);
  }
}
