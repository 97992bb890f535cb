/** Limits of the images in a product's gallery. Without a schema, because the browser loads this before any form. */

export const maxProductImages = 50;
export const maxImageLabel = 100;
/** Images that one form adds. */
export const maxImagesAtOnce = 20;
/** Bytes of all images in one form. With scripts each is sent by itself, so this counts without scripts. */
export const maxImagesBytes = 60 * 1024 * 1024;

/** Returns a label made from the name of a file: `blue_vase-front.JPG` becomes `blue vase front`. */
export function labelOfFile(name: string): string {
  const words = name
    .normalize("NFC")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    // Characters without a shape, some of which cannot be stored.
    .replace(/\p{C}/gu, "")
    .replace(/[-_\s]+/g, " ")
    .trim();
  let label = "";
  for (const sign of words) {
    if (label.length + sign.length > maxImageLabel) break;
    label += sign;
  }
  return label.trim() || "Image";
}
