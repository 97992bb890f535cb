/** The authenticator app of a user: setting it up and checking its codes. */
import { randomBytes } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#api/core/database/connection.ts";
import { authenticatorApps } from "#api/core/database/schema/index.ts";
import { openSecret, sealSecret } from "./sealing.ts";
import { findTicket, putTicket, takeTicket } from "./tickets.ts";
import { newSecret, stepOfCode } from "./totp.ts";

/** Starts the set-up of an app. Returns its id, under which the secret is stored until the first code. */
export async function beginAppSetup(
  db: Db,
  secrets: readonly string[],
  userId: number,
  id = randomBytes(32).toString("base64url"),
): Promise<string> {
  await putTicket(db, "AppSetup", id, { userId, content: await sealSecret(secrets, userId, newSecret()) });
  return id;
}

/**
 * Returns the secret to be scanned or typed; undefined if the set-up has expired, is done, or belongs to another user.
 */
export async function secretOfSetup(
  db: Db,
  secrets: readonly string[],
  userId: number,
  id: string,
): Promise<string | undefined> {
  const ticket = await findTicket(db, "AppSetup", id);
  return ticket?.userId === userId ? openSecret(secrets, userId, ticket.content) : undefined;
}

/**
 * Finishes the set-up inside a transaction, after a correct first code. Replaces an earlier app.
 * @param step time step of that code, which is used up
 * @returns false if a concurrent request was faster
 */
export async function finishAppSetup(db: Db, userId: number, id: string, step: number): Promise<boolean> {
  const ticket = await takeTicket(db, "AppSetup", id);
  if (ticket?.userId !== userId) return false;
  const row = { sealedSecret: ticket.content, lastStep: step, addedAt: new Date() };
  await db
    .insert(authenticatorApps)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: row });
  return true;
}

/** Uses up a code. If it is submitted twice, even at the same time, only one caller gets true. */
export async function takeAppCode(
  db: Db,
  log: FastifyBaseLogger,
  secrets: readonly string[],
  userId: number,
  code: string,
): Promise<boolean> {
  const [app] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  if (!app) return false;
  const secret = await openSecret(secrets, userId, app.sealedSecret);
  if (secret === undefined) {
    log.error(
      { userId },
      "the secret of an authenticator app cannot be opened: SECOND_FACTOR_SECRET is not the one it was sealed with",
    );
    return false;
  }
  const step = stepOfCode(secret, code);
  if (step === undefined) return false;
  const taken = await db
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApps.userId, userId), lt(authenticatorApps.lastStep, step)))
    .returning({ userId: authenticatorApps.userId });
  return taken.length > 0;
}
