/** The secrets of webhooks, encrypted: requests are signed with them. */
import { z } from "zod";
import { openSealed, seal } from "#api/core/secrets/sealing.ts";

const purpose = "countinghouse webhooks";

const sealedContent = z.object({ marketplaceId: z.number(), secret: z.string() });

/** @param secrets the first encrypts, all of them decrypt */
export function sealWebhookSecret(secrets: readonly string[], marketplaceId: number, secret: string): Promise<string> {
  return seal({ secrets, purpose }, JSON.stringify({ marketplaceId, secret }));
}

/** Returns undefined if it was encrypted with another key or for another marketplace. */
export async function openWebhookSecret(
  secrets: readonly string[],
  marketplaceId: number,
  sealed: string,
): Promise<string | undefined> {
  const opened = await openSealed({ secrets, purpose }, sealed);
  if (opened === undefined) return undefined;
  const content = sealedContent.parse(JSON.parse(opened));
  return content.marketplaceId === marketplaceId ? content.secret : undefined;
}
