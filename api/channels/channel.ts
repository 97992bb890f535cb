/** How products reach a marketplace. Another way to one is another `Channel`. */

/** A product, or one of its variants, as it is sold. */
export interface Offer {
  sku: string;
  name: string;
  /** Where its picture is fetched; null for none. */
  image: string | null;
  prices: Prices;
  /** Null: as many as are asked for. */
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

/** A product as a marketplace needs it. */
export interface ChannelListing extends Offer {
  marketplaceId: number;
  productId: number;
  /** What the marketplace called it before. */
  marketplaceSku: string | null;
  supplier: { id: number; name: string };
  /** From the root down. */
  productType: string;
  /** HTML. */
  description: string;
  /** Instants in UTC; null where nothing was said. */
  availableFrom: string | null;
  availableTo: string | null;
  images: { url: string; label: string; availableFrom: string | null }[];
  attributes: { name: string; values: string[] }[];
  variants: (Offer & { id: number; options: { attribute: string; value: string }[] })[];
  shipping: {
    /** One of the words of `shippingMethods`; null for none. */
    method: string | null;
    domestic: Rate | null;
    international: Rate | null;
    shippingRuleId: number | null;
    notes: string;
  };
  /** Where the shop leads instead of selling it itself. */
  referral: { url: string; callToAction: string } | null;
  /** What it lacks, in words that follow "It has no". */
  missing: string[];
}

export type Outcome = { isAccepted: true; marketplaceSku?: string | undefined } | { isAccepted: false; reason: string };

/**
 * Each may be asked twice for the same, and throws when the marketplace could not be asked at all. `startedAt` is when
 * the synchronisation began, in ISO 8601: of two for the same product the later one holds.
 */
export interface Channel {
  publish(listing: ChannelListing, startedAt: string): Promise<Outcome>;
  withdraw(listing: ChannelListing, startedAt: string): Promise<Outcome>;
}
