/** Reads PDFs page by page: text in reading order, barcodes, and page sizes. */
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { scan } from "./code128.ts";

export function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return eachPage(pdf, async (page) => {
    const { items } = await page.getTextContent();
    return items
      .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
      .join("")
      .replace(/\s+/g, " ");
  });
}

/** Returns width and height of each page, in points. */
export function sizesOf(pdf: Uint8Array): Promise<[width: number, height: number][]> {
  return eachPage(pdf, async (page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return [width, height];
  });
}

/** Returns the number of images on each page. */
export function imagesOf(pdf: Uint8Array): Promise<number[]> {
  return eachPage(pdf, async (page) => {
    const { fnArray } = await page.getOperatorList();
    return fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  });
}

/** Returns the barcode on each page, rendered at 600 dpi; undefined if there is none. */
export function barcodesOf(pdf: Uint8Array): Promise<(string | undefined)[]> {
  return eachPage(pdf, async (page, document) => {
    const viewport = page.getViewport({ scale: 600 / 72 });
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const factory = document.canvasFactory as {
      create(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };
    };
    const { canvas, context } = factory.create(width, height);
    await page.render({ canvas, canvasContext: context, viewport }).promise;
    return scan(context.getImageData(0, 0, width, height));
  });
}

async function eachPage<T>(
  pdf: Uint8Array,
  look: (page: PDFPageProxy, document: PDFDocumentProxy) => Promise<T>,
): Promise<T[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const found: T[] = [];
  for (let number = 1; number <= document.numPages; number++)
    found.push(await look(await document.getPage(number), document));
  await document.destroy();
  return found;
}
