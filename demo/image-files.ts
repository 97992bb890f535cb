/** Image files of products: a plain shape for each kind in a few colours, shared by products. */
import sharp from "sharp";
import type { Db } from "#api/core/database/connection.ts";
import { files } from "#api/core/database/schema/index.ts";
import { FileLocation } from "#contract/enumerations.ts";

/** Drawn on a square of 100; `currentColor` is the ink, white the highlight. */
const shapes = {
  cushion: `<path d="M22 24q28 7 56 0q-7 26 0 52q-28-7-56 0q7-26 0-52z"/>`,
  board: `<rect x="24" y="34" width="42" height="48" rx="8"/><rect x="41" y="12" width="9" height="26" rx="4"/><circle cx="45.5" cy="19" r="2" fill="#fff"/>`,
  pan: `<circle cx="40" cy="54" r="25"/><rect x="62" y="48" width="32" height="9" rx="4"/><circle cx="40" cy="54" r="18" fill="#fff" opacity=".25"/>`,
  bowl: `<path d="M16 42h68a34 34 0 0 1-68 0z"/><rect x="36" y="74" width="28" height="6" rx="2"/>`,
  mug: `<rect x="24" y="28" width="40" height="48" rx="6"/><path d="M64 38h8q12 0 12 13t-12 13h-8" fill="none" stroke="currentColor" stroke-width="7"/>`,
  lamp: `<path d="M36 18h28l14 34H22z"/><rect x="47" y="52" width="6" height="26"/><rect x="32" y="78" width="36" height="6" rx="3"/>`,
  tent: `<path d="M50 20L90 80H10z"/><path d="M50 42L64 80H36z" fill="#fff" opacity=".5"/>`,
  shirt: `<path d="M34 20q16 12 32 0l22 14-10 18-10-5v37H32V47l-10 5-10-18z"/>`,
  boot: `<path d="M32 16h24v36q0 6 8 8l16 4q6 2 6 14H32z"/><rect x="30" y="80" width="58" height="6" rx="2"/>`,
  chair: `<rect x="28" y="14" width="8" height="72"/><rect x="28" y="48" width="44" height="9"/><rect x="64" y="48" width="8" height="38"/><rect x="28" y="18" width="34" height="18" rx="4"/>`,
  candle: `<rect x="36" y="40" width="28" height="46" rx="4"/><path d="M50 14q11 12 0 22q-11-10 0-22z"/>`,
  basket: `<path d="M18 44h64l-9 38H27z"/><path d="M28 44q22-44 44 0" fill="none" stroke="currentColor" stroke-width="6"/><path d="M22 56h56M25 68h50" stroke="#fff" opacity=".5" stroke-width="3"/>`,
  book: `<rect x="26" y="16" width="50" height="68" rx="4"/><rect x="33" y="16" width="4" height="68" fill="#fff" opacity=".5"/><rect x="46" y="32" width="20" height="5" fill="#fff"/>`,
  frame: `<path d="M20 16h60v68H20zm9 9v50h42V25z" fill-rule="evenodd"/><path d="M29 75l16-24 12 14 6-8 8 18z"/><circle cx="58" cy="38" r="5"/>`,
  jar: `<rect x="32" y="16" width="36" height="12" rx="3"/><rect x="26" y="31" width="48" height="54" rx="10"/><rect x="34" y="48" width="32" height="20" fill="#fff" opacity=".7"/>`,
  pot: `<path d="M28 50h44l-7 34H35z"/><path d="M50 50q-4-22-22-28q2 22 22 28q2-26 24-30q-2 24-24 30z"/>`,
  bag: `<rect x="20" y="38" width="60" height="46" rx="7"/><path d="M36 40q0-22 14-22t14 22" fill="none" stroke="currentColor" stroke-width="6"/><rect x="44" y="54" width="12" height="8" fill="#fff"/>`,
  toy: `<ellipse cx="46" cy="52" rx="30" ry="18"/><circle cx="74" cy="42" r="12"/><circle cx="32" cy="76" r="8"/><circle cx="62" cy="76" r="8"/><circle cx="78" cy="39" r="2" fill="#fff"/>`,
  bed: `<rect x="12" y="48" width="76" height="22" rx="5"/><rect x="12" y="24" width="8" height="60"/><rect x="80" y="42" width="8" height="42"/><rect x="24" y="38" width="24" height="14" rx="5"/>`,
  towel: `<rect x="14" y="20" width="72" height="6" rx="3"/><rect x="28" y="23" width="44" height="60"/><path d="M28 66h44M28 73h44" stroke="#fff" opacity=".6" stroke-width="3"/>`,
} as const;

export type Shape = keyof typeof shapes;

const colours = [
  ["#1b4d5c", "#e6eff1"],
  ["#a8562a", "#f7ece2"],
  ["#3f6b46", "#e9f0e6"],
] as const;

const side = 360;

interface DrawnImage {
  shape: string;
  content: Buffer;
}

export function drawProductImages(): Promise<DrawnImage[]> {
  return withDrawings(() =>
    Promise.all(
      Object.entries(shapes).flatMap(([shape, body]) =>
        colours.map(async ([ink, ground]) => ({ shape, content: await draw(body, ink, ground) })),
      ),
    ),
  );
}

/** Returns the file ids of each shape. */
export async function seedProductImages(db: Db, drawn: DrawnImage[]): Promise<Record<Shape, string[]>> {
  const image = { location: FileLocation.productImage, contentType: "image/png", width: side, height: side };
  const rows = await db
    .insert(files)
    .values(drawn.map(({ shape, content }) => ({ ...image, name: `${shape}.png`, content, size: content.length })))
    .returning({ id: files.id, name: files.name });
  const idsOf = (shape: string) => rows.filter(({ name }) => name === `${shape}.png`).map(({ id }) => id);
  return Object.fromEntries(Object.keys(shapes).map((shape) => [shape, idsOf(shape)])) as Record<Shape, string[]>;
}

/**
 * The process refuses to open SVG (`api/core/files/images.ts`); this allows our own drawings before the server accepts
 * requests.
 */
async function withDrawings<T>(work: () => Promise<T>): Promise<T> {
  const loader = { operation: ["VipsForeignLoadSvg"] };
  sharp.unblock(loader);
  try {
    return await work();
  } finally {
    sharp.block(loader);
  }
}

function draw(body: string, ink: string, ground: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${side}" height="${side}" color="${ink}" fill="${ink}"><rect width="100" height="100" fill="${ground}"/>${body}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 1 }).toBuffer();
}
