import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { marketplaceProducts, productImages } from "#api/core/database/schema/index.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { sampleImageFile } from "#tests/support/images.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;

let manager: TestUser;
let staff: TestUser;
let product: number;
let file: string;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  const [supplier, marketplaceId] = [await api.aSupplier(), await api.aMarketplace()];
  product = await api.aProduct(supplier, { on: [{ marketplaceId, status: 2 }] });
  staff = await api.aUser({ links: [{ supplier, bits: 4 }] });
  file = await pictureOf(manager);
});

const pictureOf = (user: TestUser, location: number = FileLocation.productImage) =>
  api.aFile({ location, createdBy: user.id });
const save = (changes: object = {}, user = manager) =>
  api.call(user, products.upsertImage, {
    ProductId: product,
    ProductImageId: null,
    ImageId: file,
    Label: "Front",
    ...changes,
  });
const stored = () =>
  db.select().from(productImages).where(eq(productImages.productId, product)).orderBy(asc(productImages.position));
const labels = async () => (await stored()).map(({ label, position }) => `${position} ${label}`);
const images = async (...names: string[]) => {
  const ids: number[] = [];
  for (const label of names) ids.push(await api.aProductImage(product, { label }));
  return ids;
};
const listing = async () =>
  (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, product)))[0];
const list = (status: number) =>
  db.update(marketplaceProducts).set({ status, syncStatus: 0 }).where(eq(marketplaceProducts.productId, product));

describe("a product image", () => {
  test("is added at the end or at a given position", async () => {
    await images("Front", "Back");
    await save({ Label: "Side" });
    const { body: id } = await save({ Label: "Top", Position: 2 });
    await save({ Label: "Last", Position: 900 });
    expect(await labels()).toEqual(["1 Front", "2 Top", "3 Back", "4 Side", "5 Last"]);
    expect((await save({ ProductImageId: id, Label: "Above", Position: 4 })).body).toBe(id);
    expect(await labels()).toEqual(["1 Front", "2 Back", "3 Side", "4 Above", "5 Last"]);
    await save({ ProductImageId: id, Label: "Over" });
    expect(await labels()).toContain("4 Over");
  });

  test("keeps its file unless it is replaced, and accepts only product images uploaded by the caller", async () => {
    const imageId = await pictureOf(await api.aUser({}));
    const id = await api.aProductImage(product, { imageId });
    expect(await save({ ProductImageId: id, ImageId: imageId.toUpperCase() })).toMatchObject({ status: 200 });
    const wrong = { ImageId: ["Please upload the image again."] };
    for (const ImageId of [
      await pictureOf(await api.aUser({})),
      randomUUID(),
      await pictureOf(manager, FileLocation.variantImage),
    ]) {
      expect((await save({ ProductImageId: id, ImageId })).problem.errors).toEqual(wrong);
    }
    expect(await save({ ProductImageId: id })).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject([{ id, imageId: file }]);
  });

  test("belongs to its product, and is removed without leaving a gap", async () => {
    const [first = 0, second = 0] = await images("1", "2", "3");
    const other = await api.aProductImage(await api.aProduct(await api.aSupplier()));
    const remove = (ProductImageId: number) =>
      api.call(manager, products.deleteImage, { ProductId: product, ProductImageId });
    expect(await remove(other)).toMatchObject({ status: 404 });
    expect(await save({ ProductImageId: other })).toMatchObject({ status: 404 });
    expect(await remove(second)).toMatchObject({ status: 200 });
    expect(await remove(second)).toMatchObject({ status: 404 });
    expect(await labels()).toEqual(["1 1", "2 3"]);
    expect((await stored())[0]).toMatchObject({ id: first });
  });

  test("is one of at most fifty", async () => {
    await images(...Array.from({ length: 50 }, (_, i) => `Image ${i}`));
    expect(await save()).toMatchObject({
      status: 409,
      problem: { message: "A product can have 50 images at the most. Delete one first." },
    });
  });
});

describe("the date from which an image is shown", () => {
  const date = "2027-03-01T09:30:00.000Z";
  const dateOf = async () => (await stored())[0]?.availableFrom?.toISOString() ?? null;

  test("can be changed by supplier staff until the product is approved anywhere, or resubmitted as is", async () => {
    await list(1);
    const ImageId = await pictureOf(staff);
    const { body: ProductImageId } = await save({ ImageId, AvailableFrom: "2027-03-01T20:30:00+11:00" }, staff);
    expect(await dateOf()).toBe(date);
    for (const status of [2, 3]) {
      await list(status);
      const { status: answer, problem } = await save({ ProductImageId, ImageId, AvailableFrom: null }, staff);
      expect([answer, Object.keys(problem.errors ?? {})]).toEqual([422, ["AvailableFrom"]]);
      expect(await save({ ProductImageId, ImageId, AvailableFrom: date }, staff)).toMatchObject({ status: 200 });
      expect(await save({ ProductImageId, ImageId, Label: `${status}` }, staff)).toMatchObject({ status: 200 });
    }
    expect(await save({ ImageId, AvailableFrom: date }, staff)).toMatchObject({ status: 422 });
    expect(await dateOf()).toBe(date);
  });

  test("can always be set and cleared by the marketplace's staff", async () => {
    const { body: ProductImageId } = await save({ AvailableFrom: date });
    expect(await dateOf()).toBe(date);
    await save({ ProductImageId, AvailableFrom: null });
    expect(await dateOf()).toBeNull();
  });
});

