/** Uploaded images: accepted formats, re-encoding, and resizing. */
import { fileTypeFromBuffer } from "file-type";
import sharp, { type Sharp } from "sharp";
import { Refusal } from "#api/core/refusals/refusal.ts";
import {
  imageTypes,
  maxImageBytes,
  maxImagePixels,
  maxImageSide,
  maxPhotoPixels,
  maxPhotoSide,
  smallerSide,
} from "#contract/files/limits.ts";

// Disables every other loader of the process, so that images in other formats, such as SVG with links, are never
// opened.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"],
});

/** A GIF is stored as a PNG of its first frame. */
const storedFormats = { jpeg: "jpeg", png: "png", webp: "webp", gif: "png" } as const;

export interface SanitisedImage {
  content: Buffer;
  contentType: string;
  width: number;
  height: number;
}

/**
 * Decodes, rotates upright and re-encodes an uploaded image, which removes everything that is not image data.
 * @throws Refusal 415 for an unsupported format, 422 if it is too large or damaged
 */
export async function sanitiseImage(name: string, content: Buffer): Promise<SanitisedImage> {
  const format = await formatOf(content);
  if (format === undefined) {
    throw refusal(415, `“${name}” is not an image that can be used. Please choose a JPG, PNG, GIF or WebP file.`);
  }
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
  const most =
    format === "jpeg" ? { side: maxPhotoSide, pixels: maxPhotoPixels } : { side: maxImageSide, pixels: maxImagePixels };
  if (Math.max(width, height) > most.side || width * height > most.pixels) {
    const [pixels, megapixels, side] = [
      `${count(width)} × ${count(height)}`,
      most.pixels / 1_000_000,
      count(most.side),
    ];
    throw refusal(
      422,
      `“${name}” has ${pixels} pixels. Please choose an image of at most ${megapixels} megapixels and ${side} pixels on a side.`,
    );
  }
  try {
    const isLarge =
      content.length > maxImageBytes || Math.max(width, height) > maxImageSide || width * height > maxImagePixels;
    return isLarge
      ? await inTurn(() => madeSmaller(content, format === "jpeg" ? "jpeg" : "webp"))
      : await encoded(decoderOf(content), storedFormats[format]);
  } catch {
    throw refusal(422, `“${name}” is damaged and cannot be shown. Please save it again, or choose another image.`);
  }
}

const count = (pixels: number) => pixels.toLocaleString("en-AU");

const decoderOf = (content: Buffer) =>
  sharp(content, { limitInputPixels: maxPhotoPixels, failOn: "error" }).autoOrient().timeout({ seconds: 20 });

/** Halves width and height until the image is small enough to be stored. */
async function madeSmaller(content: Buffer, format: "jpeg" | "webp", side = smallerSide): Promise<SanitisedImage> {
  const smaller = decoderOf(content).resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  const image = await encoded(smaller, format);
  return image.content.length <= maxImageBytes ? image : madeSmaller(content, format, side / 2);
}

let last: Promise<unknown> = Promise.resolve();

/** Decoding a large image takes hundreds of megabytes, so a process decodes one at a time. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work, work);
  last = result;
  return result;
}

/** Returns the format on which the first bytes and the decoder agree; undefined for unsupported formats. */
async function formatOf(content: Buffer): Promise<keyof typeof storedFormats | undefined> {
  const sniffed = await fileTypeFromBuffer(content);
  if (!imageTypes.some((type) => type === sniffed?.mime)) return undefined;
  const { format } = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ format: undefined }));
  return sniffed?.mime === `image/${format}` ? (format as keyof typeof storedFormats) : undefined;
}

async function encoded(image: Sharp, format: "png" | "jpeg" | "webp"): Promise<SanitisedImage> {
  const { data, info } = await image
    .toFormat(format, { quality: 85, effort: format === "webp" ? 3 : undefined })
    .toBuffer({ resolveWithObject: true });
  return { content: data, contentType: `image/${format}`, width: info.width, height: info.height };
}

export interface Box {
  width?: number;
  height?: number;
}

/** Returns the image as WebP, scaled down to fit the box; never cropped or enlarged. */
export async function fitInside(content: Buffer, { width, height }: Box): Promise<SanitisedImage> {
  const smaller = sharp(content, { limitInputPixels: maxImagePixels }).resize({
    width,
    height,
    fit: "inside",
    withoutEnlargement: true,
  });
  return encoded(smaller, "webp");
}

/** Returns the image as PNG on white, scaled down to fit the box, for printed documents. */
export async function forPaper(content: Buffer, { width, height }: Box): Promise<Buffer> {
  const smaller = sharp(content, { limitInputPixels: maxImagePixels }).resize({
    width,
    height,
    fit: "inside",
    withoutEnlargement: true,
  });
  return (await encoded(smaller.flatten({ background: "#ffffff" }), "png")).content;
}

/** Returns a generated placeholder: a mountain and a sun in greys. */
export async function placeholder({ width = 200, height = 200 }: Box): Promise<SanitisedImage> {
  const side = 400;
  const pixels = Buffer.alloc(side * side, 0xe8);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isSun = Math.hypot(x - 135, y - 140) < 32;
      const isMountain = y < 290 && (y - 150 > Math.abs(x - 245) || y - 215 > Math.abs(x - 150));
      if (isSun || isMountain) pixels[y * side + x] = 0xbf;
    }
  }
  const square = Math.min(width, height);
  return encoded(sharp(pixels, { raw: { width: side, height: side, channels: 1 } }).resize(square, square), "webp");
}

function refusal(status: 415 | 422, message: string): Refusal {
  return new Refusal(status, message, { files: [message] });
}
