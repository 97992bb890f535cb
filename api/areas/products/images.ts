import { asc, eq } from "drizzle-orm";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { productImages, products } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { FileLocation } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { asMoment, imageDetails } from "#contract/products/edits.ts";
import { maxProductImages } from "#contract/products/image-limits.ts";
import { mayUseImage } from "./image-access.ts";
import { changeProduct, mayEditImageDates, productToChange, type StoredProduct, updateListings } from "./policy.ts";
import { isApprovedSomewhere } from "./product-conditions.ts";

type Products = Operations["products"];
type Input = InputOf<Products["upsertImage"]>;
type StoredImage = typeof productImages.$inferSelect;

export const upsertImage: Handler<Products["upsertImage"]> = async (sent, context) => {
  const { db } = context;
  const product = await productToChange(context, sent.ProductId);
  const stored = await imagesOf(db, product.id);
  const before = sent.ProductImageId === null ? undefined : imageIn(stored, sent.ProductImageId);
  const input = before
    ? edited(comparable(sent), imageDetails({ ...before, availableFrom: before.availableFrom?.toISOString() }))
    : sent;
  if (!before && stored.length >= maxProductImages)
    throw conflict(`A product can have ${maxProductImages} images at the most. Delete one first.`);
  const values = valuesOf(input, before);
  refuse(await reasonsAgainst(values, before, product, context));
  const id = await write(db, product.id, before, values);
  const order = stored.filter((image) => image !== before).map((image) => image.id);
  order.splice(input.Position ? input.Position - 1 : (before?.position ?? stored.length + 1) - 1, 0, id);
  const isMoved = await putInOrder(db, stored, order);
  if (isMoved || !before || !isSame(values, before)) await updateListings(context, product.id, "approved");
  return id;
};

export const deleteImage: Handler<Products["deleteImage"]> = async (input, context) => {
  const { db } = context;
  const product = await productToChange(context, input.ProductId);
  const stored = await imagesOf(db, product.id);
  const { id } = imageIn(stored, input.ProductImageId);
  await db.delete(productImages).where(eq(productImages.id, id));
  const order = stored.map((image) => image.id).filter((other) => other !== id);
  await putInOrder(db, stored, order);
  await updateListings(context, product.id, "approved");
  return null;
};

/**
 * Makes an image of the gallery the hero image. Stored files are never deleted with what shows them, so both may show
 * the same one.
 */
export const useAsHeroImage: Handler<Products["useAsHeroImage"]> = async (input, context) => {
  const product = await productToChange(context, input.ProductId);
  const { imageId, availableFrom } = imageIn(await imagesOf(context.db, product.id), input.ProductImageId);
  const now = product.defaultImageFileId;
  if (now === imageId) return null;
  if (input.ShownImageId !== undefined && input.ShownImageId !== now)
    throw conflict("The main image of this product has been changed in the meantime. Please look at it and try again.");
  if (availableFrom && availableFrom.getTime() > Date.now())
    throw conflict(
      "The main image is shown at once, and this one must not be shown yet. Clear its “Available from” first.",
    );
  await changeProduct(context, product, { defaultImageFileId: imageId });
  return null;
};

export const reorderImages: Handler<Products["reorderImages"]> = async (input, context) => {
  const { db } = context;
  const product = await productToChange(context, input.ProductId);
  const stored = await imagesOf(db, product.id);
  const wanted = input.ProductImageIds;
  const isComplete = wanted.length === stored.length && stored.every(({ id }) => wanted.includes(id));
  if (!isComplete)
    throw conflict("The images of this product have changed in the meantime. Please check them and order them again.");
  if (await putInOrder(db, stored, wanted)) await updateListings(context, product.id, "approved");
  return null;
};

/** Sorted by position. */
function imagesOf(db: Db, productId: number): Promise<StoredImage[]> {
  return db
    .select()
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position), asc(productImages.id));
}

function imageIn(images: readonly StoredImage[], id: number): StoredImage {
  const image = images.find((candidate) => candidate.id === id);
  if (!image) throw notFound("This image");
  return image;
}

type Values = Pick<StoredImage, "imageId" | "label" | "availableFrom">;

const comparable = ({ ImageId, AvailableFrom, ...sent }: Input): Input => ({
  ...sent,
  ImageId: ImageId.toLowerCase(),
  AvailableFrom: AvailableFrom === undefined ? undefined : asMoment(AvailableFrom),
});

/** An omitted date stays unchanged. */
function valuesOf({ ImageId, Label, AvailableFrom }: Input, before: StoredImage | undefined): Values {
  const sent = AvailableFrom ? new Date(AvailableFrom) : null;
  return {
    imageId: ImageId.toLowerCase(),
    label: Label,
    availableFrom: AvailableFrom === undefined ? (before?.availableFrom ?? null) : sent,
  };
}

async function reasonsAgainst(
  { imageId, availableFrom }: Values,
  before: StoredImage | undefined,
  product: StoredProduct,
  context: Context,
) {
  const isNewFile = imageId !== before?.imageId;
  const isNewDate = availableFrom?.getTime() !== before?.availableFrom?.getTime();
  return {
    ImageId:
      isNewFile &&
      !(await mayUseImage(context, product, imageId, [FileLocation.productImage])) &&
      "Please upload the image again.",
    AvailableFrom:
      isNewDate &&
      !(await mayDate(context, product)) &&
      "This product has been approved, so only marketplace staff can change when an image is shown.",
  };
}

async function mayDate({ db, caller }: Context, { id, supplierId }: StoredProduct): Promise<boolean> {
  const [row] = await db
    .select({ isApproved: isApprovedSomewhere(db) })
    .from(products)
    .where(eq(products.id, id));
  return mayEditImageDates(caller, supplierId, row?.isApproved !== false);
}

async function write(db: Db, productId: number, before: StoredImage | undefined, values: Values): Promise<number> {
  const rows = before
    ? await db.update(productImages).set(values).where(eq(productImages.id, before.id)).returning()
    : await db
        .insert(productImages)
        .values({ ...values, productId, position: 0 })
        .returning();
  return insertedId(rows);
}

function isSame({ imageId, label, availableFrom }: Values, before: StoredImage): boolean {
  return (
    imageId === before.imageId && label === before.label && availableFrom?.getTime() === before.availableFrom?.getTime()
  );
}

/** Numbers the positions from 1 without gaps. Returns true if an image moved. */
export async function putInOrder(
  db: Db,
  before: readonly Pick<StoredImage, "id" | "position">[],
  order: readonly number[],
): Promise<boolean> {
  const positions = new Map(before.map(({ id, position }) => [id, position]));
  const moved = order
    .map((id, i) => ({ id, position: i + 1 }))
    .filter(({ id, position }) => positions.get(id) !== position);
  for (const { id, position } of moved)
    await db.update(productImages).set({ position }).where(eq(productImages.id, id));
  return moved.length > 0;
}
