/**
 * Checks email and password, and limits guessing. Failures are counted per user name, and separately for each browser
 * that has signed in to the account before (the device cookies of OWASP's "Slow Down Online Guessing Attacks"): a
 * stranger's failures lock out strangers, not the owner in their own browser. A lock prevents signing in and never ends
 * a running session.
 */
import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { Database, Db } from "#api/core/database/connection.ts";
import { failedSignIns, signInLocks } from "#api/core/database/schema/index.ts";
import { printable } from "#contract/rules/printable.ts";
import { findUserByEmail, type User } from "./accounts.ts";
import { verifyPassword } from "./passwords.ts";

/** This many failures within the window lock the account. */
export const maxFailures = 10;
const failureWindow = sql`now() - interval '15 minutes'`;

/** Duration of the first lock; each further one within a day lasts twice as long, up to a day. */
const firstLockMinutes = 15;
const longestLockMinutes = 24 * 60;

/** Separates these advisory locks from others. */
const attemptLock = 7402;

/** Seconds that must have passed since the last failure, by the number of failures within the window. */
const pauses: Readonly<Record<number, number>> = { 5: 2, 6: 4, 7: 8, 8: 16, 9: 30 };

/** Added if the attempt was refused before the password was checked. */
export const waitMessage = "Please wait a moment before you try again.";

export type SignInResult =
  | { user: User; refusal?: undefined }
  | { user?: undefined; refusal: "wrong" | "too early" }
  /** `minutes` until the lock ends. */
  | { user?: undefined; refusal: "locked"; minutes: number };

/** Source of an attempt for counting: the id of a known browser, or this. */
export const unknownBrowser = "";
/** For signed-in users who confirm a change with their password. */
export const signedInBrowser = "signed in";
/** For second-factor codes, counted across all browsers: they can only be tried with the right password. */
export const secondFactorCodes = "second factor";

/**
 * Gives the same answer, after the same time, for a wrong password, an unknown name, an inactive and a locked account.
 * The attempt is counted before the password is checked, so that parallel attempts cannot bypass the limit. An attempt
 * that comes too early, or while the account is locked, is neither counted nor checked, but takes as long.
 *
 * @param browser `unknownBrowser`, `signedInBrowser`, or the id of a known browser for this name
 */
export async function signIn(
  database: Database,
  log: FastifyBaseLogger,
  email: string,
  password: string,
  browser: string = unknownBrowser,
): Promise<SignInResult> {
  const name = signInName(email);
  const { attempts, refusal, minutes } = await admitAttempt(database, name, browser);
  const user = await findUserByEmail(database.db, name);
  const isRight = await verifyPassword(password, refusal ? null : (user?.passwordHash ?? null));
  // Not the name as typed, because people type their password into the wrong field.
  const about = { userId: user?.id, attempts, ...(browser !== unknownBrowser && { isKnownBrowser: true }) };
  if (refusal) {
    log.warn(about, refusal === "locked" ? "sign-in while locked" : "sign-in came too early");
    return refusal === "locked" ? { refusal, minutes } : { refusal };
  }
  if (user?.isActive && isRight) {
    await clearFailuresOfBrowser(database.db, name, browser);
    log.info({ userId: user.id }, "signed in");
    return { user };
  }
  if (attempts < maxFailures) {
    log.warn(about, "sign-in failed");
    return { refusal: "wrong" };
  }
  const locked = await lock(database, name, browser);
  log.warn({ ...about, minutes: locked }, "sign-in failed, the account is locked");
  return { refusal: "locked", minutes: locked };
}

/** Returns the key for counting: the typed name in its canonical form, whether or not there is such a user. */
export function signInName(email: string): string {
  return printable(email).trim().toLowerCase().slice(0, 255);
}

interface Admission {
  /** Failures within the window, including this attempt if it is admitted; a success removes it. */
  attempts: number;
  refusal?: "too early" | "locked";
  /** Minutes until the lock ends; 0 if not locked. */
  minutes: number;
}

