/** Takes pictures from a zip file. They are checked, and shown in their places, in the background. */
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type Found, productsNamed } from "#api/areas/products/sheet/identify.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Database } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import {
  fetchedPictures,
  productVariants,
  sentPictures,
  suppliers,
  pictureUploads as table,
} from "#api/core/database/schema/index.ts";
import { eachFile, NotAZipFile, type ZippedFile } from "#api/core/files/zip.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler, StoredFile } from "#api/core/operations/handlers.ts";
import { runInTurn } from "#api/core/processing/imports.ts";
import { invalid, notFound } from "#api/core/refusals/refusal.ts";
import { importDays, maxArchivedPictures, maxPhotoBytes, maxPictureArchiveBytes } from "#contract/files/limits.ts";
import type { Operations } from "#contract/operations.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { isAddedBySystem, isPictureName, type Reading, readingsOf } from "./names.ts";
import { sentAddress } from "./sent.ts";

type Products = Operations["products"];

const mostListed = 500;
const mostUploads = 20;
/** All pictures together. They are packed already, so that a zip file hardly makes them smaller. */
const mostUnpackedBytes = 2 * maxPictureArchiveBytes;
/** SKUs that are looked for with one query. */
const atOnce = 500;

export const uploadPictures: Handler<Products["uploadPictures"]> = async ({ supplierId }, file, context) => {
  const [supplier] = await context.db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, supplierId), visibleTo(context.caller, suppliers.id)));
  if (!supplier || !mayManageProducts(context.caller, supplierId)) throw notFound("This supplier");
  return runInTurn(context, () => storePictures(context, supplierId, file));
};

async function storePictures(context: Context, supplierId: number, { name, path }: StoredFile): Promise<string> {
  const { known, leftOut } = await lookedThrough(context, supplierId, path);
  const uploadId = await context.db
    .insert(table)
    .values({ userId: context.caller.userId, supplierId, fileName: name })
    .returning({ id: table.id })
    .then(insertedId);
  let before = 0;
  await orRefused(
    eachFile(path, async (file) => {
      const place = known.get(file.path);
      if (!place || file.isMisnamed) return;
      const content = await file.read().catch(() => undefined);
      if (content === undefined) leftOut.push({ name: file.path, why: "It is damaged." });
      else if (!(await storePicture(context, uploadId, place, { name: file.name, content }))) before += 1;
    }),
  );
  const problems = leftOut.slice(0, mostListed).map((each) => ({ ...each, name: each.name.slice(-longestName) }));
  await context.db
    .update(table)
    .set({ known: before, leftOut: leftOut.length, problems })
    .where(eq(table.id, uploadId));
  return uploadId;
}

const longestName = 200;

interface LeftOut {
  name: string;
  why: string;
}

interface Place {
  productId: number;
  /** 0: of the product itself. */
  variantId: number;
  position: number;
}

/** Finds out what each file of a zip file belongs to, before anything is unpacked. */
async function lookedThrough(context: Context, supplierId: number, path: string) {
  const pictures: Pick<ZippedFile, "name" | "path">[] = [];
  const leftOut: LeftOut[] = [];
  let bytes = 0;
  await orRefused(
    eachFile(path, (file) => {
      if (isAddedBySystem(file.path)) return;
      if (pictures.length + leftOut.length >= maxArchivedPictures)
        throw refused(
          `This file holds more than ${maxArchivedPictures.toLocaleString("en-AU")} files. Please split it.`,
        );
      const why = whyNoPicture(file);
      bytes += why === undefined ? file.size : 0;
      if (bytes > mostUnpackedBytes)
        throw refused(
          `The pictures of this file have more than ${mostUnpackedBytes / 1024 / 1024} MB. Please split it.`,
        );
      if (why === undefined) pictures.push({ name: file.name, path: file.path });
      else leftOut.push({ name: file.path, why });
    }),
  );
  if (pictures.length + leftOut.length === 0) throw refused("This zip file is empty. Please choose another file.");
  const found = await foundFor(context, supplierId, pictures);
  const shown = await variantsWithImage(context, found);
  const known = new Map<string, Place>();
  for (const { name, path } of pictures) {
    const place = placeOf(name, found, shown);
    if (typeof place === "string") leftOut.push({ name: path, why: place });
    else known.set(path, place);
  }
  return { known, leftOut };
}

const refused = (message: string) => invalid({ file: [message] });

async function orRefused(reading: Promise<void>): Promise<void> {
  await reading.catch((error: unknown) => {
    throw error instanceof NotAZipFile
      ? refused("This is not a complete zip file. Please pack the pictures again, and choose the new file.")
      : error;
  });
}

function whyNoPicture({ name, size, isEncrypted, isMisnamed }: ZippedFile): string | undefined {
  if (isMisnamed) return "Its name contains a character that cannot be saved. Please rename it.";
  if (!isPictureName(name)) return "Pictures end with .jpg, .jpeg, .png, .gif or .webp.";
  if (isEncrypted) return "It has a password.";
  if (size > maxPhotoBytes) return `It is larger than ${maxPhotoBytes / 1024 / 1024} MB.`;
  return size === 0 ? "It is empty." : undefined;
}

type BySku = ReadonlyMap<string, readonly Found[]>;

/** The supplier's products and variants that the names may mean, by their SKUs in lower case. */
async function foundFor(context: Context, supplierId: number, pictures: readonly { name: string }[]): Promise<BySku> {
  const skus = [...new Set(pictures.flatMap(({ name }) => readingsOf(name).map(({ sku }) => sku)))];
  const bySku = new Map<string, Found[]>();
  for (let begin = 0; begin < skus.length; begin += atOnce)
    for (const found of await productsNamed(context, skus.slice(begin, begin + atOnce), []))
      if (found.supplierId === supplierId) bySku.set(found.sku, [...(bySku.get(found.sku) ?? []), found]);
  return bySku;
}

