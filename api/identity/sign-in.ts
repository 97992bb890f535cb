/** Checks e-mail and password, slows guessing down, and locks an account out after too many failures. */
import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { Database, Db } from "../database/connection.ts";
import { failedSignIns, users } from "../database/schema/index.ts";
import { findUserByEmail, type User } from "./accounts.ts";
import { verifyPassword } from "./passwords.ts";

/** So many failures within the window lock the account out. */
const maxFailures = 10;
const failureWindow = sql`now() - interval '15 minutes'`;

/** Sets these advisory locks apart from others. */
const attemptLock = 7402;

/** By the failures within the window: the seconds that must have passed since the last of them. */
const pauses: Readonly<Record<number, number>> = { 5: 2, 6: 4, 7: 8, 8: 16, 9: 30 };

/** Said with a refusal that came before the password was looked at. */
export const waitWords = "Please wait a moment before you try again.";

export type SignInResult = { user: User; refusal?: undefined } | { user?: undefined; refusal: "wrong" | "too early" | "locked" };

/**
 * The same answer, after the same time, for a wrong password, an unknown name, an inactive and a locked account.
 * The attempt is counted before the password is looked at, so that many at once are no way around the limit. One that
 * comes too early is not counted and not looked at, but takes as long.
 */
export async function signIn(database: Database, log: FastifyBaseLogger, email: string, password: string): Promise<SignInResult> {
  const name = signInName(email);
  const { attempts, isTooEarly } = await admitAttempt(database, name);
  const user = await findUserByEmail(database.db, name);
  const isRight = await verifyPassword(password, isTooEarly ? null : (user?.passwordHash ?? null));
  // Not the name as typed: people type their password into the wrong field.
  const about = { userId: user?.id, attempts };
  if (isTooEarly) {
    log.warn(about, "sign-in came too early");
    return { refusal: "too early" };
  }
  if (user?.isActive && user.lockedAt === null && isRight && attempts <= maxFailures) {
    await clearFailedSignIns(database.db, user.email);
    log.info({ userId: user.id }, "signed in");
    return { user };
  }
  const isLocked = attempts >= maxFailures;
  if (isLocked) await lockOut(database.db, name);
  log.warn(about, "sign-in failed");
  return { refusal: isLocked ? "locked" : "wrong" };
}

/** Failures are counted by the typed name, whether or not there is such a user. */
function signInName(email: string): string {
  return email.replaceAll("\u0000", "").trim().toLowerCase().slice(0, 255);
}

/** @returns the failures within the window, this attempt included if it is let through; a success takes it back */
function admitAttempt(database: Database, userName: string): Promise<{ attempts: number; isTooEarly: boolean }> {
  return database.transaction(async (db) => {
    // One attempt after the other for the same name, in all processes: each must see those before it.
    await db.execute(sql`select pg_advisory_xact_lock(${attemptLock}, hashtext(${userName}))`);
    const [row] = await db
      .select({ failures: count(), sinceLast: sql<number | null>`extract(epoch from clock_timestamp() - max(${failedSignIns.at}))::float8` })
      .from(failedSignIns)
      .where(and(eq(failedSignIns.userName, userName), gt(failedSignIns.at, failureWindow)));
    const failures = row?.failures ?? 0;
    const pause = pauses[failures];
    if (pause !== undefined && (row?.sinceLast ?? pause) < pause) return { attempts: failures, isTooEarly: true };
    await db.insert(failedSignIns).values({ userName });
    return { attempts: failures + 1, isTooEarly: false };
  });
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
