/** The passwords of feeds, encrypted: their files are fetched with them. */
import { z } from "zod";
import { openSealed, seal } from "#api/core/secrets/sealing.ts";

const purpose = "countinghouse stock feeds";

const sealedContent = z.object({ callerId: z.number(), password: z.string() });

/** @param secrets the first encrypts, all of them decrypt */
export const sealPassword = (secrets: readonly string[], callerId: number, password: string): Promise<string> =>
  seal({ secrets, purpose }, JSON.stringify({ callerId, password }));

/** Returns undefined if it was encrypted with another key or for another feed. */
export async function openPassword(
  secrets: readonly string[],
  callerId: number,
  sealed: string,
): Promise<string | undefined> {
  const opened = await openSealed({ secrets, purpose }, sealed);
  if (opened === undefined) return undefined;
  const content = sealedContent.parse(JSON.parse(opened));
  return content.callerId === callerId ? content.password : undefined;
}
