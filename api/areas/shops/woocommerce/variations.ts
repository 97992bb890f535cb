/** The variants of a product. */
import type { ChannelListing } from "#api/areas/channels/channel.ts";
import type { ShopKeys } from "../shop.ts";
import { gtinFields, gtinIsTaken } from "./gtins.ts";
import { adoptPictures, forgetPictures, isNew, newPicturesAtOnce, pictureFor, rememberPictures } from "./pictures.ts";
import { variationFields } from "./product-fields.ts";
import { WooRefusal } from "./refusals.ts";
import type { Rest } from "./rest.ts";
import { type Variation, variation, variationBatch } from "./schema.ts";
import type { WooSettings } from "./settings.ts";
import { stampMeta, stampOf } from "./stamp.ts";
import { sentence } from "./text.ts";

type Variant = ChannelListing["variants"][number];

/** WooCommerce takes a hundred; fewer are done before anybody stops waiting. */
const atOnce = 25;
const kind = "variation";
/** For orders of variations that are not there any more, of which WooCommerce does not tell the SKU. */
const removedKind = "removed variation";

export const skuOfRemoved = (keys: ShopKeys, variationId: string): Promise<string | undefined> =>
  keys.get(removedKind, variationId);

export const variationsOf = (rest: Rest, productId: string): Promise<Variation[]> =>
  rest.all(`/products/${productId}/variations`, variation.array(), { _fields: "id,sku,image,meta_data" });

/** Removes variations for ever: WooCommerce has no other way. */
export async function removeVariations(
  rest: Rest,
  keys: ShopKeys,
  productId: string,
  gone: readonly Variation[],
): Promise<void> {
  for (const { id, sku } of gone) if (sku !== "") await keys.set(removedKind, id, sku);
  for (const part of portions(gone)) {
    const body = { delete: part.map(({ id }) => Number(id)) };
    await rest.send("POST", `/products/${productId}/variations/batch`, variationBatch, { body });
  }
}

const portions = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  );

/** @throws WooRefusal that names the variant */
export async function saveVariations(
  rest: Rest,
  keys: ShopKeys,
  productId: string,
  listing: ChannelListing,
  { settings, startedAt }: { settings: WooSettings; startedAt: string },
): Promise<void> {
  const before = await variationsOf(rest, productId);
  for (const found of before)
    await adoptPictures(keys, stampOf(found)?.pictures ?? [], found.image ? [found.image] : []);
  const matches = await matched(keys, listing.variants, before);
  const matchedIds = new Set(matches.values());
  await removeVariations(
    rest,
    keys,
    productId,
    before.filter(({ id }) => !matchedIds.has(id)),
  );
  const stamps = new Map(before.map((found) => [found.id, stampOf(found)]));
  const withoutGtin = new Set<Variant>();
  const save = async (part: readonly Variant[]) => {
    const failed = await saveSome(part);
    const [first] = failed;
    if (first) throw first.refusal;
  };
  /** Repairs what made the shop refuse a variant; false if nothing can be done about it. */
  const repair = async ({ variant, refusal }: Failed): Promise<boolean> => {
    if (refusal.code === gtinIsTaken && !withoutGtin.has(variant)) withoutGtin.add(variant);
    else if (refusal.code === "woocommerce_variation_invalid_image_id")
      await forgetPictures(keys, variant.image ? [variant.image] : []);
    else return false;
    return true;
  };
  /** A variant may have two faults. */
  const saveSome = async (part: readonly Variant[], repairs = 2): Promise<Failed[]> => {
    const items = [];
    for (const variant of part) items.push({ variant, fields: await fieldsOf(variant) });
    const failed = await sendBatch(rest, keys, productId, items, matches);
    if (repairs === 0 || failed.length === 0) return failed;
    for (const each of failed) if (!(await repair(each))) return failed;
    return saveSome(
      failed.map(({ variant }) => variant),
      repairs - 1,
    );
  };
  const fieldsOf = async (variant: Variant) => {
    const { productId } = listing;
    const stamp = stamps.get(matches.get(variant.id) ?? "");
    const gtin = gtinFields(variant, settings, stamp, withoutGtin.has(variant));
    const pictures = variant.image ? [variant.image] : [];
    return {
      ...variationFields(variant, listing.variants.indexOf(variant) + 1, settings),
      ...gtin,
      image: variant.image ? await pictureFor(keys, { src: variant.image }) : {},
      meta_data: [stampMeta({ productId, startedAt, pictures, gtin: gtin.global_unique_id ?? "" })],
    };
  };
  for await (const part of portionsByPicture(keys, listing.variants)) await save(part);
}

