/**
 * Pictures that a shop has already: WooCommerce copies a picture each time it is given as an address. They are known by
 * their addresses without an extension, which earlier versions sent.
 */
import { withoutExtension } from "#api/core/files/image-addresses.ts";
import type { ShopKeys } from "../shop.ts";

const kind = "picture";
/** WooCommerce fetches pictures and makes its sizes of them before it answers, which takes about two seconds for each. */
export const newPicturesAtOnce = 5;

export interface Picture {
  src: string;
  alt?: string;
}

/** By its key in the shop if it is there already. */
export async function pictureFor(keys: ShopKeys, { src, alt = "" }: Picture): Promise<Record<string, unknown>> {
  const id = await keys.get(kind, withoutExtension(src));
  return { ...(id === undefined ? { src } : { id: Number(id) }), ...(alt !== "" && { alt }) };
}

export const isNew = async (keys: ShopKeys, src: string): Promise<boolean> =>
  (await keys.get(kind, withoutExtension(src))) === undefined;

/** Does nothing if the shop answers with another number of pictures, so that none gets the key of another. */
export async function rememberPictures(
  keys: ShopKeys,
  sources: readonly string[],
  answered: readonly { id: string }[],
): Promise<void> {
  if (sources.length !== answered.length) return;
  for (const [index, src] of sources.entries()) await keys.set(kind, withoutExtension(src), answered[index]?.id ?? "");
}

/** Remembers only those that are not known: after a lost answer. */
export async function adoptPictures(
  keys: ShopKeys,
  sources: readonly string[],
  answered: readonly { id: string }[],
): Promise<void> {
  if (sources.length !== answered.length) return;
  for (const [index, src] of sources.entries())
    if (await isNew(keys, src)) await keys.set(kind, withoutExtension(src), answered[index]?.id ?? "");
}

export async function forgetPictures(keys: ShopKeys, sources: readonly string[]): Promise<void> {
  for (const src of sources) await keys.remove(kind, withoutExtension(src));
}

/**
 * Divides pictures so that few new ones are sent at a time.
 * @returns the ends of growing beginnings, the last of which has all pictures
 */
export async function portionsOf(keys: ShopKeys, sources: readonly string[]): Promise<number[]> {
  const ends: number[] = [];
  let news = 0;
  for (const [index, src] of sources.entries()) {
    if (!(await isNew(keys, src))) continue;
    if (news > 0 && news % newPicturesAtOnce === 0) ends.push(index);
    news += 1;
  }
  return [...ends, sources.length];
}
