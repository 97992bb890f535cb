/** The sign-ins of people and keys that are open, and ending them: sessions and grants of the built-in provider. */
import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Session } from "oidc-provider";
import type { Db } from "#api/core/database/connection.ts";
import { identityPayloads as table } from "#api/core/database/schema/index.ts";

/** SQL condition: a row of the provider's storage has not expired. */
export const isAlive = or(isNull(table.expiresAt), gt(table.expiresAt, sql`now()`));

/** One browser's sign-in: its session and the grants that came from it. */
export interface BrowserSignIn {
  sessionId: string;
  grantIds: string[];
}

export function signInOf(session: Session): BrowserSignIn {
  return { sessionId: session.jti, grantIds: grantsOf(session) };
}

const grantsOf = ({ authorizations = {} }: Pick<Session, "authorizations">): string[] =>
  Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);

/**
 * SQL condition for the rows of a sign-in: its session, its grants (by their own ids), and its tokens, which name their
 * grant.
 */
function belongsTo({ sessionId, grantIds }: BrowserSignIn): SQL | undefined {
  return or(
    and(eq(table.model, "Session"), eq(table.id, sessionId)),
    and(eq(table.model, "Grant"), inArray(table.id, grantIds)),
    inArray(table.grantId, grantIds),
  );
}

/** SQL condition: the grant has neither expired nor been revoked. */
export const hasGrant = (grantId: string) =>
  sql<boolean>`exists (select 1 from ${table} where ${table.model} = 'Grant' and ${table.id} = ${grantId} and ${isAlive})`;

/**
 * Ends the grant with its tokens, the provider's session that it came from, and the grants of other clients in that
 * session.
 */
export async function endGrant(db: Db, accountId: string, grantId: string): Promise<void> {
  const isInSession = sql`exists (select 1 from jsonb_each(${table.payload}->'authorizations') each where each.value->>'grantId' = ${grantId})`;
  const sessions = await db
    .delete(table)
    .where(
      and(
        eq(table.model, "Session"),
        eq(table.accountId, accountId),
        sql`jsonb_typeof(${table.payload}->'authorizations') = 'object'`,
        isInSession,
      ),
    )
    .returning({ payload: table.payload });
  const grantIds = sessions.flatMap(({ payload }) => grantsOf(payload as Pick<Session, "authorizations">));
  for (const each of new Set([grantId, ...grantIds]))
    await db.delete(table).where(or(and(eq(table.model, "Grant"), eq(table.id, each)), eq(table.grantId, each)));
}

export async function endSignIn(db: Db, signIn: BrowserSignIn): Promise<void> {
  await db.delete(table).where(belongsTo(signIn));
}

/** Ends every session, grant, code and refresh token of the account, except for the sign-in `current`. */
export async function endAccount(db: Db, accountId: string, current?: BrowserSignIn): Promise<void> {
  // For rows without a grant the comparison is null; they are deleted as well.
  const isOther = current && sql`not coalesce(${belongsTo(current)}, false)`;
  await db.delete(table).where(and(eq(table.accountId, accountId), isOther));
}

export async function deleteExpiredPayloads(db: Db): Promise<void> {
  await db.delete(table).where(lt(table.expiresAt, sql`now()`));
}
