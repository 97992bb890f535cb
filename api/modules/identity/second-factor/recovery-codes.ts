/** Recovery codes on paper, in case the phone is lost. */
import { createHash, randomInt } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { recoveryCodes } from "#api/core/database/schema/index.ts";

const perSet = 10;
/** Without characters that look alike: 32 of them, 5 bits each. */
const alphabet = "abcdefghjkmnpqrstuvwxyz023456789";
const groups = 4;
const groupLength = 4;

/** Spaces, dashes and letter case are ignored. */
const digestOf = (code: string) =>
  createHash("sha256")
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest("hex");

const newGroup = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
const newCode = () => Array.from({ length: groups }, newGroup).join("-");

/** Replaces all recovery codes of the user. Returns the new ones, which cannot be read again. */
export async function renewRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: perSet }, newCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, digest: digestOf(code) })));
  return codes;
}

/** Uses up a recovery code. Returns false if it is not the user's, or was used before. */
export async function useRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, digestOf(code))))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}
