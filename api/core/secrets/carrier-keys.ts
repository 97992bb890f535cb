/** The keys of suppliers' carriers, encrypted: bookings with a carrier are made with them. */
import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#api/core/database/connection.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { openSealed, seal } from "./sealing.ts";

const purpose = "countinghouse carrier keys";

const sealedContent = z.object({ supplierId: z.number(), key: z.string() });

/** Shorter keys, which earlier versions accepted, would be given away by their ending. */
const shortestShown = 8;

/**
 * Returns a key as the supplier's row stores it, without who set it and when.
 * @param secrets the first encrypts, all of them decrypt
 */
export async function storedCarrierKey(secrets: readonly string[], supplierId: number, key: string) {
  return {
    carrierKeySealed: await seal({ secrets, purpose }, JSON.stringify({ supplierId, key })),
    carrierKeyEnding: key.length < shortestShown ? null : key.slice(-4),
  };
}

/** Returns undefined if the key was encrypted with another secret or for another supplier. */
export async function openCarrierKey(
  secrets: readonly string[],
  supplierId: number,
  sealed: string,
): Promise<string | undefined> {
  const opened = await openSealed({ secrets, purpose }, sealed);
  if (opened === undefined) return undefined;
  const content = sealedContent.parse(JSON.parse(opened));
  return content.supplierId === supplierId ? content.key : undefined;
}

/**
 * Encrypts the keys that earlier versions stored unencrypted, which a migration cannot do. Runs at every start and may
 * run in several processes at once: each row is changed only while it still has the key that was read.
 */
export async function sealStoredCarrierKeys({ db }: Pick<Database, "db">, secrets: readonly string[]): Promise<void> {
  const unsealed = await db
    .select({ id: suppliers.id, key: suppliers.unsealedCarrierKey, sealed: suppliers.carrierKeySealed })
    .from(suppliers)
    .where(isNotNull(suppliers.unsealedCarrierKey));
  for (const { id, key, sealed } of unsealed) {
    const trimmed = (key ?? "").trim();
    const isMissing = trimmed !== "" && sealed === null;
    await db
      .update(suppliers)
      .set({ unsealedCarrierKey: null, ...(isMissing && (await storedCarrierKey(secrets, id, trimmed))) })
      .where(and(eq(suppliers.id, id), eq(suppliers.unsealedCarrierKey, key ?? "")));
  }
}
