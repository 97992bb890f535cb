/**
 * State that the server stores for some minutes between two pages of a flow: that a password was right, that a factor
 * was proved and another may be added, the secret of an app that is being set up, or the challenge that a passkey signs.
 * Stored with the provider's own payloads, so that everything that ends the sign-ins of an account (a new password,
 * deactivation) ends these, too.
 */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { identityPayloads as table } from "#api/core/database/schema/index.ts";
import { signInSeconds } from "#contract/rules/sign-in.ts";

type Kind = "PasswordPassed" | "AppSetup" | "PasskeySetup" | "PasskeyProof" | "FactorProved" | "NewAdministrator";

export interface Ticket {
  userId: number;
  /** The state, as text. */
  content: string;
}

/** In seconds. What belongs to a sign-in lives as long as one may take. */
const lifetimes: Readonly<Record<Kind, number>> = {
  PasswordPassed: signInSeconds,
  AppSetup: signInSeconds,
  PasskeySetup: signInSeconds,
  PasskeyProof: signInSeconds,
  NewAdministrator: signInSeconds,
  // Somebody else at an open browser could use it to add a factor.
  FactorProved: 5 * 60,
};

/** Malformed ids are not searched for, because they may contain characters that the database cannot store. */
const isTicket = (kind: Kind, id: string) =>
  /^[\w-]{1,100}$/.test(id)
    ? and(eq(table.model, kind), eq(table.id, id), gt(table.expiresAt, sql`now()`))
    : sql`false`;

/** Stores a ticket, replacing the one that has this id. */
export async function putTicket(db: Db, kind: Kind, id: string, { userId, content }: Ticket): Promise<void> {
  const expiresAt = sql`now() + ${lifetimes[kind]} * interval '1 second'`;
  const row = { payload: { content }, accountId: String(userId), expiresAt };
  await db
    .insert(table)
    .values({ model: kind, id, ...row })
    .onConflictDoUpdate({ target: [table.model, table.id], set: row });
}

export async function findTicket(db: Db, kind: Kind, id: string): Promise<Ticket | undefined> {
  const [row] = await db.select().from(table).where(isTicket(kind, id));
  return row && asTicket(row);
}

/** Returns the ticket and deletes it, so that only the first caller gets it. */
export async function takeTicket(db: Db, kind: Kind, id: string): Promise<Ticket | undefined> {
  const [row] = await db.delete(table).where(isTicket(kind, id)).returning();
  return row && asTicket(row);
}

function asTicket({ payload, accountId }: typeof table.$inferSelect): Ticket {
  return { userId: Number(accountId), content: (payload as { content: string }).content };
}
