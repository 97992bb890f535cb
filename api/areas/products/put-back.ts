import { eq } from "drizzle-orm";
import { lockedProduct, settleTaxClass, updateListings, type Work } from "#api/areas/products/policy.ts";
import { synchroniseActivated } from "#api/areas/shared/deactivate-products.ts";
import { products } from "#api/core/database/schema/index.ts";
import type { StoredChange } from "#api/core/history/put-back.ts";

/** Columns of products and variants that a marketplace approves. */
const reviewed = ["name", "description", "default_image_file_id", "product_type_id"];

/** Follows what was put back of a product on its marketplaces. */
export async function followRestored(work: Work, id: number, restored: readonly StoredChange[]): Promise<void> {
  await settleTaxClass(work, await lockedProduct(work, id));
  const columns = new Set(restored.flatMap(({ after }) => Object.keys(after ?? {})));
  await updateListings(work, id, reviewed.some((column) => columns.has(column)) ? "approved" : "sold by");
  if (columns.has("is_disabled")) await synchroniseActivated(work.db, eq(products.id, id));
}