describe("the order of the images", () => {
  const reorder = (ProductImageIds: number[]) =>
    api.call(manager, products.reorderImages, { ProductId: product, ProductImageIds });

  test("must include every image", async () => {
    const [a = 0, b = 0, c = 0] = await images("a", "b", "c");
    expect(await reorder([c, a, b])).toMatchObject({ status: 200 });
    expect(await labels()).toEqual(["1 c", "2 a", "3 b"]);
    const other = await api.aProductImage(await api.aProduct(await api.aSupplier()));
    for (const wrong of [
      [a, b],
      [a, b, c, other],
      [a, b, b],
      [a, b, other],
    ])
      expect(await reorder(wrong), String(wrong)).toMatchObject({ status: 409 });
    expect(await labels()).toEqual(["1 c", "2 a", "3 b"]);
  });

  test("triggers a synchronisation only if it changes", async () => {
    const [a = 0, b = 0] = await images("a", "b");
    await reorder([a, b]);
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 0 });
    await reorder([b, a]);
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 1 });
  });
});

describe("an image of the gallery that is used as the hero image", () => {
  const use = (ProductImageId: number, fields: object = {}, user = manager) =>
    api.call(user, products.useAsHeroImage, { ProductId: product, ProductImageId, ...fields });
  const hero = async () => (await api.ok(manager, products.get, { id: product })).defaultImageFileId;

  test("shows the same stored file, which stays when the image leaves the gallery or gets another one", async () => {
    const sent = [await sampleImageFile("a.png"), await sampleImageFile("b.png")];
    const { body } = await api.upload(manager, sent, { fileLocation: String(FileLocation.productImage) });
    const [first = "", second] = body;
    const { body: id } = await save({ ImageId: first });
    expect(await use(Number(id))).toMatchObject({ status: 200 });
    expect(await hero()).toBe(first);
    await save({ ProductImageId: id, ImageId: second });
    await api.ok(manager, products.deleteImage, { ProductId: product, ProductImageId: Number(id) });
    expect(await hero()).toBe(first);
    expect(await stored()).toEqual([]);
    // In place of an image that does not exist, a larger one is answered.
    const shown = await api.download(manager, operations.files.image, { id: first });
    expect(await sharp(shown).metadata()).toMatchObject({ width: 40 });
  });

  test("belongs to the product", async () => {
    const other = await api.aProductImage(await api.aProduct(await api.aSupplier()));
    expect(await use(other)).toMatchObject({ status: 404 });
    expect(await hero()).toBeNull();
  });

  test("does not replace a hero image that its sender has not seen", async () => {
    const [id = 0, later = 0] = await images("Front", "Back");
    expect(await use(id, { ShownImageId: null })).toMatchObject({ status: 200 });
    const front = await hero();
    expect(await use(later, { ShownImageId: null })).toMatchObject({ status: 409 });
    expect(await hero()).toBe(front);
    expect(await use(later, { ShownImageId: front?.toUpperCase() })).toMatchObject({ status: 200 });
    expect(await hero()).not.toBe(front);
  });

  test("must be one that is shown already", async () => {
    const day = 24 * 60 * 60_000;
    const soon = await api.aProductImage(product, { availableFrom: new Date(Date.now() + day) });
    expect(await use(soon)).toMatchObject({ status: 409 });
    expect(await hero()).toBeNull();
    const past = await api.aProductImage(product, { availableFrom: new Date(Date.now() - day) });
    expect(await use(past)).toMatchObject({ status: 200 });
  });

  test("is synchronised, and needs approval after supplier staff have chosen it", async () => {
    const [front = 0, back = 0] = await images("Front", "Back");
    await use(front);
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 1 });
    await list(2);
    await use(front);
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 0 });
    await use(back, {}, staff);
    expect(await listing()).toMatchObject({ status: 3, syncStatus: 1 });
  });
});

test("image changes by supplier staff need approval", async () => {
  const ImageId = await pictureOf(staff);
  const { body: ProductImageId } = await save({ ImageId }, staff);
  expect(await listing()).toMatchObject({ status: 3, syncStatus: 1 });
  await list(2);
  await save({ ProductImageId, ImageId }, staff);
  expect(await listing()).toMatchObject({ status: 2, syncStatus: 0 });
  await api.ok(staff, products.deleteImage, { ProductId: product, ProductImageId });
  expect(await listing()).toMatchObject({ status: 3, syncStatus: 1 });
});
