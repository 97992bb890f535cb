import { describeKept } from "#api/areas/history/kept.ts";
import { synchroniseListings } from "#api/areas/shared/listings.ts";
import { changesOf } from "#api/core/history/changes-of.ts";
import { putBack } from "#api/core/history/put-back.ts";
import type { Work } from "#api/core/processing/process.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Listing } from "./policy.ts";

/** @throws Refusal 409 without an agreement, because the product could be approved where it must not be sold */
export function assertAgreed({ isAgreed }: Pick<Listing, "isAgreed">): void {
  if (!isAgreed) throw conflict("The supplier of this product has no active agreement with this marketplace.");
}

/**
 * Puts back what the process has changed of a listing.
 * @throws Refusal 409 if somebody has changed it since
 */
export async function undoOne(
  work: Pick<Work, "db" | "caller" | "config">,
  listing: Listing,
  processId: string,
): Promise<void> {
  const { db } = work;
  assertAgreed(listing);
  const { id, productId } = listing;
  const all = await changesOf(db, { processId, record: "product", tables: ["marketplace_products"] }, productId);
  const own = all.filter(({ key }) => key.id === id);
  const { kept } = await putBack(db, own);
  if (kept.length > 0) throw conflict((await describeKept(work, kept)).join(" "));
  await synchroniseListings(db, [id]);
}
