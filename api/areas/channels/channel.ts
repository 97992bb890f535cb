/** How products reach a marketplace. Implement `Channel` to add another way. */

import type { TaxClass } from "#contract/rules/tax-class.ts";

/** A product, or one of its variants, for sale. */
export interface Offer {
  sku: string;
  /** Digits of the GTIN; empty if unknown. */
  gtin: string;
  name: string;
  /** URL of the image; null for none. */
  image: string | null;
  prices: Prices;
  /** Null: unlimited. */
  stock: number | null;
  /** Kilograms and millimetres. */
  parcel: { weightKg: number | null; heightMm: number | null; widthMm: number | null; depthMm: number | null };
}

/** Dollars: ex GST with up to four decimals, inc GST in whole cents. */
export interface Prices {
  recommendedExGst: number;
  recommendedIncGst: number;
  saleExGst: number;
  saleIncGst: number;
}

export interface Rate {
  exGst: number;
  incGst: number;
}

/** A listing as sent to a marketplace. */
export interface ChannelListing extends Offer {
  marketplaceId: number;
  productId: number;
  /** The marketplace's own SKU from an earlier synchronisation. */
  marketplaceSku: string | null;
  supplier: { id: number; name: string };
  /** Empty if it is unknown. */
  brand: string;
  /** Of the product and its variants: whether their prices include GST. */
  taxClass: TaxClass;
  /** The names from the root down. */
  productType: string;
  /** HTML. */
  description: string;
  /** UTC, in ISO 8601; null for no limit. */
  availableFrom: string | null;
  availableTo: string | null;
  images: { url: string; label: string; availableFrom: string | null }[];
  attributes: { name: string; values: string[] }[];
  variants: (Offer & { id: number; options: { attribute: string; value: string }[] })[];
  shipping: {
    /** A display name of `shippingMethods`; null for none. */
    method: string | null;
    domestic: Rate | null;
    international: Rate | null;
    shippingRuleId: number | null;
    notes: string;
  };
  /** The supplier's own page, to which the shop refers customers instead of selling the product itself. */
  referral: { url: string; callToAction: string } | null;
  /** Missing parts, worded to follow "It has no". */
  missing: string[];
}

export type Outcome = { isAccepted: true; marketplaceSku?: string | undefined } | { isAccepted: false; reason: string };

/**
 * Sends listings to a marketplace. Both methods may be called twice for the same listing, and throw if the marketplace
 * cannot be reached. `startedAt` is the start of the synchronisation, in ISO 8601: of two for the same product, the
 * later one wins.
 */
export interface Channel {
  publish(listing: ChannelListing, startedAt: string): Promise<Outcome>;
  withdraw(listing: ChannelListing, startedAt: string): Promise<Outcome>;
}
