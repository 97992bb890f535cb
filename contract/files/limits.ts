/** Limits of files and images. Without a schema, because every form loads this. */

const mb = 1024 * 1024;

/** Stored images are under 2 MB; larger ones are scaled down. */
export const maxImageBytes = 2 * mb - 1;
/** Bytes of an uploaded image. */
export const maxPhotoBytes = 20 * mb;
/** Pixels of an image per side, and in total. */
export const maxImageSide = 8_000;
export const maxImagePixels = 25_000_000;
/** The same for a JPEG, which is decoded at a lower resolution if larger: phone cameras reach 64 megapixels. */
export const maxPhotoSide = 16_000;
export const maxPhotoPixels = 65_000_000;
/** Pixels of the longer side after an image was scaled down. */
export const smallerSide = 2_400;

export const tooLargeFile = (name: string, maxBytes: number) =>
  `“${name}” is larger than ${maxBytes / mb} MB. Please choose a smaller file.`;

export const tooLargeTogether = (maxBytes: number) =>
  `These files have more than ${maxBytes / mb} MB together. Please choose fewer or smaller ones.`;

export const tooManyFiles = (most: number) => `Please choose at most ${most} files at once.`;

/** Sizes in pixels that an image can be requested in. */
export const imageSides = [50, 100, 144, 200, 400, 800] as const;
export type ImageSide = (typeof imageSides)[number];

/** Rows of a worksheet without its header row. */
export const maxWorksheetRows = 1_048_575;

/** Bytes of a workbook to be imported. */
export const maxWorkbookBytes = 20 * mb;

/** Bytes of a zip file with pictures of products, and files in it. */
export const maxPictureArchiveBytes = 500 * mb;
export const maxArchivedPictures = 5_000;

export const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** Characters that a barcode can hold; that it is not empty is checked elsewhere. */
export const barcodeSigns = /^[\x20-\x7e]*$/;
export const barcodeMessage = "A barcode holds plain letters, digits and signs only.";

/** Days for which imports are stored and can be undone. */
export const importDays = 7;
