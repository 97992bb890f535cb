/** Product types as categories of the shop. */
import { z } from "zod";
import { categorySeparator } from "#contract/categories/schema.ts";
import type { ShopKeys } from "../shop.ts";
import { WooRefusal } from "./refusals.ts";
import { isMissing, type Rest } from "./rest.ts";
import { anything, createdKey } from "./schema.ts";

const kind = "category";
const existing = z.object({ resource_id: z.coerce.string().regex(/^\d+$/) });

const pathsOf = (productType: string): { path: string; name: string }[] => {
  const names = productType.split(categorySeparator).filter((name) => name !== "");
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join(categorySeparator) }));
};

/**
 * Returns the shop's key of a product type, which is made if it is not there; undefined for none.
 * @param productType the names from the root down
 */
export async function categoryFor(rest: Rest, keys: ShopKeys, productType: string): Promise<string | undefined> {
  let parent: string | undefined;
  for (const { path, name } of pathsOf(productType)) {
    parent = (await keys.get(kind, path)) ?? (await newCategory(rest, keys, { path, name }, parent));
  }
  return parent;
}

/**
 * WooCommerce lets two processes that publish the first products of a type at the same moment each make its category.
 * The one that comes second removes its own, which no product has yet.
 */
async function newCategory(
  rest: Rest,
  keys: ShopKeys,
  { path, name }: { path: string; name: string },
  parent: string | undefined,
): Promise<string> {
  const { id: own, isNew } = await createCategory(rest, name, parent);
  const id = await keys.claim(kind, path, own);
  if (id !== own && isNew) await removeCategory(rest, own);
  return id;
}

async function removeCategory(rest: Rest, id: string): Promise<void> {
  try {
    await rest.send("DELETE", `/products/categories/${id}`, anything, { query: { force: true } });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Finds one of this name if the shop has it already. */
async function createCategory(
  rest: Rest,
  name: string,
  parent: string | undefined,
): Promise<{ id: string; isNew: boolean }> {
  try {
    const body = { name, ...(parent !== undefined && { parent: Number(parent) }) };
    return { ...(await rest.send("POST", "/products/categories", createdKey, { body })), isNew: true };
  } catch (error) {
    const found = error instanceof WooRefusal && error.code === "term_exists" && existing.safeParse(error.data).data;
    if (found) return { id: found.resource_id, isNew: false };
    throw error;
  }
}

/** Has the categories made again: somebody deleted one in the shop. */
export async function forgetCategories(keys: ShopKeys, productType: string): Promise<void> {
  for (const { path } of pathsOf(productType)) await keys.remove(kind, path);
}
