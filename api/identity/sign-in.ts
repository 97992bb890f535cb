/** Checks e-mail and password, and locks an account out after too many failures. */
import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { Database, Db } from "../database/connection.ts";
import { failedSignIns, users } from "../database/schema/index.ts";
import { findUserByEmail, type User } from "./accounts.ts";
import { verifyPassword } from "./passwords.ts";

/** So many failures within the window lock the account out. */
const maxFailures = 10;
const failureWindow = sql`now() - interval '15 minutes'`;

export type SignInResult = { user: User } | { user: undefined; tooManyFailures: boolean };

/**
 * The same answer, after the same time, for a wrong password, an unknown name, an inactive and a locked account.
 * The attempt is counted before the password is looked at, so that many at once are no way around the limit.
 */
export async function signIn(database: Database, log: FastifyBaseLogger, email: string, password: string): Promise<SignInResult> {
  const name = signInName(email);
  const attempts = await countAttempt(database.db, name);
  const user = await findUserByEmail(database.db, name);
  const isRight = await verifyPassword(password, user?.passwordHash ?? null);
  if (user?.isActive && user.lockedAt === null && isRight && attempts <= maxFailures) {
    await clearFailedSignIns(database.db, user.email);
    log.info({ userId: user.id }, "signed in");
    return { user };
  }
  const tooManyFailures = attempts >= maxFailures;
  if (tooManyFailures) await lockOut(database.db, name);
  // Not the name as typed: people type their password into the wrong field.
  log.warn({ userId: user?.id, attempts }, "sign-in failed");
  return { user: undefined, tooManyFailures };
}

/** Failures are counted by the typed name, whether or not there is such a user. */
function signInName(email: string): string {
  return email.replaceAll("\u0000", "").trim().toLowerCase().slice(0, 255);
}

/** @returns the failures within the window, this attempt included; a success takes it back */
async function countAttempt(db: Db, userName: string): Promise<number> {
  await db.insert(failedSignIns).values({ userName });
  const [row] = await db
    .select({ attempts: count() })
    .from(failedSignIns)
    .where(and(eq(failedSignIns.userName, userName), gt(failedSignIns.at, failureWindow)));
  return row?.attempts ?? 0;
}

async function lockOut(db: Db, name: string): Promise<void> {
  await db
    .update(users)
    .set({ lockedAt: sql`now()` })
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${name})`), isNull(users.lockedAt)));
}

/** Forgets the failures of the account: after a success, and when an administrator unlocks it. */
export async function clearFailedSignIns(db: Db, email: string): Promise<void> {
  await db.delete(failedSignIns).where(eq(failedSignIns.userName, signInName(email)));
}

export async function purgeOldFailures(db: Db): Promise<void> {
  await db.delete(failedSignIns).where(lt(failedSignIns.at, failureWindow));
}
