/** Publishes products, and takes them out of sight. */
import { builtIn } from "#api/areas/channels/built-in.ts";
import type { Channel, ChannelListing, Outcome } from "#api/areas/channels/channel.ts";
import { refusalAsOutcome } from "../refusal-outcome.ts";
import { type ShopKeys, ShopRefusal } from "../shop.ts";
import { gtinFields, gtinIsTaken } from "./gtins.ts";
import { adoptPictures, forgetPictures, pictureFor, portionsOf, rememberPictures } from "./pictures.ts";
import { hasVariations, picturesOf, productFields, visibilityOf } from "./product-fields.ts";
import { WooRefusal } from "./refusals.ts";
import type { Rest } from "./rest.ts";
import { type Product, product } from "./schema.ts";
import { settingsOf, type WooSettings } from "./settings.ts";
import { stampMeta, stampOf } from "./stamp.ts";
import { forgetLostTerms, termFields } from "./terms.ts";
import { isSame, removeVariations, saveVariations, variationsOf } from "./variations.ts";

const kind = "product";
const neededFields = "id,type,status,sku,images,categories,brands,meta_data";

export function productsOf(rest: Rest, keys: ShopKeys): Channel {
  async function publish(listing: ChannelListing, startedAt: string): Promise<Outcome> {
    // The requirements of every marketplace apply here, too.
    const complete = await builtIn.publish(listing, startedAt);
    if (!complete.isAccepted) return complete;
    const settings = await settingsOf(rest);
    const before = await findProduct(rest, keys, listing);
    if (before && (await isOfAnother(keys, listing, before))) throw new ShopRefusal(skuIsTaken);
    if (before && isNewer(before, startedAt)) return accepted(before);
    if (before) await adoptPictures(keys, stampOf(before)?.pictures ?? [], before.images);
    const isDivided = hasVariations(listing);
    if (before?.type === "variable" && !isDivided)
      await removeVariations(rest, keys, before.id, await variationsOf(rest, before.id));
    const visibility = visibilityOf(listing, before?.status, new Date());
    // Nobody sees a product before its variants are there.
    const isHidden = isDivided && (before === undefined || before.status === "draft");
    const fields = { ...productFields(listing, settings), ...(isHidden ? { status: "draft" } : visibility) };
    const saved = await saveProduct(rest, keys, listing, before, { fields, startedAt, settings });
    if (isDivided) await saveVariations(rest, keys, saved.id, listing, { settings, startedAt });
    if (isHidden) await rest.send("PUT", `/products/${saved.id}`, product, { body: visibility, query: onlyNeeded });
    return accepted(saved);
  }

  async function withdraw(listing: ChannelListing, startedAt: string): Promise<Outcome> {
    const before = await findProduct(rest, keys, listing);
    if (!before || before.status === "trash") return { isAccepted: true };
    const stamp = stampOf(before);
    const isOwn = stamp?.productId === listing.productId || (await keys.get(kind, listing.productId)) === before.id;
    // A product that only has the same SKU is not ours to hide.
    if (!isOwn || (await isOfAnother(keys, listing, before))) return { isAccepted: true };
    if (isNewer(before, startedAt)) return accepted(before);
    const { productId } = listing;
    const body = {
      status: "draft",
      meta_data: [stampMeta({ pictures: [], gtin: "", ...stamp, productId, startedAt })],
    };
    await rest.send("PUT", `/products/${before.id}`, product, { body, query: onlyNeeded });
    return accepted(before);
  }

  return { publish: refusalAsOutcome(publish), withdraw: refusalAsOutcome(withdraw) };
}

const onlyNeeded = { _fields: neededFields };
const accepted = ({ id }: Product): Outcome => ({ isAccepted: true, marketplaceSku: id });

const skuIsTaken =
  "Another product with this SKU is shown in the shop, and WooCommerce lets only one have it. Please change the SKU of one of them, or withdraw the other one.";

/**
 * True if the shop shows another product of ours there, such as another supplier's with the same SKU. One that was
 * withdrawn makes room.
 */
async function isOfAnother(keys: ShopKeys, { productId }: ChannelListing, found: Product): Promise<boolean> {
  const owner = stampOf(found)?.productId ?? productId;
  return owner !== productId && found.status !== "draft" && (await keys.get(kind, owner)) === found.id;
}

