/** Of files and what is drawn of them. Without a schema: what a field needs of it is loaded with every form. */

/** "Under 2MB", as file managers count: the largest size that is under it. */
export const maxImageBytes = 2 * 1024 * 1024 - 1;
/** Pixels an image may have on one side, and in all. */
export const maxImageSide = 8_000;
export const maxImagePixels = 25_000_000;

/** Of a workbook to be imported. */
export const maxWorkbookBytes = 20 * 1024 * 1024;

export const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** What a barcode can hold; that it is not empty is said elsewhere. */
export const barcodeSigns = /^[\x20-\x7e]*$/;
export const barcodeMessage = "A barcode holds plain letters, digits and signs only.";
