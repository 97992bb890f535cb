/** A user's second factors, and removing them. */
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#api/core/database/schema/index.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";

export interface Passkey {
  id: string;
  name: string;
  addedAt: Date;
  lastUsedAt: Date | null;
}

export interface Factors {
  /** When the authenticator app was set up. */
  appSince: Date | undefined;
  passkeys: Passkey[];
  /** Unused recovery codes. They are not a factor by themselves. */
  codesLeft: number;
}

export async function factorsOf(db: Db, userId: number): Promise<Factors> {
  const [app] = await db
    .select({ addedAt: authenticatorApps.addedAt })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId));
  const keys = await db
    .select({ id: passkeys.id, name: passkeys.name, addedAt: passkeys.addedAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.addedAt), asc(passkeys.id));
  return { appSince: app?.addedAt, passkeys: keys, codesLeft: await countRecoveryCodes(db, userId) };
}

export const hasFactor = ({ appSince, passkeys }: Factors) => appSince !== undefined || passkeys.length > 0;

/** Removes the app. Recovery codes are removed with the last factor, because there is nothing left to recover. */
export async function removeApp(db: Db, userId: number): Promise<void> {
  await db.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  await deleteCodesWithoutFactor(db, userId);
}

/** Removes a passkey. Returns its name, or undefined if there was none. */
export async function removePasskey(db: Db, userId: number, id: string): Promise<string | undefined> {
  const [removed] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name });
  await deleteCodesWithoutFactor(db, userId);
  return removed?.name;
}

/** Removes all factors. Returns false if there were none. */
export async function removeAllFactors(db: Db, userId: number): Promise<boolean> {
  const had = hasFactor(await factorsOf(db, userId));
  await db.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
  await deleteCodesWithoutFactor(db, userId);
  return had;
}

async function deleteCodesWithoutFactor(db: Db, userId: number): Promise<void> {
  if (hasFactor(await factorsOf(db, userId))) return;
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