/** True if a synchronisation that started later has written the product. */
function isNewer(before: Product, startedAt: string): boolean {
  const stamp = stampOf(before);
  return stamp !== undefined && Date.parse(stamp.startedAt) > Date.parse(startedAt);
}

/**
 * Words by which WordPress finds a product of this name, whatever it has made of its punctuation. After a lost answer a
 * product without a SKU, because its variants have theirs, is found by them and by what was noted with it.
 */
const wordsOf = ({ name }: ChannelListing) => (name.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 6).join(" ");

/** By the key, or else by the SKU. A product in the trash is found by its key, and comes back from there. */
async function findProduct(rest: Rest, keys: ShopKeys, listing: ChannelListing): Promise<Product | undefined> {
  const key = await keys.get(kind, listing.productId);
  const known = key === undefined ? undefined : await rest.find(`/products/${key}`, product, onlyNeeded);
  if (known) return known;
  const { sku } = listing;
  if (sku === "") {
    const newest = { search: wordsOf(listing), orderby: "date", order: "desc", per_page: 100, ...onlyNeeded };
    const named = await rest.get("/products", product.array(), newest);
    return named.find((each) => stampOf(each)?.productId === listing.productId);
  }
  const found = await rest.get("/products", product.array(), { sku, ...onlyNeeded });
  // The list has variations as well, and SKUs of which a comma separates parts.
  return found.find((each) => each.type !== "variation" && isSame(each.sku, sku));
}

interface Saving {
  fields: Record<string, unknown>;
  startedAt: string;
  settings: WooSettings;
  /** Another product of the shop has the GTIN. */
  isGtinTaken?: boolean;
}

/** Makes what somebody deleted in the shop again: pictures, categories and brands. */
async function saveProduct(
  rest: Rest,
  keys: ShopKeys,
  listing: ChannelListing,
  before: Product | undefined,
  saving: Saving,
): Promise<Product> {
  const sources = picturesOf(listing, new Date()).map(({ src }) => src);
  const save = async (found: Product | undefined, current: Saving, repairs = 2): Promise<Product> => {
    try {
      return await saveOnce(rest, keys, listing, found, current);
    } catch (error) {
      const code = repairs > 0 && error instanceof WooRefusal && error.code;
      const isGtinTaken = code === gtinIsTaken;
      if (!isGtinTaken && code !== "woocommerce_product_invalid_image_id") throw error;
      if (!isGtinTaken) await forgetPictures(keys, sources);
      const next = isGtinTaken ? { ...current, isGtinTaken } : current;
      return save(await findProduct(rest, keys, listing), next, repairs - 1);
    }
  };
  const saved = await save(before, saving);
  return (await forgetLostTerms(keys, listing, saved, saving.settings)) ? save(saved, saving) : saved;
}

async function saveOnce(
  rest: Rest,
  keys: ShopKeys,
  listing: ChannelListing,
  before: Product | undefined,
  { fields, startedAt, settings, isGtinTaken = false }: Saving,
): Promise<Product> {
  const pictures = picturesOf(listing, new Date());
  const sources = pictures.map(({ src }) => src);
  // Of a product with variants each of them has its own.
  const offer = hasVariations(listing) ? { ...listing, gtin: "" } : listing;
  const gtin = gtinFields(offer, settings, before && stampOf(before), isGtinTaken);
  let body: Record<string, unknown> = {
    ...fields,
    ...gtin,
    ...(await termFields(rest, keys, listing, before, settings)),
  };
  let saved = before;
  for (const end of await portionsOf(keys, sources)) {
    const images = [];
    for (const picture of pictures.slice(0, end)) images.push(await pictureFor(keys, picture));
    const written = { startedAt, pictures: sources.slice(0, end), gtin: gtin.global_unique_id ?? "" };
    const meta = stampMeta({ productId: listing.productId, ...written });
    const sent = { body: { ...body, images, meta_data: [meta] }, query: onlyNeeded };
    saved = await (saved
      ? rest.send("PUT", `/products/${saved.id}`, product, sent)
      : rest.send("POST", "/products", product, sent));
    await keys.set(kind, listing.productId, saved.id);
    await rememberPictures(keys, sources.slice(0, end), saved.images);
    body = {};
  }
  // There is at least one portion.
  return saved as Product;
}
