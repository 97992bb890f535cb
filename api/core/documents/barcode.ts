/** Barcodes, as Code 128. */
// The default import, because the named export `raw` is a barcode type and shadows the function of that name.
import bwip from "bwip-js/node";

const bcid = "code128";

/** Returns the barcode with its text below, as SVG. */
export function barcodeSvg(text: string): string {
  return bwip.toSVG({ bcid, text, scale: 2, height: 12, includetext: true, textxalign: "center" });
}

/** Returns the widths of bars and spaces in turn, starting with a bar, in modules. */
export function barcodeWidths(text: string): number[] {
  const [drawn] = bwip.raw({ bcid, text });
  if (!drawn || !("sbs" in drawn)) throw new Error("a barcode was not drawn");
  return [...drawn.sbs];
}
