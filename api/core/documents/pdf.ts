/** PDF files. The fonts come with the layout package; nothing else is ever read from disk or from the network. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pdfmake, { type Content } from "pdfmake";
import { type Letterhead, logoBox } from "#api/core/files/letterhead.ts";
import { light } from "#contract/colours.ts";

type Definition = Parameters<typeof pdfmake.createPdf>[0];
const fontFolder = dirname(createRequire(import.meta.url).resolve("pdfmake/fonts/Roboto/Roboto-Regular.ttf"));
const font = (face: string) => join(fontFolder, `Roboto-${face}.ttf`);

pdfmake.setFonts({
  Roboto: { normal: font("Regular"), bold: font("Medium"), italics: font("Italic"), bolditalics: font("MediumItalic") },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => dirname(path) === fontFolder);

export type { TableCell } from "pdfmake";
export type { Content };

const common = {
  version: "1.7",
  language: "en-AU",
} as const satisfies Partial<Definition>;
const infoOf = (title: string) => ({ title, producer: "Countinghouse", creator: "Countinghouse" });

interface Paper {
  title: string;
  content: Definition["content"];
  styles?: Definition["styles"];
  /** Precedes the page number on every page. */
  footer: string;
  letterhead: Letterhead;
  /** Printed across every page, in large pale type. */
  watermark?: string;
}

/** Returns an A4 document in Australian English, with page numbers. */
export function pdfOf({ title, content, styles = {}, footer, letterhead, watermark }: Paper): Promise<Buffer> {
  return pdfmake
    .createPdf({
      ...common,
      pageSize: "A4",
      pageMargins: [56, 56, 56, 64],
      info: infoOf(title),
      ...(watermark && { watermark: { text: watermark, color: light.danger, opacity: 0.08, bold: true } }),
      defaultStyle: { font: "Roboto", fontSize: 10, lineHeight: 1.3 },
      styles,
      content,
      ...(letterhead.logo && { header: logoOf(letterhead.logo) }),
      footer: (page: number, pages: number) => ({
        columns: [
          { text: `${footer} · ${letterhead.name}`, width: 380 },
          { text: `Page ${page} of ${pages}`, width: 103, alignment: "right" as const },
        ],
        margin: [56, 20, 56, 0],
        fontSize: 8,
        color: light.muted,
      }),
    })
    .getBuffer();
}

/** In the margin of the first page, so that it takes no room from the text. */
const logoOf = (image: string) => (page: number) => (page === 1 ? logoContent(image) : null);

const logoContent = (image: string): Content => ({
  image,
  fit: [logoBox.width, logoBox.height],
  margin: [56, 18, 56, 0],
});

/** Points in a millimetre. */
const mm = 72 / 25.4;

interface Slip {
  /** Precedes the page number on every page of the slip. */
  footer: string;
  content: Definition["content"];
}

interface Slips {
  title: string;
  /** Millimetres. */
  paper: { width: number; height: number; margin: number };
  slips: Slip[];
  styles?: Definition["styles"];
}

/** Returns several small slips as one document. Each slip starts on a new page and has its own page count. */
export function slipsPdf({ title, paper, slips, styles = {} }: Slips): Promise<Buffer> {
  const margin = paper.margin * mm;
  return pdfmake
    .createPdf({
      ...common,
      pageSize: { width: paper.width * mm, height: paper.height * mm },
      pageMargins: [margin, margin, margin, margin + 12],
      info: infoOf(title),
      defaultStyle: { font: "Roboto", fontSize: 9, lineHeight: 1.03 },
      styles,
      content: slips.map(({ content, footer }) =>
        sectionOf({ content, footer }, paper.width * mm - 2 * margin, margin),
      ),
    })
    .getBuffer();
}

/** The headers of all pages are laid out before the first footer, so counting them gives the number of pages. */
function sectionOf({ content, footer }: Slip, width: number, margin: number) {
  let pages = 0;
  let page = 0;
  return {
    section: content,
    header: () => {
      pages++;
      return null;
    },
    footer: () => {
      page++;
      return {
        columns: [
          { text: footer, width: width - 60 },
          { text: `Page ${page} of ${pages}`, width: 60, alignment: "right" as const },
        ],
        margin: [margin, 4, margin, 0] as [number, number, number, number],
        fontSize: 7,
      };
    },
  };
}

/** Returns the width between the margins, in points. */
export const widthInside = ({ width, margin }: Slips["paper"]) => (width - 2 * margin) * mm;
