import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { FileLocation } from "#contract/enumerations.ts";
import { noId } from "#contract/fields.ts";
import { operations } from "#contract/operations.ts";
import { type Answer, requestFor, startApi } from "#tests/support/api.ts";
import { sampleImage } from "#tests/support/images.ts";

const api = await startApi();
const { barcode, get, image } = operations.files;

async function aPicture(
  traits: { width?: number; height?: number; location?: number; createdBy?: number } = {},
): Promise<string> {
  const { location = FileLocation.productImage, createdBy, ...size } = traits;
  const content = await sampleImage({ width: 600, height: 300, ...size })
    .png()
    .toBuffer();
  return api.aFile({ content, size: content.length, location, createdBy, name: "photo.png", contentType: "image/png" });
}

async function drawn({ raw }: Answer<undefined>) {
  const { format, width, height } = await sharp(raw.rawPayload).metadata();
  return { format, width, height, type: raw.headers["content-type"], kept: raw.headers["cache-control"] };
}

const forEver = "public, max-age=31536000, immutable";

describe("an image", () => {
  test("can be read without signing in, as uploaded, and can be cached forever", async () => {
    expect(await drawn(await api.call(undefined, image, { id: await aPicture() }))).toEqual({
      format: "png",
      width: 600,
      height: 300,
      type: "image/png",
      kept: forEver,
    });
  });

  test("has an address that ends in the extension of its format as well", async () => {
    const id = await aPicture();
    expect(await drawn(await api.call(undefined, image, { id: `${id}.png` }))).toMatchObject({
      format: "png",
      width: 600,
    });
  });

  test.each([
    [{ width: 400, height: 400 }, 400, 200],
    [{ width: 50, height: 50 }, 50, 25],
    [{ height: 100 }, 200, 100],
    [{ width: 144 }, 144, 72],
    [{ width: 800, height: 800 }, 600, 300],
  ])("fits inside %j, uncropped and never enlarged", async (box, width, height) => {
    const id = await aPicture();
    for (const round of ["made", "remembered"]) {
      expect(await drawn(await api.call(undefined, image, { id, ...box })), round).toEqual({
        format: "webp",
        width,
        height,
        type: "image/webp",
        kept: forEver,
      });
    }
  });

  test.each([{ height: 0 }, { width: -1 }, { width: 60 }, { width: 2000 }, { height: 1.5 }, { width: Number.NaN }])(
    "is refused in the size %j",
    async (box) => {
      expect((await api.call(undefined, image, { id: await aPicture(), ...box })).status).toBe(422);
    },
  );

  test.each([FileLocation.supplierLogo, FileLocation.productImage, FileLocation.variantImage])(
    "can be read from location %d",
    async (location) => {
      expect(
        (await drawn(await api.call(undefined, image, { id: await aPicture({ location }), width: 50 }))).kept,
      ).toBe(forEver);
    },
  );
});

test("an image and the placeholder have a strong validator, and are not sent again to whoever has them", async () => {
  for (const id of [await aPicture(), randomUUID()]) {
    const { headers } = await api.send(undefined, requestFor(image, { id, width: 50 }));
    expect(headers.etag, id).toMatch(/^"[\w-]{43}"$/);
    const again = await api.send(undefined, {
      ...requestFor(image, { id, width: 50 }),
      headers: { "if-none-match": String(headers.etag) },
    });
    expect([again.statusCode, again.body, again.headers.etag], id).toEqual([304, "", headers.etag]);
    // Firefox shows the picture that it has by the policy of this answer.
    for (const header of ["cross-origin-resource-policy", "cache-control"])
      expect(again.headers[header], id).toBe(headers[header]);
  }
});

describe("a missing image is replaced by a placeholder that is asked for again each time", () => {
  test.each([
    ["unknown", async () => randomUUID()],
    ["empty", async () => noId],
    ["malformed", async () => "nonsense"],
    ["that of a private file", () => aPicture({ location: FileLocation.agreement })],
  ])("when the id is %s", async (_what, id) => {
    const placeholder = { format: "webp", type: "image/webp", kept: "public, no-cache" };
    expect(await drawn(await api.call(undefined, image, { id: await id() }))).toEqual({
      ...placeholder,
      width: 200,
      height: 200,
    });
    expect(await drawn(await api.call(undefined, image, { id: await id(), height: 50, width: 100 }))).toEqual({
      ...placeholder,
      width: 50,
      height: 50,
    });
  });
});

