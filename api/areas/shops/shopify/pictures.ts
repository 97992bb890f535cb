/** The pictures of a product. Those that Shopify has already are named by its id, so that it does not load them again. */
import { z } from "zod";
import type { ChannelListing } from "#api/areas/channels/channel.ts";
import { withoutExtension } from "#api/core/files/image-addresses.ts";
import type { ShopKeys } from "../shop.ts";
import type { ShopifyProduct } from "./product-state.ts";

export interface ProductPicture {
  url: string;
  /** For people who cannot see it. */
  label: string;
  file: { id: string } | { originalSource: string; contentType: "IMAGE" };
}

const kind = "pictures of product";
const longestLabel = 512;
/** Pairs of an address and Shopify's id. */
const remembered = z.array(z.tuple([z.string(), z.string()]));

/** In the order in which the shop shows them, the main one first; those of variants last. */
export async function picturesOf(
  keys: ShopKeys,
  listing: ChannelListing,
  before: ShopifyProduct | undefined,
  now: Date,
): Promise<ProductPicture[]> {
  const isAvailable = (from: string | null) => from === null || Date.parse(from) <= now.getTime();
  // Earlier versions sent addresses without an extension.
  const known = new Map((await read(keys, listing)).map(([url, id]) => [withoutExtension(url), id]));
  const inShop = new Set(before?.media.filter(({ status }) => status !== "FAILED").map(({ id }) => id));
  const labels = new Map(listing.images.map(({ url, label }) => [url, label]));
  const urls = [
    listing.image,
    ...listing.images.filter(({ availableFrom }) => isAvailable(availableFrom)).map(({ url }) => url),
    ...listing.variants.map(({ image }) => image),
  ];
  return [...new Set(urls)].flatMap((url) => {
    if (url === null) return [];
    const id = known.get(withoutExtension(url));
    const isThere = id !== undefined && inShop.has(id);
    return [
      {
        url,
        label: (labels.get(url) || listing.name).slice(0, longestLabel),
        file: isThere ? { id } : { originalSource: url, contentType: "IMAGE" as const },
      },
    ];
  });
}

/** @param media ids, in the order in which the pictures were sent */
export async function rememberPictures(
  keys: ShopKeys,
  { productId }: ChannelListing,
  pictures: readonly ProductPicture[],
  media: readonly string[],
): Promise<void> {
  // Otherwise it is not certain which is which, and they are sent again the next time.
  if (media.length !== pictures.length) return;
  await keys.set(kind, productId, JSON.stringify(pictures.map(({ url }, i) => [url, media[i]])));
}

async function read(keys: ShopKeys, { productId }: ChannelListing): Promise<[string, string][]> {
  try {
    return remembered.parse(JSON.parse((await keys.get(kind, productId)) ?? "[]"));
  } catch {
    return [];
  }
}
