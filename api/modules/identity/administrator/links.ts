/**
 * Addresses at which somebody becomes an administrator: of the first one, printed when the API starts with a database
 * that has none, and of `npm run invite`. They work once. Whoever reads the server's output could also change the data
 * itself.
 */
import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { RequestKind } from "#api/core/command-line/server-requests.ts";
import type { Db } from "#api/core/database/connection.ts";
import { administratorLinks as table, users } from "#api/core/database/schema/index.ts";
import { digestOf } from "#api/modules/identity/password-links.ts";

export const validHours = 24;

/** A link to store. Its token is only in the address. */
export interface Inviting {
  /** Null: whoever opens it first enters an address. */
  email: string | null;
  tokenDigest: string;
}

export const inviteRequest: RequestKind<Inviting, void> = { name: "invite" };

/** @param authority URL of the built-in provider */
export function newLink(authority: string, email: string | null): { inviting: Inviting; address: string } {
  const token = randomBytes(32).toString("base64url");
  return { inviting: { email, tokenDigest: digestOf(token) }, address: `${authority}/administrator/${token}` };
}

/** Older links stay valid, because several processes may start at once. */
export async function storeLink(db: Db, { email, tokenDigest }: Inviting): Promise<void> {
  await db.delete(table).where(lt(table.expiresAt, sql`now()`));
  const expiresAt = sql`now() + make_interval(hours => ${validHours})`;
  await db.insert(table).values({ email, tokenDigest, expiresAt }).onConflictDoNothing();
}

const isOpen = (token: string) => and(eq(table.tokenDigest, digestOf(token)), gt(table.expiresAt, sql`now()`));

export async function findLink(db: Db, token: string): Promise<{ email: string | null } | undefined> {
  const [link] = await db.select({ email: table.email }).from(table).where(isOpen(token));
  return link;
}

/** Uses up the link, and the others that would do the same. Returns false if a concurrent request was faster. */
export async function takeLink(db: Db, token: string): Promise<boolean> {
  const [used] = await db.delete(table).where(isOpen(token)).returning();
  if (!used) return false;
  // There is a first administrator from now on.
  await db
    .delete(table)
    .where(or(isNull(table.email), eq(sql`lower(${table.email})`, (used.email ?? "").toLowerCase())));
  return true;
}

/** True while nobody was ever made an administrator; a deactivated one can be let in by `npm run invite`. */
export async function hasNoAdministrator(db: Db): Promise<boolean> {
  const [one] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`'Administrator' = any(${users.roles})`)
    .limit(1);
  return one === undefined;
}
