/**
 * State that the server stores for some minutes between two pages of a flow: that a password was right, that a factor
 * was proved and another may be added, the secret of an app that is being set up, or the challenge that a passkey signs.
 * Stored with the provider's own payloads, so that everything that ends the sign-ins of an account (a new password,
 * deactivation) ends these, too.
 */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#api/database/connection.ts";
import { identityPayloads as table } from "#api/database/schema/index.ts";
import { signInSeconds } from "#contract/rules/sign-in.ts";

type Kind = "PasswordPassed" | "AppSetup" | "PasskeySetup" | "PasskeyProof" | "FactorProved" | "NewAdministrator";

export interface Ticket {
  userId: number;
  /** The state, as text. */
  content: string;
}

const lifetime = sql`now() + ${signInSeconds} * interval '1 second'`;

/** Malformed ids are not searched for, because they may contain characters that the database cannot store. */
const isTicket = (kind: Kind, id: string) =>
  /^[\w-]{1,100}$/.test(id)
    ? and(eq(table.model, kind), eq(table.id, id), gt(table.expiresAt, sql`now()`))
    : sql`false`;

/** Stores a ticket, replacing the one that has this id. */
export async function putTicket(db: Db, kind: Kind, id: string, { userId, content }: Ticket): Promise<void> {
  const row = { payload: { content }, accountId: String(userId), expiresAt: lifetime };
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