/** Yields portions of few new pictures; a picture of several variants is sent once. */
async function* portionsByPicture(keys: ShopKeys, variants: readonly Variant[]): AsyncGenerator<readonly Variant[]> {
  let part: Variant[] = [];
  const news = new Set<string>();
  for (const variant of variants) {
    const isNewPicture = variant.image !== null && (await isNew(keys, variant.image));
    // A picture of several variants is sent once.
    const isOnItsWay = isNewPicture && news.has(variant.image ?? "");
    if (part.length >= atOnce || isOnItsWay || (isNewPicture && news.size >= newPicturesAtOnce)) {
      yield part;
      part = [];
      news.clear();
    }
    part.push(variant);
    if (variant.image !== null && (await isNew(keys, variant.image))) news.add(variant.image);
  }
  if (part.length > 0) yield part;
}

/** By SKU, because two variants may have swapped theirs, or else by the key. Values are the shop's keys. */
async function matched(
  keys: ShopKeys,
  variants: readonly Variant[],
  before: readonly Variation[],
): Promise<Map<number, string>> {
  const matches = new Map<number, string>();
  const free = new Set(before.map(({ id }) => id));
  const match = (variant: Variant, id: string | undefined) => {
    if (id === undefined || !free.delete(id)) return;
    matches.set(variant.id, id);
  };
  for (const variant of variants)
    match(variant, before.find(({ id, sku }) => free.has(id) && isSame(sku, variant.sku))?.id);
  for (const variant of variants) if (!matches.has(variant.id)) match(variant, await keys.get(kind, variant.id));
  return matches;
}

/** As WooCommerce compares them. */
export const isSame = (sku: string, other: string): boolean => sku.toLowerCase() === other.toLowerCase();

interface Failed {
  variant: Variant;
  refusal: WooRefusal;
}

interface Item {
  variant: Variant;
  fields: Record<string, unknown>;
}

async function sendBatch(
  rest: Rest,
  keys: ShopKeys,
  productId: string,
  items: readonly Item[],
  matches: Map<number, string>,
): Promise<Failed[]> {
  const isKnown = ({ variant }: Item) => matches.has(variant.id);
  const updated = items.filter(isKnown);
  const created = items.filter((item) => !isKnown(item));
  const body = {
    update: updated.map(({ variant, fields }) => ({ id: Number(matches.get(variant.id)), ...fields })),
    create: created.map(({ fields }) => fields),
  };
  const answer = await rest.send("POST", `/products/${productId}/variations/batch`, variationBatch, { body });
  const failed: Failed[] = [];
  for (const [list, answers] of [
    [updated, answer.update],
    [created, answer.create],
  ] as const)
    for (const [index, { variant }] of list.entries()) {
      const saved = answers[index];
      if (saved === undefined || "error" in saved) {
        const { code, message } = saved?.error ?? { code: "", message: "The shop did not say what became of it." };
        const words = sentence(message) || `The shop refused it (${code}).`;
        failed.push({ variant, refusal: new WooRefusal(`Variant “${variant.name}”: ${words}`, 400, code) });
        continue;
      }
      matches.set(variant.id, saved.id);
      await keys.set(kind, variant.id, saved.id);
      if (variant.image && saved.image) await rememberPictures(keys, [variant.image], [saved.image]);
    }
  return failed;
}
