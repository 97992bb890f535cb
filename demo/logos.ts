/** Suppliers' logos, drawn pixel by pixel: plain shapes in two colours. */
import sharp from "sharp";
import type { Random } from "./random.ts";

/** True if the point is inked; both coordinates run from -1 to 1. */
type Mark = (x: number, y: number) => boolean;

const disc =
  (cx: number, cy: number, r: number): Mark =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) < r;

const marks: readonly [Mark, ...Mark[]] = [
  // A leaf: where two discs overlap.
  (x, y) => disc(-0.38, 0, 0.75)(x, y) && disc(0.38, 0, 0.75)(x, y) && Math.abs(x) > 0.03,
  // A ring around a point.
  (x, y) => (Math.hypot(x, y) < 0.66 && Math.hypot(x, y) > 0.46) || disc(0, 0, 0.2)(x, y),
  // Mountains under a sun.
  (x, y) =>
    (y < 0.5 && (y + 0.4 > Math.abs(x - 0.15) * 1.3 || y + 0.05 > Math.abs(x + 0.4) * 1.3)) ||
    disc(-0.42, -0.42, 0.16)(x, y),
  // Waves.
  (x, y) => Math.hypot(x, y) < 0.72 && Math.abs(((y + 0.08 * Math.sin(x * 9) + 2) % 0.36) - 0.18) < 0.09,
  // A lozenge in a lozenge.
  (x, y) => Math.abs(x) + Math.abs(y) < 0.74 && (Math.abs(x) + Math.abs(y) > 0.54 || Math.abs(x) + Math.abs(y) < 0.32),
  // An arch with a door.
  (x, y) =>
    y < 0.6 &&
    (y > -0.1 ? Math.abs(x) < 0.55 : disc(0, -0.1, 0.55)(x, y)) &&
    !(y > 0.15 ? Math.abs(x) < 0.2 : disc(0, 0.15, 0.2)(x, y)),
  // Petals.
  (x, y) => Math.hypot(x, y) < 0.35 + 0.33 * Math.abs(Math.cos(3 * Math.atan2(y, x))) && !disc(0, 0, 0.13)(x, y),
  // A hexagon, half filled.
  (x, y) =>
    Math.max(Math.abs(x) * 0.866 + Math.abs(y) * 0.5, Math.abs(y)) < 0.64 &&
    (x + y < 0 || Math.max(Math.abs(x) * 0.866 + Math.abs(y) * 0.5, Math.abs(y)) > 0.5),
  // Stripes in a disc.
  (x, y) => Math.hypot(x, y) < 0.68 && (x - y + 4) % 0.4 < 0.22,
];

type Colour = readonly [red: number, green: number, blue: number];

const grounds: readonly [Colour, ...Colour[]] = [
  [27, 77, 92],
  [122, 46, 58],
  [46, 90, 60],
  [88, 62, 110],
  [176, 93, 38],
  [38, 58, 104],
  [70, 70, 64],
  [150, 112, 28],
];
const inks: readonly [Colour, ...Colour[]] = [
  [255, 255, 255],
  [250, 236, 205],
  [224, 240, 232],
  [255, 221, 190],
];

const side = 256;
/** Drawn at twice the size and scaled down, so that edges are smooth. */
const drawn = side * 2;

const inkedPixels = new Map<Mark, number[]>();

/** Returns the inked pixels by index; cached, because several logos share a mark. */
function inked(mark: Mark): number[] {
  const known = inkedPixels.get(mark);
  if (known) return known;
  const pixels: number[] = [];
  for (let row = 0; row < drawn; row++) {
    for (let column = 0; column < drawn; column++) {
      if (mark((column / drawn) * 2 - 1, (row / drawn) * 2 - 1)) pixels.push(row * drawn + column);
    }
  }
  inkedPixels.set(mark, pixels);
  return pixels;
}

/** Returns a small PNG or WebP. */
export async function drawLogo(
  random: Random,
): Promise<{ content: Buffer; contentType: string; width: number; height: number }> {
  const [mark, ground, ink] = [random.pick(marks), random.pick(grounds), random.pick(inks)];
  const pixels = Buffer.alloc(drawn * drawn * 3, Buffer.from(ground));
  const [red, green, blue] = ink;
  for (const pixel of inked(mark)) {
    pixels[pixel * 3] = red;
    pixels[pixel * 3 + 1] = green;
    pixels[pixel * 3 + 2] = blue;
  }
  const format = random.pick(["png", "webp"]);
  const image = sharp(pixels, { raw: { width: drawn, height: drawn, channels: 3 } }).resize(side, side);
  const content = await (format === "png" ? image.png({ palette: true }) : image.webp({ quality: 85 })).toBuffer();
  return { content, contentType: `image/${format}`, width: side, height: side };
}
