/** Images to upload: valid ones, and one with a false size. */
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** Violet, with a yellow square at the top left. */
export function sampleImage({ width = 40, height = 20 } = {}): Sharp {
  const corner = {
    create: { width: Math.min(8, width), height: Math.min(8, height), channels: 3 as const, background: "#ffd700" },
  };
  return sharp({ create: { width, height, channels: 3, background: "#8a2be2" } }).composite([
    { input: corner, top: 0, left: 0 },
  ]);
}

export async function sampleImageFile(name: string, drawn: Sharp = sampleImage()): Promise<File> {
  const format = name.replace(/^.*\./, "") as "png" | "jpeg" | "gif" | "webp" | "tiff" | "avif";
  return new File([new Uint8Array(await drawn.toFormat(format).toBuffer())], name);
}

/** A JPEG of 18 megapixels and about 17 MB: noise cannot be compressed. */
export async function noisyPhoto(): Promise<File> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const drawn = sharp({ create: { width: 4_900, height: 3_700, channels: 3, background: "#888", noise } });
  return new File([new Uint8Array(await drawn.jpeg({ quality: 95 }).toBuffer())], "photo.jpg", { type: "image/jpeg" });
}

/** A PNG of exactly this many bytes: decoders ignore what follows its end. */
export async function paddedPng(bytes: number): Promise<File> {
  const padded = new Uint8Array(bytes);
  padded.set(await sampleImage().png().toBuffer());
  return new File([padded], "padded.png");
}

/** A PNG of a few bytes whose header declares larger dimensions. */
export function promisingPng(width: number, height: number): File {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const content = [
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return new File([new Uint8Array(Buffer.concat(content))], "promising.png");
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
