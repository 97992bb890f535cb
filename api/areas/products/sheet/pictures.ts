/** The column with the addresses of pictures. An import adds pictures, and removes none. */

import { and, asc, eq, inArray } from "drizzle-orm";
import { mayUseImage } from "#api/areas/products/image-access.ts";
import { type StoredProduct, updateListings } from "#api/areas/products/policy.ts";
import type { Db } from "#api/core/database/connection.ts";
import { fetchedPictures, productImages } from "#api/core/database/schema/index.ts";
import { isBlank, type Problem, quoted, refuseRows, textIn, WrongCell } from "#api/core/excel/cells.ts";
import { imageAddress, withoutExtension } from "#api/core/files/image-addresses.ts";
import { counted } from "#api/core/processing/words.ts";
import { maxProductImages } from "#contract/products/image-limits.ts";
import type { CellChange } from "#contract/products/import.ts";
import { joined, split } from "./attributes.ts";
import type { ProductsSheet } from "./products-sheet.ts";
import { from, refused } from "./row-cells.ts";
import type { SheetRow } from "./rows.ts";

export const picturesColumn = "Pictures";

const longestAddress = 2_000;

/** The gallery of each product, as addresses in their order. */
export async function galleriesOf(
  db: Db,
  config: { cdnBaseUrl: string },
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ productId: productImages.productId, imageId: productImages.imageId })
    .from(productImages)
    .where(inArray(productImages.productId, [...productIds]))
    .orderBy(asc(productImages.productId), asc(productImages.position), asc(productImages.id));
  const galleries = new Map<number, string[]>();
  for (const { productId, imageId } of rows)
    galleries.set(productId, [...(galleries.get(productId) ?? []), imageAddress(config, imageId)]);
  return new Map([...galleries].map(([id, addresses]) => [id, joined(addresses)]));
}

interface Wanted {
  address: string;
  /** From 1. */
  position: number;
}

/** @throws WrongCell */
function addressesIn(text: string, { allowPrivate }: { allowPrivate: boolean }): Wanted[] {
  const addresses = [...new Set(split(text))];
  if (addresses.length > maxProductImages)
    throw new WrongCell(`A product can have ${maxProductImages} images at the most.`);
  return addresses.map((address, i) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isAllowed = url?.protocol === "https:" || (allowPrivate && url?.protocol === "http:");
    if (!isAllowed || address.length > longestAddress)
      throw new WrongCell(`${quoted(address)} is not an address that begins with https://.`);
    return { address, position: i + 1 };
  });
}

/**
 * Has the pictures fetched that the row names, and adds those that are already here. What was fetched once is not
 * fetched again, even if somebody has removed it since.
 * @param variantId null for the product itself
 * @throws Problems
 */
export async function changePictures(
  sheet: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  variantId: number | null,
): Promise<CellChange[]> {
  const cell = row.cell(picturesColumn);
  if (isBlank(cell)) return [];
  const { db, caller, config } = sheet.work;
  const problems: Problem[] = [];
  const wanted =
    from(row, picturesColumn, problems, () =>
      addressesIn(textIn(cell), { allowPrivate: config.allowPrivateWebhooks }),
    ) ?? [];
  refuseRows(problems);
  const own = imageAddress(config, "");
  const isOwn = ({ address }: Wanted) => address.startsWith(own);
  const added = await addOwn(
    sheet,
    row,
    product,
    wanted.filter(isOwn).map(({ address }) => withoutExtension(address.slice(own.length))),
    variantId,
  );
  const ofRecord = and(eq(fetchedPictures.productId, product.id), eq(fetchedPictures.variantId, variantId ?? 0));
  const known = await db.select().from(fetchedPictures).where(ofRecord);
  const missing = wanted.filter(
    (each) =>
      !isOwn(each) &&
      !known.some(
        ({ address, fileId, nextAttemptAt }) => address === each.address && (fileId !== null || nextAttemptAt !== null),
      ),
  );
  await fetchLater(sheet, row, missing, { productId: product.id, variantId: variantId ?? 0 });
  if (added > 0) await updateListings({ db, caller }, product.id, "approved");
  const texts = [
    ...(added > 0 ? [`${counted(added, "picture")} added`] : []),
    ...(missing.length > 0
      ? [`${counted(missing.length, "picture")} to fetch: ${joined(missing.map(({ address }) => address))}`]
      : []),
  ];
  return texts.length > 0 ? [{ column: picturesColumn, before: "", after: texts.join(", ") }] : [];
}

/** Has pictures fetched after the import. */
async function fetchLater(
  { work, processId, now }: ProductsSheet,
  row: SheetRow,
  missing: readonly Wanted[],
  of: { productId: number; variantId: number },
): Promise<void> {
  for (const { address, position } of missing) {
    const values = {
      host: new URL(address).host,
      position,
      row: row.number,
      processId: processId ?? null,
      userId: work.caller.userId,
      problem: "",
      attempts: 0,
      nextAttemptAt: now,
    };
    await work.db
      .insert(fetchedPictures)
      .values({ ...of, address, ...values })
      .onConflictDoUpdate({
        target: [fetchedPictures.productId, fetchedPictures.variantId, fetchedPictures.address],
        set: values,
      });
  }
}

/** Adds images that are stored here already. Returns how many the gallery did not have. */
async function addOwn(
  { work }: ProductsSheet,
  row: SheetRow,
  product: StoredProduct,
  ids: readonly string[],
  variantId: number | null,
): Promise<number> {
  if (ids.length === 0) return 0;
  if (variantId !== null)
    throw refused(
      row,
      "ImageId",
      "The image of a variant that is stored here already is chosen by the column ImageId.",
    );
  const gallery = await work.db.select().from(productImages).where(eq(productImages.productId, product.id));
  const missing = ids.filter((id) => !gallery.some(({ imageId }) => imageId === id.toLowerCase()));
  if (gallery.length + missing.length > maxProductImages)
    throw refused(row, picturesColumn, `A product can have ${maxProductImages} images at the most.`);
  for (const [i, id] of missing.entries()) {
    const isId = /^[0-9a-f-]{36}$/i.test(id);
    if (!isId || !(await mayUseImage(work, product, id)))
      throw refused(row, picturesColumn, `There is no image ${quoted(id)} that you may use for this product.`);
    await work.db.insert(productImages).values({
      productId: product.id,
      imageId: id.toLowerCase(),
      label: product.name.slice(0, longestLabel),
      position: gallery.length + i + 1,
    });
  }
  return missing.length;
}

const longestLabel = 100;