/** Which of the variants have an image already. */
async function variantsWithImage({ db }: Context, bySku: BySku): Promise<ReadonlySet<number>> {
  const ids = [...bySku.values()].flat().flatMap(({ variantId }) => variantId ?? []);
  if (ids.length === 0) return new Set();
  const without = await db
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(and(sql`${productVariants.id} = any(${sql.param(ids)}::int[])`, isNull(productVariants.defaultImageFileId)));
  const bare = new Set(without.map(({ id }) => id));
  return new Set(ids.filter((id) => !bare.has(id)));
}

/** Returns why the picture is left out if it is not certain what it belongs to. */
function placeOf(name: string, bySku: BySku, variantsWithImage: ReadonlySet<number>): Place | string {
  const readings = readingsOf(name).filter(({ sku }) => bySku.has(sku));
  const [reading, another] = readings;
  if (!reading) return `No product or variant of this supplier has the SKU ${skuText(readingsOf(name))}.`;
  if (another)
    return `It may be of the SKU “${reading.sku}”, or picture ${another.position} of “${another.sku}”. Please rename it: “${reading.sku}_1” is of the first one.`;
  const all = bySku.get(reading.sku) ?? [];
  // A product may have the SKU of one of its variants; its own is then not sold.
  const ofVariants = all.filter(({ variantId }) => variantId !== null);
  const meant = all.filter(
    (each) => each.variantId !== null || !ofVariants.some(({ productId }) => productId === each.productId),
  );
  const [one, ...others] = meant;
  if (!one || others.length > 0) {
    const ids = [...new Set(meant.map(({ productId }) => productId))].slice(0, mostNamed);
    return `Several products or variants have this SKU: ${ids.join(", ")}.`;
  }
  const { productId, variantId } = one;
  if (variantId === null) return { productId, variantId: 0, position: reading.position };
  if (reading.position > 1) return "A variant has one picture, and this is another one.";
  if (variantsWithImage.has(variantId)) return "This variant has a picture already.";
  return { productId, variantId, position: reading.position };
}

const skuText = (readings: readonly Reading[]) => readings.map(({ sku }) => `“${sku}”`).join(" or ");

/** Returns false if it was sent before. One that could not be stored then is tried again. */
function storePicture(
  { transaction, caller, now }: Context,
  uploadId: string,
  { productId, variantId, position }: Place,
  { name, content }: { name: string; content: Buffer },
): Promise<boolean> {
  return transaction(async (db) => {
    const again = {
      processId: uploadId,
      userId: caller.userId,
      position,
      problem: "",
      attempts: 0,
      nextAttemptAt: now,
    };
    const [kept] = await db
      .insert(fetchedPictures)
      .values({ productId, variantId, address: sentAddress(name, content), host: "", ...again })
      .onConflictDoUpdate({
        target: [fetchedPictures.productId, fetchedPictures.variantId, fetchedPictures.address],
        set: again,
        setWhere: and(isNull(fetchedPictures.fileId), isNull(fetchedPictures.nextAttemptAt)),
      })
      .returning({ id: fetchedPictures.id });
    if (!kept) return false;
    const sent = { uploadId, content };
    await db
      .insert(sentPictures)
      .values({ id: kept.id, ...sent })
      .onConflictDoUpdate({ target: sentPictures.id, set: sent });
    return true;
  });
}

const own = ({ caller }: Context) => eq(table.userId, caller.userId);
const recent = gt(table.createdAt, sql`now() - ${`${importDays} days`}::interval`);

export const pictureUpload: Handler<Products["pictureUpload"]> = async ({ id }, context) => {
  const [upload] = await context.db
    .select({ upload: table, supplierName: suppliers.name })
    .from(table)
    .innerJoin(suppliers, eq(suppliers.id, table.supplierId))
    .where(and(eq(table.id, id), own(context), visibleTo(context.caller, table.supplierId)));
  if (!upload) throw notFound("This upload");
  const [counts] = await context.db
    .select({
      taken: sql<number>`count(*)`.mapWith(Number),
      products: sql<number>`count(distinct ${fetchedPictures.productId})`.mapWith(Number),
    })
    .from(fetchedPictures)
    .where(eq(fetchedPictures.processId, id));
  const { fileName, createdAt, known, leftOut, problems } = upload.upload;
  return {
    id,
    fileName,
    supplierName: upload.supplierName,
    createdDate: createdAt.toISOString(),
    taken: counts?.taken ?? 0,
    products: counts?.products ?? 0,
    known,
    leftOut,
    problems,
  };
};

export const pictureUploads: Handler<Products["pictureUploads"]> = async (_, context) => {
  const rows = await context.db
    .select({ id: table.id, fileName: table.fileName, supplierName: suppliers.name, createdAt: table.createdAt })
    .from(table)
    .innerJoin(suppliers, eq(suppliers.id, table.supplierId))
    .where(and(own(context), recent, visibleTo(context.caller, table.supplierId)))
    .orderBy(desc(table.createdAt))
    .limit(mostUploads);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() }));
};

/** Deletes what is known of zip files after seven days. Pictures that are stored as files stay. */
export async function deleteExpiredPictureUploads({ db }: Pick<Database, "db">): Promise<void> {
  await db.delete(table).where(lt(table.createdAt, sql`now() - ${`${importDays} days`}::interval`));
}
