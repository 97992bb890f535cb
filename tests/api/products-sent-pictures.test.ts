import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { asc, eq } from "drizzle-orm";
import pino from "pino";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fetchPictures } from "#api/areas/products/pictures/fetch-pictures.ts";
import { readConfig } from "#api/core/config.ts";
import {
  fetchedPictures,
  files,
  productImages,
  products as productTable,
  productVariants,
  sentPictures,
  users,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";
import { zipOf } from "#tests/support/zip.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const fetchAll = () =>
  fetchPictures({ database: api.database, config, files: databaseFiles, log: pino({ level: "silent" }) });

let operator: TestUser;
let supplier: number;
/** Small pictures of different colours. */
let pictures: Buffer[];

beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  pictures = await Promise.all(
    [10, 90, 170, 250].map((r) =>
      sharp({ create: { width: 8, height: 6, channels: 3, background: { r, g: 0, b: 0 } } })
        .jpeg()
        .toBuffer(),
    ),
  );
});
beforeEach(async () => {
  supplier = await api.aSupplier();
});

const picture = (i: number) => pictures[i] ?? Buffer.alloc(0);

/** A zip file with these files; a number is the picture with that place. */
const zip = (parts: Record<string, number | string>): Buffer =>
  zipOf(
    Object.entries(parts).map(([path, content]) => ({
      path,
      content: typeof content === "number" ? picture(content) : content,
    })),
  );

const send = (content: Buffer | string, { as = operator, to = supplier, name = "pictures.zip" } = {}) =>
  api.sendFile(as, products.uploadPictures, new File([content as BlobPart], name), { supplierId: String(to) });

async function sent(parts: Record<string, number | string>, as = operator) {
  const { status, body, raw } = await send(zip(parts), { as });
  if (status !== 200) throw new Error(raw.body);
  await fetchAll();
  return api.ok(as, products.pictureUpload, { id: body });
}

const leftOutOf = (upload: Awaited<ReturnType<typeof sent>>) => upload.problems.map(({ name, why }) => [name, why]);

async function namesIn(productId: number): Promise<string[]> {
  const rows = await db
    .select({ name: files.name })
    .from(productImages)
    .innerJoin(files, eq(files.id, productImages.imageId))
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position));
  return rows.map(({ name }) => name);
}

const aDish = (externalSku: string) => api.aProduct(supplier, { externalSku, name: `Dish ${externalSku}` });

