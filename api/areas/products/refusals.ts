/** Why a field of a product cannot be what was typed, in words; undefined where it can. */
import { eq } from "drizzle-orm";
import { tooLong } from "../../../contract/fields.ts";
import { maxSku, priceMessages } from "../../../contract/products/commands.ts";
import { minRecommendedRetailPrice } from "../../../contract/products/forms.ts";
import { inclusive } from "../../../contract/rules/money.ts";
import type { Db } from "../../database/connection.ts";
import { productTypes } from "../../database/schema/index.ts";
import type { Context } from "../../http/context.ts";

/**
 * A form has to be right in all of its fields; what changes a few of them, in those: what was wrong before may stay wrong.
 * What is put back as it was need not be right by the rules of today.
 */
export type Must = "right in all" | "right in what is changed" | "as it was";

type Reasons = Record<string, string | false | undefined>;

/** Those that were not there before. */
export function newReasons(reasons: Reasons, before: Reasons): Reasons {
  return Object.fromEntries(Object.entries(reasons).filter(([field, why]) => why && why !== before[field]));
}

/** @param price dollars ex GST */
export function whyNotPriced({ config }: Pick<Context, "config">, price: number) {
  return inclusive(price, config.gstRate) < minRecommendedRetailPrice && priceMessages.rrpTooLow;
}

/** The type is locked, so that it is not deactivated at the same moment without the product. */
export async function whyNotOfType(db: Db, productTypeId: number) {
  const [type] = await db.select().from(productTypes).where(eq(productTypes.id, productTypeId)).for("share");
  if (!type) return "Please select the type of this product";
  return type.isDisabled && `The product type ${type.path} is disabled. Please select another one.`;
}

/** Nobody may type a longer one, but one that was there already may stay. */
export function whyNotSku(sku: string, before: string) {
  return sku.length > maxSku && sku !== before && tooLong(maxSku);
}
