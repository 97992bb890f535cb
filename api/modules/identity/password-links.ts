/** Links in emails to the page where a password is chosen. They work once, and only the newest of a user works. */
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { passwordLinks, users } from "#api/core/database/schema/index.ts";
import type { User } from "./accounts.ts";

/** The database stores a digest, so that reading it does not reveal the link. */
export const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Creates a link, and invalidates the user's older ones.
 * @param authority URL of the built-in provider
 */
export async function makePasswordLink(db: Db, authority: string, userId: number, expiresAt: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await deletePasswordLinks(db, userId);
  await db.insert(passwordLinks).values({ tokenDigest: digestOf(token), userId, expiresAt });
  return `${authority}/password/${token}`;
}

/** Returns the user of a link; undefined if it was used, replaced or has expired, or the user may not sign in. */
export async function userOfPasswordLink(db: Db, token: string): Promise<User | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(
      and(
        eq(passwordLinks.tokenDigest, digestOf(token)),
        gt(passwordLinks.expiresAt, sql`now()`),
        eq(users.isActive, true),
      ),
    );
  return row?.user;
}

/** Uses up the link. Returns false if a concurrent request was faster. */
export async function takePasswordLink(db: Db, token: string): Promise<boolean> {
  const used = await db
    .delete(passwordLinks)
    .where(eq(passwordLinks.tokenDigest, digestOf(token)))
    .returning({ userId: passwordLinks.userId });
  return used.length > 0;
}

/** Invalidates every link of the user. */
export async function deletePasswordLinks(db: Db, userId: number): Promise<void> {
  await db.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
}

export async function deleteExpiredPasswordLinks(db: Db): Promise<void> {
  await db.delete(passwordLinks).where(lt(passwordLinks.expiresAt, sql`now()`));
}