describe("pictures in a zip file", () => {
  test("go to the products that their names say, in the order of their numbers", async () => {
    const [first, second] = [await aDish("AB-12"), await aDish("ab 13")];
    const upload = await sent({
      "more/AB-12_2.jpg": 1,
      "AB-12.jpg": 0,
      "deep/er/AB-12_10.JPG": 2,
      "Ab 13.jpeg": 3,
      "__MACOSX/._AB-12.jpg": "anything",
      ".DS_Store": "anything",
    });
    expect(upload).toMatchObject({
      taken: 4,
      products: 2,
      known: 0,
      leftOut: 0,
      problems: [],
      fileName: "pictures.zip",
    });
    expect(await namesIn(first)).toEqual(["AB-12.jpg", "AB-12_2.jpg", "AB-12_10.JPG"]);
    expect(await namesIn(second)).toEqual(["Ab 13.jpeg"]);
    const [product] = await db.select().from(productTable).where(eq(productTable.id, first));
    const [hero] = await db
      .select()
      .from(files)
      .where(eq(files.id, product?.defaultImageFileId ?? ""));
    expect(hero?.name).toBe("AB-12.jpg");
    expect(await db.$count(sentPictures)).toBe(0);
  });

  test("become the image of a variant, unless it has one", async () => {
    const product = await aDish("V");
    const variant = async (externalSku: string) =>
      (
        await db
          .insert(productVariants)
          .values({ productId: product, externalSku, recommendedRetailPrice: 1, combination: externalSku })
          .returning()
      )[0]?.id ?? 0;
    const [red] = [await variant("V-red"), await variant("V-blue")];
    await sent({ "V-red.jpg": 0 });
    const [row] = await db.select().from(productVariants).where(eq(productVariants.id, red));
    expect(row?.defaultImageFileId).not.toBeNull();
    expect(leftOutOf(await sent({ "V-red_1.jpg": 1, "V-blue_2.jpg": 2 }))).toEqual([
      ["V-red_1.jpg", "This variant has a picture already."],
      ["V-blue_2.jpg", "A variant has one picture, and this is another one."],
    ]);
  });

  test("are taken once, however often they are sent", async () => {
    const product = await aDish("AB-12");
    await sent({ "AB-12.jpg": 0 });
    expect(await sent({ "AB-12.jpg": 0, "AB-12_2.jpg": 1 })).toMatchObject({ taken: 1, known: 1 });
    expect(await namesIn(product)).toEqual(["AB-12.jpg", "AB-12_2.jpg"]);
    expect(await sent({ "AB-12.jpg": 0 })).toMatchObject({ taken: 0, products: 0, known: 1 });
    expect(await namesIn(product)).toHaveLength(2);
  });

  test("are left out if their names cannot be saved, and the others are taken", async () => {
    const product = await aDish("N-1");
    const upload = await sent({ "N-\u00001.jpg": 0, "N-1.jpg": 1 });
    expect(upload).toMatchObject({ taken: 1, leftOut: 1 });
    expect(leftOutOf(upload)).toEqual([
      ["N-1.jpg", "Its name contains a character that cannot be saved. Please rename it."],
    ]);
    expect(await namesIn(product)).toEqual(["N-1.jpg"]);
  });

  test("are listed and left out if it is not certain what they belong to", async () => {
    await aDish("AB-12");
    await aDish("AB-12_2");
    await aDish("twice");
    await aDish("TWICE");
    const other = await api.aSupplier();
    await api.aProduct(other, { externalSku: "theirs", name: "Dish" });
    const upload = await sent({
      "AB-12_2.jpg": 0,
      "nobody_3.jpg": 1,
      "theirs.jpg": 1,
      "twice.png": 2,
      "AB-12.txt": "text",
      "AB-12.gif": "",
    });
    expect(upload).toMatchObject({ taken: 0, leftOut: 6 });
    expect(new Map(upload.problems.map(({ name, why }) => [name, why]))).toEqual(
      new Map([
        ["AB-12.txt", "Pictures end with .jpg, .jpeg, .png, .gif or .webp."],
        ["AB-12.gif", "It is empty."],
        [
          "AB-12_2.jpg",
          "It may be of the SKU “ab-12_2”, or picture 2 of “ab-12”. Please rename it: “ab-12_2_1” is of the first one.",
        ],
        ["nobody_3.jpg", "No product or variant of this supplier has the SKU “nobody_3” or “nobody”."],
        ["theirs.jpg", "No product or variant of this supplier has the SKU “theirs”."],
        ["twice.png", expect.stringMatching(/^Several products or variants have this SKU: \d+, \d+\.$/)],
      ]),
    );
    const renamed = await sent({ "AB-12_2_1.jpg": 0 });
    expect(renamed).toMatchObject({ taken: 1, leftOut: 0 });
  });

  test("that are no images are reported with their names, and can be tried again", async () => {
    await aDish("AB-12");
    const upload = await sent({ "AB-12.jpg": "<html>not a picture</html>" });
    expect(upload).toMatchObject({ taken: 1, leftOut: 0 });
    const { failed, problems } = await api.ok(operator, products.pictures, { processId: upload.id });
    expect(failed).toBe(1);
    expect(problems[0]).toMatchObject({
      address: "AB-12.jpg",
      problem: "“AB-12.jpg” is not an image that can be used. Please choose a JPG, PNG, GIF or WebP file.",
      isWaiting: false,
    });
    await api.ok(operator, products.retryPictures, { ProcessId: upload.id });
    await fetchAll();
    expect(await api.ok(operator, products.pictures, { processId: upload.id })).toMatchObject({ failed: 1 });
  });

  test("are not stored once their sender may not change the product any more", async () => {
    const product = await aDish("AB-12");
    const sender = await api.aUser({ roles: ["Catalogue Manager"] });
    const { body } = await send(zip({ "AB-12.jpg": 0 }), { as: sender });
    await db.update(users).set({ isActive: false }).where(eq(users.id, sender.id));
    await fetchAll();
    expect(await namesIn(product)).toEqual([]);
    const [row] = await db.select().from(fetchedPictures).where(eq(fetchedPictures.processId, body));
    expect(row?.problem).toMatch(/may no longer change this product/);
  });
});

