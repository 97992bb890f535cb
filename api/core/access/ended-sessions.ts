/**
 * Which sessions have ended. A signed token is valid until it expires, so every request checks its session in the query
 * that finds the caller: it costs an index lookup, holds for all processes and takes effect at once.
 *
 * With the built-in provider a session lives as long as its grant. Another authority does not share its grants: there
 * the API stores digests of signed-out sessions until they would have expired anyway.
 */
import { createHash } from "node:crypto";
import { inArray, lt, type SQL, sql } from "drizzle-orm";
import { endGrant, hasGrant } from "#api/core/access/grants.ts";
import type { Db } from "#api/core/database/connection.ts";
import { endedSessions } from "#api/core/database/schema/index.ts";
import type { Identified } from "./tokens.ts";

export const digestOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** SQL condition: the token's session has not ended. Always true for callers without a token (background work). */
export function isSessionLive({ grantId, sessionIds = [] }: Identified): SQL<boolean> {
  if (grantId !== undefined) return hasGrant(grantId);
  if (sessionIds.length === 0) return sql<boolean>`true`;
  return sql<boolean>`not exists (select 1 from ${endedSessions} where ${inArray(endedSessions.id, [...sessionIds])})`;
}

/** @param maxMinutes the longest lifetime of any session */
export async function endSession(
  db: Db,
  { userId, grantId, sessionIds = [] }: Identified,
  maxMinutes: number,
): Promise<void> {
  if (grantId !== undefined) await endGrant(db, String(userId), grantId);
  else if (sessionIds.length > 0) {
    const expiresAt = sql`now() + make_interval(mins => ${maxMinutes})`;
    await db
      .insert(endedSessions)
      .values(sessionIds.map((id) => ({ id, expiresAt })))
      .onConflictDoNothing();
  }
}

export async function deleteExpiredEndedSessions(db: Db): Promise<void> {
  await db.delete(endedSessions).where(lt(endedSessions.expiresAt, sql`now()`));
}
