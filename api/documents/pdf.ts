/** PDF files. Fonts come with the package that lays them out; nothing else is ever read from disk or from the net. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pdfmake from "pdfmake";

type Definition = Parameters<typeof pdfmake.createPdf>[0];
const fontFolder = dirname(createRequire(import.meta.url).resolve("pdfmake/fonts/Roboto/Roboto-Regular.ttf"));
const font = (face: string) => join(fontFolder, `Roboto-${face}.ttf`);

pdfmake.setFonts({ Roboto: { normal: font("Regular"), bold: font("Medium"), italics: font("Italic"), bolditalics: font("MediumItalic") } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => dirname(path) === fontFolder);

export type { Content, TableCell } from "pdfmake";

interface Paper {
  title: string;
  content: Definition["content"];
  styles?: Definition["styles"];
  /** In front of the page's number, on every page. */
  footer: string;
}

/** An A4 document in Australian English, with page numbers. */
export function pdfOf({ title, content, styles = {}, footer }: Paper): Promise<Buffer> {
  return pdfmake
    .createPdf({
      pageSize: "A4",
      pageMargins: [56, 56, 56, 64],
      version: "1.7",
      language: "en-AU",
      info: { title, producer: "Countinghouse", creator: "Countinghouse" },
      defaultStyle: { font: "Roboto", fontSize: 10, lineHeight: 1.3 },
      styles,
      content,
      footer: (page: number, pages: number) => ({
        columns: [
          { text: footer, width: 380 },
          { text: `Page ${page} of ${pages}`, width: 103, alignment: "right" as const },
        ],
        margin: [56, 20, 56, 0],
        fontSize: 8,
        color: "#58615e",
      }),
    })
    .getBuffer();
}
