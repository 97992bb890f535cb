/** Publishes products, and takes them out of sight. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { builtIn } from "#api/areas/channels/built-in.ts";
import type { Channel, ChannelListing, Outcome } from "#api/areas/channels/channel.ts";
import { refusalAsOutcome } from "../refusal-outcome.ts";
import { type ShopKeys, ShopRefusal, ShopUnavailable } from "../shop.ts";
import { assertNone, type Graph, numberOf, userErrors } from "./graph.ts";
import { type ProductPicture, picturesOf, rememberPictures } from "./pictures.ts";
import { newHandle, productInput } from "./product-input.ts";
import { productsWithSku, readProduct, type ShopifyProduct } from "./product-state.ts";
import { type ShopifySettings, settingsOf } from "./settings.ts";

const productKind = "product";
/** Where a product is looked for after a lost answer: stored before it is made. */
const handleKind = "handle of product";
/** The other way round: products of the shop that are listings of this system. */
const ownKind = "product of shop";
/** Start of the last synchronisation. */
const startKind = "start of product";

export const saveDocument = `mutation SaveProduct($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) {
    product { id media(first: 250) { nodes { id } } }
    userErrors { code message }
  }
}`;
const saved = z.object({
  productSet: z.object({
    product: z.object({ id: z.string(), media: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }).nullish(),
    userErrors,
  }),
});
export const stockDocument = `mutation StockVariant($inventoryItemId: ID!, $locationId: ID!, $key: String!) {
  inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId) @idempotent(key: $key) {
    userErrors { message }
  }
}`;
const stocked = z.object({ inventoryActivate: z.object({ userErrors }) });
export const publishDocument = `mutation PublishProduct($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { message } }
}`;
const published = z.object({ publishablePublish: z.object({ userErrors }) });
export const hideDocument = `mutation HideProduct($product: ProductUpdateInput!) {
  productUpdate(product: $product) { userErrors { message } }
}`;
const hidden = z.object({ productUpdate: z.object({ userErrors }) });

const notSold = "Shopify has no products that are sold on another page, so this product cannot be published there.";

export function productsOf(graph: Graph, keys: ShopKeys): Channel {
  async function publish(listing: ChannelListing, startedAt: string): Promise<Outcome> {
    if (listing.referral) return { isAccepted: false, reason: notSold };
    // The requirements of every marketplace apply here, too.
    const complete = await builtIn.publish(listing, startedAt);
    if (!complete.isAccepted) return complete;
    const isLatest = await isTheLatest(keys, listing, startedAt);
    if (!isLatest) return accepted(await keys.get(productKind, listing.productId));
    const now = new Date();
    const settings = await settingsOf(graph);
    const before = await findProduct(graph, keys, listing, settings);
    if (before) await stockAll(graph, before, listing, settings);
    const pictures = await picturesOf(keys, listing, before, now);
    const input = productInput({ listing, settings, before, pictures, now });
    const id = await save(graph, keys, listing, { input, before, pictures });
    const isLater = listing.availableFrom !== null && Date.parse(listing.availableFrom) > now.getTime();
    const { publicationId } = settings;
    const where = { publicationId, ...(isLater && { publishDate: listing.availableFrom }) };
    const answer = await graph.run(publishDocument, { id, input: [where] }, published);
    assertNone(answer.publishablePublish.userErrors);
    return accepted(id);
  }

  async function withdraw(listing: ChannelListing, startedAt: string): Promise<Outcome> {
    const isLatest = await isTheLatest(keys, listing, startedAt);
    const id = await idOf(listing);
    if (id === undefined || !isLatest) return accepted(id);
    const { productUpdate } = await graph.run(hideDocument, { product: { id, status: "DRAFT" } }, hidden);
    if (productUpdate.userErrors.length > 0 && (await isThere(id))) assertNone(productUpdate.userErrors);
    return accepted(id);
  }

  /** Without a look at SKUs: a product that only has the same one is not ours to hide. */
  async function idOf({ productId }: ChannelListing): Promise<string | undefined> {
    const handle = await keys.get(handleKind, productId);
    return (await keys.get(productKind, productId)) ?? (handle && (await identified(graph, { handle })));
  }

  const isThere = async (id: string) => (await identified(graph, { id })) !== undefined;

  return { publish: refusalAsOutcome(publish), withdraw: refusalAsOutcome(withdraw) };
}

