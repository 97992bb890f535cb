/** Of files and what is drawn of them. Without a schema: what a field needs of it is loaded with every form. */

const mb = 1024 * 1024;

/** Stored images are under 2 MB; larger ones are made smaller. */
export const maxImageBytes = 2 * mb - 1;
/** Bytes of an image that can be sent. */
export const maxPhotoBytes = 20 * mb;
/** Pixels an image may have on one side, and in all. */
export const maxImageSide = 8_000;
export const maxImagePixels = 25_000_000;
/** The same of a JPEG, which is read at a lower resolution when it has more: cameras of phones reach 64 megapixels. */
export const maxPhotoSide = 16_000;
export const maxPhotoPixels = 65_000_000;
/** Pixels of the longer side, after an image was made smaller. */
export const smallerSide = 2_400;

export const tooLargeFile = (name: string, maxBytes: number) =>
  `“${name}” is larger than ${maxBytes / mb} MB. Please choose a smaller file.`;

/** Pixels of the box that an image can be requested to fit into. */
export const imageSides = [50, 100, 144, 200, 400, 800] as const;
export type ImageSide = (typeof imageSides)[number];

/** Of a workbook to be imported. */
export const maxWorkbookBytes = 20 * mb;

export const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** What a barcode can hold; that it is not empty is said elsewhere. */
export const barcodeSigns = /^[\x20-\x7e]*$/;
export const barcodeMessage = "A barcode holds plain letters, digits and signs only.";

/** Days for which imports are stored and can be undone. */
export const importDays = 7;
