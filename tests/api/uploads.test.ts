import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { files } from "#api/core/database/schema/index.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { maxImageBytes, maxPhotoBytes } from "#contract/files/limits.ts";
import { operations } from "#contract/operations.ts";
import { multipart, startApi, urlOf } from "#tests/support/api.ts";
import { paddedPng, promisingPng, sampleImage, sampleImageFile } from "#tests/support/images.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();

let user: TestUser;
beforeAll(async () => {
  user = await api.aUser({});
});

async function storedFile(id = "") {
  const [file] = await api.database.db.select().from(files).where(eq(files.id, id));
  if (!file) throw new Error(`There is no file ${id}.`);
  return file;
}

async function uploaded(...sent: File[]) {
  const { status, body, raw } = await api.upload(user, sent);
  if (status !== 200) throw new Error(raw.body);
  return Promise.all(body.map((id) => storedFile(id)));
}

describe("an uploaded image", () => {
  test.each([
    ["logo.png", "image/png"],
    ["logo.jpeg", "image/jpeg"],
    ["logo.webp", "image/webp"],
    ["logo.gif", "image/png"],
  ])("%s is stored as %s", async (name, contentType) => {
    const [file] = await uploaded(await sampleImageFile(name));
    expect(file).toMatchObject({
      name,
      contentType,
      width: 40,
      height: 20,
      location: FileLocation.supplierLogo,
      createdBy: user.id,
      supplierId: null,
    });
    expect(file?.size).toBe(file?.content.length);
  });

  test("is recognised by its content, not by its name", async () => {
    const jpeg = await sampleImageFile("logo.jpeg");
    const [file] = await uploaded(new File([jpeg], "logo.png", { type: "image/png" }));
    expect(file?.contentType).toBe("image/jpeg");
  });

  test("is stored without metadata, and upright", async () => {
    const camera = sampleImage({ width: 60, height: 30 })
      .withExif({ IFD0: { Copyright: "Taken at home" } })
      .withMetadata({ orientation: 6 });
    const sent = await sampleImageFile("photo.jpeg", camera);
    expect(Buffer.from(await sent.arrayBuffer()).toString("latin1")).toContain("Taken at home");
    const [file] = await uploaded(sent);
    const { width, height, orientation, exif } = await sharp(file?.content).metadata();
    expect({ width, height, orientation, exif }).toEqual({
      width: 30,
      height: 60,
      orientation: undefined,
      exif: undefined,
    });
    const { data } = await sharp(file?.content)
      .extract({ left: 25, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
  });

  test("loses data appended to it", async () => {
    const gif = await sampleImageFile("logo.gif");
    const [file] = await uploaded(new File([gif, "<script>alert(1)</script>"], "logo.gif"));
    expect(file?.content.toString("latin1")).not.toContain("script");
  });

  test("can be one of several, returned in their order", async () => {
    const kept = await uploaded(
      await sampleImageFile("one.png"),
      await sampleImageFile("two.webp"),
      await sampleImageFile("three.jpeg"),
    );
    expect(kept.map((file) => file.name)).toEqual(["one.png", "two.webp", "three.jpeg"]);
  });

  test("can have exactly the maximum file size", async () => {
    expect(await uploaded(await paddedPng(maxPhotoBytes))).toHaveLength(1);
  });

  test("can have 25 megapixels", async () => {
    expect(
      (await uploaded(await sampleImageFile("large.png", sampleImage({ width: 5_000, height: 5_000 }))))[0],
    ).toMatchObject({ width: 5_000 });
  });

  test("from a camera is scaled down, and upright", async () => {
    const camera = sampleImage({ width: 9_000, height: 6_000 }).withMetadata({ orientation: 6 });
    const [file] = await uploaded(await sampleImageFile("photo.jpeg", camera));
    expect(file).toMatchObject({ contentType: "image/jpeg", width: 1_600, height: 2_400 });
  });

  test.each(["jpeg", "png", "webp"] as const)("that is large is stored in less than 2 MB (%s)", async (kind) => {
    const noise = sharp({
      create: {
        width: 1_500,
        height: 1_500,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    });
    const sent = new File(
      [new Uint8Array(await noise.toFormat(kind, kind === "png" ? {} : { quality: 100 }).toBuffer())],
      `noise.${kind}`,
    );
    expect(sent.size).toBeGreaterThan(maxImageBytes);
    const [file] = await uploaded(sent);
    expect(file?.size).toBeLessThanOrEqual(maxImageBytes);
    expect(file?.contentType).toBe(kind === "png" ? "image/webp" : `image/${kind}`);
  });

  test.each([
    ["../../etc/passwd", expect.not.stringContaining("/")],
    ["a\u0007b.png", expect.not.stringContaining("\u0007")],
    ["Logo “neu” 🦘.png", "Logo “neu” 🦘.png"],
    [`${"x".repeat(300)}.png`, expect.stringMatching(/^x{255}$/)],
  ])("can have any name: %j", async (name, kept) => {
    const [file] = await uploaded(new File([await sampleImageFile("a.png")], name));
    expect(file?.name).toEqual(kept);
  });
});

describe("an upload is refused", () => {
  const notUsable = (name: string) =>
    `“${name}” is not an image that can be used. Please choose a JPG, PNG, GIF or WebP file.`;
  const asFile = (name: string, content: string) => async () => new File([content], name);

  test.each([
    ["an SVG", "logo.svg", asFile("logo.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      "an SVG with the name of a PNG",
      "logo.png",
      asFile("logo.png", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ["a script after a GIF header", "logo.gif", asFile("logo.gif", `GIF89a${"<script>alert(1)</script>".repeat(9)}`)],
    ["an HTML page", "logo.png", asFile("logo.png", "<!doctype html><script>alert(1)</script>")],
    ["a PDF", "terms.pdf", asFile("terms.pdf", "%PDF-1.7\n%âãÏÓ\n")],
    ["text", "notes.txt", asFile("notes.txt", "Not a picture")],
    ["a TIFF", "scan.tiff", () => sampleImageFile("scan.tiff")],
    ["an AVIF", "photo.avif", () => sampleImageFile("photo.avif")],
  ])("if it is %s", async (_what, name, file) => {
    const { status, problem } = await api.upload(user, [await file()]);
    expect({ status, message: problem.message, errors: problem.errors }).toEqual({
      status: 415,
      message: notUsable(name),
      errors: { files: [notUsable(name)] },
    });
  });

  test("without being opened if it is none of the four formats", async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const tiff = await sampleImageFile("scan.tiff");
    for (const content of [Buffer.from(drawing), Buffer.from(await tiff.arrayBuffer())]) {
      await expect(sharp(content).metadata()).rejects.toThrow("unsupported image format");
    }
  });

  test.each([
    [
      "30 megapixels",
      () => sampleImageFile("huge.png", sampleImage({ width: 6_000, height: 5_000 })),
      /6,000 × 5,000 pixels/,
    ],
    [
      "a side of more than 8,000 pixels",
      () => sampleImageFile("wide.png", sampleImage({ width: 8_001, height: 10 })),
      /8,001 × 10 pixels/,
    ],
    [
      "70 megapixels as a JPEG",
      () => sampleImageFile("huge.jpeg", sampleImage({ width: 10_000, height: 7_000 })),
      /at most 65 megapixels/,
    ],
    ["a header that declares gigapixels", async () => promisingPng(60_000, 60_000), /60,000 × 60,000 pixels/],
    ["less data than its header declares", async () => promisingPng(4_000, 4_000), /is damaged/],
  ])("immediately if it is an image with %s", async (_what, file, words) => {
    const sent = await file();
    const started = performance.now();
    const { status, problem } = await api.upload(user, [sent]);
    expect([status, problem.message]).toEqual([422, expect.stringMatching(words)]);
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  test("if it is a truncated image", async () => {
    const whole = await sampleImageFile("photo.jpeg", sampleImage({ width: 400, height: 400 }));
    const { status, problem } = await api.upload(user, [new File([whole.slice(0, whole.size / 2)], "photo.jpeg")]);
    expect([status, problem.message]).toEqual([
      422,
      "“photo.jpeg” is damaged and cannot be shown. Please save it again, or choose another image.",
    ]);
  });

  test("if it is one byte too large", async () => {
    const { status, problem } = await api.upload(user, [await paddedPng(maxPhotoBytes + 1)]);
    expect([status, problem.errors]).toEqual([413, { files: ["Please choose files of at most 20 MB in all."] }]);
  });

  test("if it is empty", async () => {
    for (const nothing of [[], [new File([], "empty.png")]]) {
      const { status, problem } = await api.upload(user, nothing);
      expect([status, problem.errors]).toEqual([422, { files: ["Please choose a file."] }]);
    }
  });

  test.each([{}, { fileLocation: "4" }, { fileLocation: "logo" }, { fileLocation: "" }])(
    "if its location is invalid: %j",
    async (fields) => {
      const { status, problem } = await api.upload(
        user,
        [await sampleImageFile("logo.png")],
        fields as Record<string, string>,
      );
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ["fileLocation"]]);
    },
  );

  test("with all its files if one of them is invalid", async () => {
    const before = await api.database.db.$count(files);
    expect((await api.upload(user, [await sampleImageFile("good.png"), new File(["bad"], "bad.png")])).status).toBe(
      415,
    );
    expect(await api.database.db.$count(files)).toBe(before);
  });

  test("if it has more files than allowed", async () => {
    const file = await sampleImageFile("logo.png");
    expect(
      (
        await api.upload(
          user,
          Array.from({ length: 11 }, () => file),
        )
      ).status,
    ).toBe(413);
  });

  test("if it has a second workbook, before that is read", async () => {
    const importer = await api.aUser({ roles: ["Administrator"] });
    const rest = 50 * 1024 * 1024;
    const part = (name: string) =>
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\nbytes`;
    let sent = 0;
    const body = Readable.from(
      (async function* () {
        yield `${part("a.xlsx")}\r\n${part("b.xlsx")}`;
        for (; sent < rest; sent += 65_536) yield Buffer.alloc(65_536);
      })(),
    );
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const { statusCode, body: answer } = await api.send(importer, {
      method: "POST",
      url: urlOf(operations.products.excelImport),
      payload: body,
      headers,
    });
    expect([statusCode, JSON.parse(answer).errors]).toEqual([422, { file: ["Please choose one file."] }]);
    expect(sent).toBeLessThan(rest);
  });

  test("if it is not multipart, or incomplete", async () => {
    const url = urlOf(operations.files.upload);
    expect((await api.send(user, { method: "POST", url, payload: { fileLocation: 1 } })).statusCode).toBe(415);
    const { payload, headers } = await multipart([await sampleImageFile("logo.png")], { fileLocation: "1" });
    const whole = payload as Buffer;
    for (const bytes of [0, 10, 100, whole.length - 200, whole.length - 10]) {
      const { statusCode } = await api.send(user, { method: "POST", url, payload: whole.subarray(0, bytes), headers });
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(statusCode).toBeLessThan(500);
    }
  });

  test("if a part has no name, or the boundary is missing", async () => {
    const url = urlOf(operations.files.upload);
    const parts = [
      "--x",
      'content-disposition: form-data; name="files"',
      "content-type: application/octet-stream",
      "",
      "bytes",
      "--x--",
      "",
    ].join("\r\n");
    for (const type of ["multipart/form-data; boundary=x", "multipart/form-data", "multipart/form-data; boundary="]) {
      const { statusCode } = await api.send(user, {
        method: "POST",
        url,
        payload: parts,
        headers: { "content-type": type },
      });
      expect([400, 415, 422]).toContain(statusCode);
    }
  });
});
