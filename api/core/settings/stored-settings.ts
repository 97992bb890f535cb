/** The row of settings. */
import { eq, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { settings } from "#api/core/database/schema/index.ts";
import { openSealed, seal } from "#api/core/secrets/sealing.ts";

export type StoredSettings = Omit<typeof settings.$inferSelect, "id">;

const nothingSet: StoredSettings = {
  setupDismissedAt: null,
  organisationName: null,
  logoId: null,
  timeZone: null,
  mailFrom: null,
  historyMonths: null,
  customerMonths: null,
  mailServerSealed: null,
  mailServerSetAt: null,
  mailServerSetBy: null,
  payer: null,
  payerConfirmedAt: null,
  payerConfirmedBy: null,
  proposedPayer: null,
  payerProposedAt: null,
  payerProposedBy: null,
  billCodes: null,
};

export async function readSettings(db: Db): Promise<StoredSettings> {
  const [row] = await db.select().from(settings);
  return row ?? nothingSet;
}

/** Locks the row until the transaction ends, so that two people change it one after the other. */
export async function lockSettings(db: Db): Promise<StoredSettings> {
  await db.insert(settings).values({ id: 1 }).onConflictDoNothing();
  const [row] = await db.select().from(settings).for("update");
  return row ?? nothingSet;
}

/** Inside a transaction that has locked the row. */
export async function writeSettings(db: Db, changed: Partial<StoredSettings>): Promise<void> {
  await db.update(settings).set(changed).where(eq(settings.id, sql`1`));
}

const mailServerSeal = (secrets: readonly string[]) => ({ secrets, purpose: "countinghouse mail server" });

export const sealMailServer = (secrets: readonly string[], address: string) => seal(mailServerSeal(secrets), address);

/** Returns undefined if none is set, or the variable it was sealed with has changed. */
export async function mailServerOf(
  secrets: readonly string[],
  { mailServerSealed }: StoredSettings,
): Promise<string | undefined> {
  return mailServerSealed === null ? undefined : openSealed(mailServerSeal(secrets), mailServerSealed);
}

/** The address of a mail server without its password. */
export function withoutPassword(address: string): string {
  const { protocol, host, username } = new URL(address);
  return `${protocol}//${username ? `${username}@` : ""}${host}`;
}
