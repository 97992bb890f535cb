/** The secrets of authenticator apps, encrypted: a code is computed from them. */
import { z } from "zod";
import { openSealed, seal } from "#api/core/secrets/sealing.ts";

const purpose = "countinghouse authenticator apps";

const sealedContent = z.object({ userId: z.number(), secret: z.string() });

/** @param secrets the first encrypts, all of them decrypt */
export function sealSecret(secrets: readonly string[], userId: number, secret: string): Promise<string> {
  return seal({ secrets, purpose }, JSON.stringify({ userId, secret }));
}

/** Returns undefined if it was encrypted with another key or for another user. */
export async function openSecret(
  secrets: readonly string[],
  userId: number,
  sealed: string,
): Promise<string | undefined> {
  const opened = await openSealed({ secrets, purpose }, sealed);
  if (opened === undefined) return undefined;
  const content = sealedContent.parse(JSON.parse(opened));
  return content.userId === userId ? content.secret : undefined;
}
