/**
 * Links in emails that may leave much later than they are written, because of limits or of a mail server that is down.
 * Their days begin when the email has left.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { passwordLinks, supplierInvitations } from "#api/core/database/schema/index.ts";
import { digestOf } from "./password-links.ts";

/** Days for which an invitation, or the link to choose a first password, works. */
export const linkDays = 7;

/** The stored end of a link whose email has not left. */
export const untilSent = new Date("9999-12-31T00:00:00Z");

const links = /\/(?:password|identity\/invitation)\/([\w-]{43})(?![\w-])/g;

/** Begins the days of the links in an email. Those that have begun are not prolonged. */
export async function beginLinkDays(db: Db, { text }: { text: string }): Promise<void> {
  const digests = [...text.matchAll(links)].map(([, token = ""]) => digestOf(token));
  if (digests.length === 0) return;
  for (const table of [passwordLinks, supplierInvitations])
    await db
      .update(table)
      .set({ expiresAt: sql`now() + make_interval(days => ${linkDays})` })
      .where(and(inArray(table.tokenDigest, digests), eq(table.expiresAt, untilSent)));
}