test("pages of other origins may embed images, the placeholder and barcodes, and no other files", async () => {
  const supplier = await api.aSupplier();
  const agreement = await api.aFile({ supplierId: supplier });
  const policyOf = async (answer: ReturnType<typeof api.call>) =>
    (await answer).raw.headers["cross-origin-resource-policy"];
  expect(await policyOf(api.call(undefined, image, { id: await aPicture() }))).toBe("cross-origin");
  expect(await policyOf(api.call(undefined, image, { id: noId }))).toBe("cross-origin");
  expect(await policyOf(api.call(undefined, barcode, { trackingNumber: "ABC123" }))).toBe("cross-origin");
  const user = await api.aUser({ roles: ["Read Only"] });
  expect(await policyOf(api.call(user, get, { fileId: agreement }))).toBe("same-origin");
});

describe("a file to download", () => {
  let supplier: number;
  let agreement: string;
  beforeAll(async () => {
    supplier = await api.aSupplier();
    agreement = await api.aFile({ supplierId: supplier, name: "Harbour & Co Terms “2026”.pdf" });
  });

  test("can be downloaded by users who see its supplier, with its name", async () => {
    for (const user of [
      await api.aUser({ links: [{ supplier, bits: 0 }] }),
      await api.aUser({ roles: ["Read Only"] }),
    ]) {
      const { status, raw } = await api.call(user, get, { fileId: agreement });
      expect(status).toBe(200);
      expect(raw.body).toBe("%PDF-1.7 a signed agreement");
      expect(raw.headers).toMatchObject({
        "content-type": "application/pdf",
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="Harbour & Co Terms _2026_.pdf"; filename*=UTF-8''Harbour%20%26%20Co%20Terms%20%E2%80%9C2026%E2%80%9D.pdf`,
      });
    }
  });

  test("is not found by other suppliers' staff, nor without signing in", async () => {
    const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    const { status, problem } = await api.call(stranger, get, { fileId: agreement });
    expect([status, problem.message]).toEqual([404, "This file does not exist, or you may not see it."]);
    expect((await api.call(stranger, get, { fileId: randomUUID() })).problem.message).toBe(problem.message);
    expect((await api.call(undefined, get, { fileId: agreement })).status).toBe(401);
  });

  test("is no longer available to its uploader after their link was removed", async () => {
    const leaver = await api.aUser({});
    const fileId = await api.aFile({ supplierId: supplier, createdBy: leaver.id });
    expect((await api.call(leaver, get, { fileId })).status).toBe(404);
  });

  test("can be an image the caller uploaded, but not one of other staff", async () => {
    const [owner, stranger, operator] = [
      await api.aUser({}),
      await api.aUser({}),
      await api.aUser({ roles: ["Catalogue Manager"] }),
    ];
    const fileId = await aPicture({ createdBy: owner.id });
    const statuses = await Promise.all(
      [owner, stranger, operator].map(async (user) => (await api.call(user, get, { fileId })).status),
    );
    expect(statuses).toEqual([200, 404, 200]);
  });
});

describe("a barcode", () => {
  test("can be read without signing in for any printable ASCII text, and can be cached forever", async () => {
    const { status, raw } = await api.call(undefined, barcode, { trackingNumber: "33ABC 01/2~^" });
    expect(status).toBe(200);
    expect(raw.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": forEver,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(raw.body).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(raw.body).not.toMatch(/<script|<text|on\w+=/);
  });

  test("differs for different numbers", async () => {
    const [one, other] = await Promise.all(
      ["ABC123", "ABC124"].map((trackingNumber) => api.call(undefined, barcode, { trackingNumber })),
    );
    expect(one?.raw.body).not.toBe(other?.raw.body);
  });

  test.each(["äöü", "😀", "\n", "x".repeat(51)])("is refused for %j", async (trackingNumber) => {
    expect((await api.call(undefined, barcode, { trackingNumber })).status).toBe(422);
  });
});
