/** Returns the message why a field of a product cannot have a value; undefined if it can. */
import { eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { productTypes } from "#api/core/database/schema/index.ts";
import { tooLong } from "#contract/fields.ts";
import { maxSku, priceMessages } from "#contract/products/commands.ts";
import { minRecommendedRetailPrice } from "#contract/products/forms.ts";
import { inclusive } from "#contract/rules/money.ts";

/**
 * A form has to be valid in all fields; a partial change only in the fields that it changes, because other fields may
 * have been invalid before. Undoing an import may restore values that today's rules would refuse.
 */
export type Must = "right in all" | "right in what is changed" | "as it was";

type Reasons = Record<string, string | false | undefined>;

/** Returns the reasons that did not apply before. */
export function newReasons(reasons: Reasons, before: Reasons): Reasons {
  return Object.fromEntries(Object.entries(reasons).filter(([field, why]) => why && why !== before[field]));
}

/**
 * @param price dollars ex GST
 * @param gstRate that of the product, as a fraction
 */
export function whyNotPriced(price: number, gstRate: number) {
  return inclusive(price, gstRate) < minRecommendedRetailPrice && priceMessages.rrpTooLow;
}

/** Locks the type, so that it cannot be deactivated concurrently. */
export async function whyNotOfType(db: Db, productTypeId: number) {
  const [type] = await db.select().from(productTypes).where(eq(productTypes.id, productTypeId)).for("share");
  if (!type) return "Please select the type of this product";
  return type.isDisabled && `The product type ${type.path} is disabled. Please select another one.`;
}

/** A SKU that is too long is refused, unless it is already stored. */
export function whyNotSku(sku: string, before: string) {
  return sku.length > maxSku && sku !== before && tooLong(maxSku);
}