const accepted = (id: string | undefined): Outcome => ({
  isAccepted: true,
  marketplaceSku: id === undefined ? undefined : numberOf(id),
});

/** False if a synchronisation that started later has begun to write the product. */
async function isTheLatest(keys: ShopKeys, { productId }: ChannelListing, startedAt: string): Promise<boolean> {
  const last = await keys.get(startKind, productId);
  if (last !== undefined && Date.parse(last) > Date.parse(startedAt)) return false;
  await keys.set(startKind, productId, startedAt);
  return true;
}

export const identifiedDocument = `query ProductExists($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) { id }
}`;
const existing = z.object({ productByIdentifier: z.object({ id: z.string() }).nullish() });

async function identified(graph: Graph, identifier: { id: string } | { handle: string }): Promise<string | undefined> {
  const { productByIdentifier } = await graph.run(identifiedDocument, { identifier }, existing);
  return productByIdentifier?.id;
}

/** By the shop's key; by the handle under which it was made, if the answer was lost; or else by the SKU. */
async function findProduct(
  graph: Graph,
  keys: ShopKeys,
  listing: ChannelListing,
  settings: ShopifySettings,
): Promise<ShopifyProduct | undefined> {
  const id = await keys.get(productKind, listing.productId);
  const known = id === undefined ? undefined : await readProduct(graph, { id }, settings);
  if (known) return known;
  const handle = await keys.get(handleKind, listing.productId);
  const made = handle === undefined ? undefined : await readProduct(graph, { handle }, settings);
  if (made) return made;
  const free = [];
  for (const each of await productsWithSku(graph, [listing.sku, ...listing.variants.map(({ sku }) => sku)])) {
    // Two suppliers may use the same SKU.
    const owner = await keys.get(ownKind, numberOf(each));
    if (owner === undefined || owner === String(listing.productId)) free.push(each);
  }
  const [only] = free;
  if (free.length > 1)
    throw new ShopRefusal("Several products of the shop have this SKU. Please delete all but one of them in Shopify.");
  return only === undefined ? undefined : readProduct(graph, { id: only }, settings);
}

/** Stock can only be set where a variant is stocked, which products that the shop's staff made may not be. */
async function stockAll(
  graph: Graph,
  before: ShopifyProduct,
  listing: ChannelListing,
  { locationId }: ShopifySettings,
) {
  const isManaged = [listing, ...listing.variants].some(({ stock }) => stock !== null);
  for (const { inventoryItemId } of isManaged ? before.variants.filter(({ isStocked }) => !isStocked) : []) {
    const variables = { inventoryItemId, locationId, key: randomUUID() };
    const { inventoryActivate } = await graph.run(stockDocument, variables, stocked);
    assertNone(inventoryActivate.userErrors);
  }
}

interface Saving {
  input: Record<string, unknown>;
  before: ShopifyProduct | undefined;
  pictures: ProductPicture[];
}

/** @returns the shop's id of the product */
async function save(
  graph: Graph,
  keys: ShopKeys,
  listing: ChannelListing,
  { input, before, pictures }: Saving,
): Promise<string> {
  const { productId } = listing;
  const handle = (await keys.get(handleKind, productId)) ?? newHandle(listing);
  if (!before) await keys.set(handleKind, productId, handle);
  const sent = before
    ? { identifier: { id: before.id }, input }
    : // A repetition finds the product that was made the first time.
      { identifier: { handle }, input: { ...input, handle } };
  const { productSet } = await graph.run(saveDocument, sent, saved);
  assertNone(productSet.userErrors);
  const { product } = productSet;
  if (!product) throw new ShopUnavailable("The shop did not say which product it saved.");
  await keys.set(ownKind, numberOf(product.id), String(productId));
  await keys.set(productKind, productId, product.id);
  await rememberPictures(
    keys,
    listing,
    pictures,
    product.media.nodes.map(({ id }) => id),
  );
  return product.id;
}
