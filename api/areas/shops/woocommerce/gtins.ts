/**
 * The GTINs of products and variations. WooCommerce lets only one product of the shop have a GTIN, while several
 * suppliers may sell the same goods: the others are published without.
 */
import type { Offer } from "#api/areas/channels/channel.ts";
import type { WooSettings } from "./settings.ts";
import type { Stamp } from "./stamp.ts";

/** How WooCommerce says that another product has the GTIN. */
export const gtinIsTaken = "product_invalid_global_unique_id";

/**
 * A GTIN that the shop's staff entered stays until there is one here, and one that is no longer here is removed.
 * @param isTaken another product has it
 */
export function gtinFields(
  { gtin }: Offer,
  { hasGtins }: WooSettings,
  before: Stamp | undefined,
  isTaken: boolean,
): { global_unique_id?: string } {
  return hasGtins && (gtin !== "" || before?.gtin) ? { global_unique_id: isTaken ? "" : gtin } : {};
}