const ofThis = (name: string, browser: string) =>
  and(eq(failedSignIns.userName, name), eq(failedSignIns.browser, browser));
const lockOf = (name: string, browser: string) => and(eq(signInLocks.userName, name), eq(signInLocks.browser, browser));

/** Serialises attempts for the same name across all processes, so that each sees those before it. */
const oneAtATime = (db: Db, name: string) =>
  db.execute(sql`select pg_advisory_xact_lock(${attemptLock}, hashtext(${name}))`);

/** Counts an attempt before it is checked. After a success call `forget`; after `maxFailures` failures call `lock`. */
export function admitAttempt(database: Database, name: string, browser: string): Promise<Admission> {
  return database.transaction(async (db) => {
    await oneAtATime(db, name);
    const [locked] = await db
      .select({ minutes: sql<number>`ceil(extract(epoch from ${signInLocks.until} - clock_timestamp()) / 60)::float8` })
      .from(signInLocks)
      .where(lockOf(name, browser));
    if (locked && locked.minutes > 0) return { attempts: maxFailures, refusal: "locked", minutes: locked.minutes };
    const [row] = await db
      .select({
        failures: count(),
        sinceLast: sql<number | null>`extract(epoch from clock_timestamp() - max(${failedSignIns.at}))::float8`,
      })
      .from(failedSignIns)
      .where(and(ofThis(name, browser), gt(failedSignIns.at, failureWindow)));
    const failures = row?.failures ?? 0;
    // Concurrent attempts may already fill the window; the first of them to fail locks the account.
    if (failures >= maxFailures) return { attempts: failures, refusal: "locked", minutes: firstLockMinutes };
    const pause = pauses[failures];
    if (pause !== undefined && (row?.sinceLast ?? pause) < pause)
      return { attempts: failures, refusal: "too early", minutes: 0 };
    await db.insert(failedSignIns).values({ userName: name, browser });
    return { attempts: failures + 1, minutes: 0 };
  });
}

/** Locks the name. Returns the duration in minutes. */
export function lock(database: Database, name: string, browser: string): Promise<number> {
  return database.transaction(async (db) => {
    await oneAtATime(db, name);
    const [last] = await db.select({ count: signInLocks.count }).from(signInLocks).where(lockOf(name, browser));
    const times = (last?.count ?? 0) + 1;
    const minutes = Math.min(firstLockMinutes * 2 ** (times - 1), longestLockMinutes);
    const until = sql`now() + make_interval(mins => ${minutes})`;
    await db
      .insert(signInLocks)
      .values({ userName: name, browser, count: times, until })
      .onConflictDoUpdate({ target: [signInLocks.userName, signInLocks.browser], set: { count: times, until } });
    // Counting restarts when the lock ends.
    await db.delete(failedSignIns).where(ofThis(name, browser));
    return minutes;
  });
}

/**
 * Deletes failures and locks of this browser after a success. Locks of other browsers stay, or the owner would lift a
 * stranger's lock each morning.
 */
export async function clearFailuresOfBrowser(db: Db, name: string, browser: string): Promise<void> {
  await db.delete(failedSignIns).where(ofThis(name, browser));
  await db.delete(signInLocks).where(lockOf(name, browser));
}

/** Lifts every lock of the account and deletes its failures, for all browsers. Returns true if there were any. */
export async function clearFailedSignIns(db: Db, email: string): Promise<boolean> {
  const name = signInName(email);
  const failures = await db
    .delete(failedSignIns)
    .where(eq(failedSignIns.userName, name))
    .returning({ id: failedSignIns.id });
  const locks = await db
    .delete(signInLocks)
    .where(eq(signInLocks.userName, name))
    .returning({ count: signInLocks.count });
  return failures.length + locks.length > 0;
}

export async function deleteExpiredFailures(db: Db): Promise<void> {
  await db.delete(failedSignIns).where(lt(failedSignIns.at, failureWindow));
  await db.delete(signInLocks).where(lt(signInLocks.until, sql`now() - interval '1 day'`));
}