describe("a zip file", () => {
  test("is taken from supplier staff for their own products alone", async () => {
    await aDish("AB-12");
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    expect(await sent({ "AB-12.jpg": 0 }, staff)).toMatchObject({ taken: 1 });
    const other = await api.aSupplier();
    expect(await send(zip({ "AB-12.jpg": 0 }), { as: staff, to: other })).toMatchObject({
      status: 404,
      problem: { message: "This supplier does not exist, or you may not see it." },
    });
  });

  test("is listed for whoever sent it, and nobody else", async () => {
    await aDish("AB-12");
    const [one, another] = [await api.aUser({ roles: ["Operator"] }), await api.aUser({ roles: ["Operator"] })];
    const { id } = await sent({ "AB-12.jpg": 0 }, one);
    expect((await api.ok(one, products.pictureUploads, {})).map((each) => each.id)).toEqual([id]);
    expect(await api.ok(another, products.pictureUploads, {})).toEqual([]);
    expect((await api.call(another, products.pictureUpload, { id })).status).toBe(404);
    expect((await api.call(another, products.pictureUpload, { id: randomUUID() })).status).toBe(404);
  });

  test.each([
    [
      "is not one",
      "AB-12",
      "This is not a complete zip file. Please pack the pictures again, and choose the new file.",
    ],
    ["holds nothing", zipOf([]), "This zip file is empty. Please choose another file."],
    [
      "holds too many files",
      zipOf(Array.from({ length: 5_001 }, (_, i) => ({ path: `A-${i}.jpg`, content: "x" }))),
      "This file holds more than 5,000 files. Please split it.",
    ],
    [
      "would be enormous when unpacked",
      zipOf(Array.from({ length: 60 }, (_, i) => ({ path: `A-${i}.jpg`, content: "x", declared: 20_000_000 }))),
      "The pictures of this file have more than 1000 MB. Please split it.",
    ],
  ])("that %s is refused in a sentence", async (_, content, message) => {
    const { status, problem } = await send(content);
    expect(status).toBe(422);
    expect(problem.errors).toEqual({ file: [message] });
  });

  test("that is cut off is refused, wherever it ends", async () => {
    const whole = zip({ "AB-12.jpg": 0, "AB-13.jpg": 1 });
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      const { status } = await send(whole.subarray(0, Math.floor(whole.length * part)));
      expect(status).toBe(422);
    }
  });

  test("whose pictures are larger than they say leaves these out", async () => {
    await aDish("AB-12");
    const bomb = zipOf([{ path: "AB-12.jpg", content: Buffer.alloc(30_000_000), declared: 1_000 }]);
    const { body } = await send(bomb);
    expect(leftOutOf(await api.ok(operator, products.pictureUpload, { id: body }))).toEqual([
      ["AB-12.jpg", "It is damaged."],
    ]);
  });

  test("is not left on the disk", async () => {
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith("countinghouse-"));
    await send(zip({ "AB-12.jpg": 0 }));
    await send("not a zip file");
    const after = (await readdir(tmpdir())).filter((name) => name.startsWith("countinghouse-"));
    expect(after).toEqual(before);
  });
});
