/**
 * Which sessions have ended. A signed token is good until it expires, so the API asks here at every request, in the
 * query that finds the caller: it costs an index lookup, holds for all processes and takes effect at once.
 *
 * With the built-in provider a session lives as long as its grant. Another authority keeps its grants to itself: there
 * the API remembers what was signed out, as digests, until the session would have ended anyway.
 */
import { createHash } from "node:crypto";
import { inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/database/connection.ts";
import { endedSessions } from "#api/database/schema/index.ts";
import { endGrant, hasGrant } from "#api/identity/payload-store.ts";
import type { Identified } from "./tokens.ts";

export const digestOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** True while the session of the token has not ended; of a caller without a token (work in the background) always. */
export function isSessionLive({ grantId, sessionIds = [] }: Identified): SQL<boolean> {
  if (grantId !== undefined) return hasGrant(grantId);
  if (sessionIds.length === 0) return sql<boolean>`true`;
  return sql<boolean>`not exists (select 1 from ${endedSessions} where ${inArray(endedSessions.id, [...sessionIds])})`;
}

/** @param maxMinutes how long any session lasts at most */
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

export async function purgeEndedSessions(db: Db): Promise<void> {
  await db.delete(endedSessions).where(lt(endedSessions.expiresAt, sql`now()`));
}
