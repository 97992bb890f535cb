/** Barcodes, as Code 128. */
// By its default export: the named `raw` is a kind of barcode, which shadows the function of that name.
import bwip from "bwip-js/node";

const bcid = "code128";

/** The barcode with its text below, for a page. */
export function barcodeSvg(text: string): string {
  return bwip.toSVG({ bcid, text, scale: 2, height: 12, includetext: true, textxalign: "center" });
}

/** The widths of a bar, a space, a bar and so on, in modules. */
export function barcodeWidths(text: string): number[] {
  const [drawn] = bwip.raw({ bcid, text });
  if (!drawn || !("sbs" in drawn)) throw new Error("a barcode was not drawn");
  return [...drawn.sbs];
}
