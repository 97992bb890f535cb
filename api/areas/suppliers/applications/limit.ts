import { countAction, durationText, type Limit } from "#api/core/limits/quota.ts";
import type { Context } from "#api/core/operations/context.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";

/**
 * Counts an action of a caller who is not signed in, by network address. Call in a transaction.
 * @param limit whose key names the action
 * @throws Refusal 429 above the limit
 */
export async function countOrRefuse(
  { db, addressHash }: Pick<Context, "db" | "addressHash">,
  { key, ...limit }: Limit,
): Promise<void> {
  const seconds = await countAction(db, [{ key: `${key} by ${addressHash}`, ...limit }]);
  if (seconds === 0) return;
  const message = `Too many applications have come from your network today. Nothing was sent. Please try again in ${durationText(seconds)}.`;
  throw new Refusal(429, message, undefined, seconds);
}
