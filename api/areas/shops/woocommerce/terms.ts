/** The taxonomies of products in the shop: product types as its categories, and brands. */
import { z } from "zod";
import type { ChannelListing } from "#api/areas/channels/channel.ts";
import { categorySeparator } from "#contract/categories/schema.ts";
import type { ShopKeys } from "../shop.ts";
import { WooRefusal } from "./refusals.ts";
import { isMissing, type Rest } from "./rest.ts";
import { anything, createdKey, type Product } from "./schema.ts";
import type { WooSettings } from "./settings.ts";

interface Term {
  name: string;
  /** Its own name, and those above it. */
  path: string;
}

interface Taxonomy {
  /** The field of a product. */
  field: "categories" | "brands";
  /** Kinds of keys: of the terms, by their paths, and of the term that a product was given. */
  kind: string;
  givenKind: string;
  /** From the root down; empty for none. */
  termsOf(listing: ChannelListing): Term[];
}

const categories: Taxonomy = {
  field: "categories",
  kind: "category",
  givenKind: "category of product",
  termsOf({ productType }) {
    const names = productType.split(categorySeparator).filter((name) => name !== "");
    return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join(categorySeparator) }));
  },
};

const brands: Taxonomy = {
  field: "brands",
  kind: "brand",
  givenKind: "brand of product",
  termsOf: ({ brand }) => (brand === "" ? [] : [{ name: brand, path: brand }]),
};

const taxonomiesOf = ({ hasBrands }: WooSettings): Taxonomy[] => (hasBrands ? [categories, brands] : [categories]);

/**
 * Returns the fields with the terms of a product, which are made if they are not there: the product's own type and
 * brand, beside those that the shop's staff gave it.
 */
export async function termFields(
  rest: Rest,
  keys: ShopKeys,
  listing: ChannelListing,
  before: Product | undefined,
  settings: WooSettings,
): Promise<Record<string, { id: number }[]>> {
  const fields: Record<string, { id: number }[]> = {};
  for (const taxonomy of taxonomiesOf(settings)) {
    const { field, givenKind } = taxonomy;
    const earlier = await keys.get(givenKind, listing.productId);
    const own = await findOrCreateTerm(rest, keys, taxonomy, listing);
    if (own === undefined) await keys.remove(givenKind, listing.productId);
    else await keys.set(givenKind, listing.productId, own);
    const others = before?.[field].map(({ id }) => id).filter((id) => id !== earlier) ?? [];
    const ids = new Set([...(own === undefined ? [] : [own]), ...others]);
    fields[field] = [...ids].map((id) => ({ id: Number(id) }));
  }
  return fields;
}

/**
 * Forgets the terms that the shop left out of what it saved, because somebody has deleted them there.
 * @returns whether there are any, which are then made again
 */
export async function forgetLostTerms(
  keys: ShopKeys,
  listing: ChannelListing,
  saved: Product,
  settings: WooSettings,
): Promise<boolean> {
  let isAnyLost = false;
  for (const { field, kind, givenKind, termsOf } of taxonomiesOf(settings)) {
    const given = await keys.get(givenKind, listing.productId);
    if (given === undefined || saved[field].some(({ id }) => id === given)) continue;
    for (const { path } of termsOf(listing)) await keys.remove(kind, path);
    isAnyLost = true;
  }
  return isAnyLost;
}

async function findOrCreateTerm(
  rest: Rest,
  keys: ShopKeys,
  taxonomy: Taxonomy,
  listing: ChannelListing,
): Promise<string | undefined> {
  let parent: string | undefined;
  for (const term of taxonomy.termsOf(listing))
    parent = (await keys.get(taxonomy.kind, term.path)) ?? (await claimTerm(rest, keys, taxonomy, term, parent));
  return parent;
}

/**
 * WooCommerce lets two processes that publish the first products of a type at the same moment each make its category.
 * The one that comes second removes its own, which no product has yet.
 */
async function claimTerm(
  rest: Rest,
  keys: ShopKeys,
  { field, kind }: Taxonomy,
  { path, name }: Term,
  parent: string | undefined,
): Promise<string> {
  const { id: own, isNew } = await createTerm(rest, `/products/${field}`, name, parent);
  const id = await keys.claim(kind, path, own);
  if (id !== own && isNew) await removeTerm(rest, `/products/${field}/${own}`);
  return id;
}

async function removeTerm(rest: Rest, path: string): Promise<void> {
  try {
    await rest.send("DELETE", path, anything, { query: { force: true } });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const existing = z.object({ resource_id: z.coerce.string().regex(/^\d+$/) });

/** Finds one of this name if the shop has it already. */
async function createTerm(
  rest: Rest,
  path: string,
  name: string,
  parent: string | undefined,
): Promise<{ id: string; isNew: boolean }> {
  try {
    const body = { name, ...(parent !== undefined && { parent: Number(parent) }) };
    return { ...(await rest.send("POST", path, createdKey, { body })), isNew: true };
  } catch (error) {
    const found = error instanceof WooRefusal && error.code === "term_exists" && existing.safeParse(error.data).data;
    if (found) return { id: found.resource_id, isNew: false };
    throw error;
  }
}
